"""The nets that ship in the package ``models``: loaded once, offline, on the processor."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

# Read when it is imported; else it reports to its maker who runs it, and keeps a number for that.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
import onnxruntime

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Nets:
    """All nets, and what calibration found beside them.

    Pictures are bytes, shaped (n, height, width, channels), blue first.
    """

    sessions: dict[str, onnxruntime.InferenceSession]
    calibration: dict[str, float]

    def _run(self, name: str, pictures: NDArray[np.uint8]) -> Floats:
        planar = np.ascontiguousarray(pictures.transpose(0, 3, 1, 2))
        (answer,) = self.sessions[name].run(None, {"pixels": planar})
        return np.asarray(answer, np.float32)

    def describe(self, cells: NDArray[np.uint8]) -> Floats:
        """Cells (n, 72, 72, 3) to unit features and a weight for each of 9 x 9 spots: (n, 33, 9, 9)."""
        return self._run("cells", cells)

    def stand(self, holes: NDArray[np.uint8]) -> Floats:
        """Holes (n, 64, 48, 7) to log-probabilities of nothing, Basic, Plus and Deluxe: (n, 4)."""
        return log_softmax(self._run("holes", holes) / self.calibration["hole_temperature"])

    def find_board(self, frames: NDArray[np.uint8]) -> Floats:
        """Frames (n, 192, 256, 3) to how likely each spot lies on the board, and on its grid: (n, 2, 96, 128)."""
        return _sigmoid(self._run("board_finder", frames))

    def find_piece(self, frames: NDArray[np.uint8]) -> Floats:
        """Frames (n, 192, 256, 3) to how likely each spot lies on a piece's body, and in a hole: (n, 2, 96, 128)."""
        return _sigmoid(self._run("piece_finder", frames))

    def find_coins(self, frames: NDArray[np.uint8]) -> Floats:
        """Frames (n, h, w, 3) to the maps that :func:`vision.coins.decode` explains: (n, 6, h / 4, w / 4)."""
        answer = self._run("coin_finder", frames)
        answer[:, 0] = _sigmoid(answer[:, 0])
        return answer

    def read_coins(self, crops: NDArray[np.uint8]) -> Floats:
        """Coins (n, 56, 56, 3) to log-probabilities of nothing, 1, 5, 10, 20 and a hidden numeral: (n, 6).

        However a coin is turned, it is the same coin: all four ways to look at it count.
        """
        turned = np.concatenate([np.rot90(crops, turns, (1, 2)) for turns in range(4)])
        scores = self._run("coin_reader", turned).reshape(4, len(crops), -1).mean(0)
        return log_softmax(scores / self.calibration["coin_temperature"])

    def likeness(self, cells: Floats, candidates: Floats) -> Floats:
        """How like described cells (n, ...) are to described candidates (m, ...), -1 to 1: (n, m)."""
        weight, other = cells[:, -1].reshape(len(cells), -1), candidates[:, -1].reshape(len(candidates), -1)
        weighted = (cells[:, :-1] * cells[:, -1:]).reshape(len(cells), -1)
        compared = (candidates[:, :-1] * candidates[:, -1:]).reshape(len(candidates), -1)
        return np.asarray(weighted @ compared.T / (weight @ other.T + 1e-3), np.float32)

    def match(self, cells: Floats, candidates: Floats) -> Floats:
        """Scores of described cells (n, ...) against described candidates (m, ...), then of none: (n, m + 1)."""
        likeness = self.likeness(cells, candidates)
        seen = cells[:, -1].reshape(len(cells), -1).mean(1, keepdims=True)
        none = self.calibration["unknown_base"] - self.calibration["unknown_weight"] * seen
        sharpness = self.calibration["sharpness"] * seen ** self.calibration["evidence"]
        return np.asarray(sharpness * np.concatenate([likeness, none], 1), np.float32)


def _sigmoid(scores: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-scores)), np.float32)


def log_softmax(scores: Floats) -> Floats:
    """Scores to log-probabilities along the last axis."""
    shifted = scores - scores.max(-1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(-1, keepdims=True)))


@cache
def nets() -> Nets:
    """The shipped nets."""
    folder = files("models")
    manifest: dict[str, Any] = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 2
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # waiting threads hinder OpenCV's
    options.enable_cpu_mem_arena = False  # a scan now and then: memory given back beats a little speed
    sessions = {
        name: onnxruntime.InferenceSession(
            (folder / entry["file"]).read_bytes(), options, providers=["CPUExecutionProvider"]
        )
        for name, entry in manifest["nets"].items()
    }
    return Nets(sessions, manifest["calibration"])
