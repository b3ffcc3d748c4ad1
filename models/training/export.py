"""Write trained nets as ONNX files, with a manifest that names, hashes and measures them."""

from __future__ import annotations

import hashlib
import json
import math
from pathlib import Path
from typing import Any, Final

import numpy as np
import onnx
import torch
from torch import nn

from models.training.nets import CellMatcher, CoinFinderNet, CoinReaderNet, FinderNet, HoleNet
from models.training.train import CellModel

CLASSES: Final = {
    "cells": "32 unit features and a weight for each of 9 x 9 spots",
    "holes": ["nothing", "basic", "plus", "deluxe"],
    "board_finder": ["board", "grid"],
    "piece_finder": ["body", "the inner half of holes"],
    "coin_finder": ["middle of a coin", "x to it", "y to it", "size", "stretch along x", "stretch aslant"],
    "coin_reader": ["nothing", "1", "5", "10", "20", "hidden numeral"],
}
INPUTS: Final = {
    "cells": (3, 72, 72),
    "holes": (7, 64, 48),
    "board_finder": (3, 192, 256),
    "piece_finder": (3, 192, 256),
    "coin_finder": (3, 288, 384),
    "coin_reader": (3, 56, 56),
}
NETS: Final[dict[str, type[nn.Module]]] = {
    "holes": HoleNet,
    "board_finder": FinderNet,
    "piece_finder": FinderNet,
    "coin_finder": CoinFinderNet,
    "coin_reader": CoinReaderNet,
}
FEW: Final = 100
"""Fewer weights are kept as they are."""
HALVED: Final = ("coin_finder", "coin_reader")
"""Nets whose weights are kept as halves of floats: they calculate with floats all the same."""
ANY_SIZE: Final = "coin_finder"
"""The net that takes frames of other sizes too, in multiples of 16."""


def export(checkpoints: Path, out: Path, temperatures: dict[str, float] | None = None) -> None:
    """Write NAME.onnx for every checkpoint there, and manifest.json."""
    manifest: dict[str, Any] = {"format": "mechanica-models/1", "nets": {}, "calibration": {"hole_temperature": 1.0}}
    for name, shape in INPUTS.items():
        state = torch.load(checkpoints / f"{name}.pt", weights_only=True)
        model: nn.Module
        if name == "cells":
            whole = CellModel()
            whole.load_state_dict(state["model"])
            model = whole.net
            manifest["calibration"] |= matcher_values(whole.matcher)
        else:
            model = NETS[name]()
            model.load_state_dict(state["model"])
        model.eval()
        file = out / f"{name}.onnx"
        free = {0: "n", 2: "h", 3: "w"} if name == ANY_SIZE else {0: "n"}
        torch.onnx.export(
            model,
            (torch.zeros((2, *shape), dtype=torch.uint8),),
            str(file),
            input_names=["pixels"],
            output_names=["answer"],
            dynamic_axes={"pixels": free, "answer": free},
            opset_version=17,
            dynamo=False,
        )
        if name in HALVED:
            keep_as_halves(file)
        manifest["nets"][name] = {
            "file": file.name,
            "sha256": hashlib.sha256(file.read_bytes()).hexdigest(),
            "input": {
                "shape": [free.get(axis, size) for axis, size in enumerate(("n", *shape))],
                "type": "uint8, blue first",
            },
            "classes": CLASSES[name],
            "steps": state["done"],
            "metrics": {key: round(value, 4) for key, value in state["metrics"].items()},
        }
    manifest["calibration"] |= temperatures or {}
    (out / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")


def keep_as_halves(file: Path) -> None:
    """Keep a net's weights in half the bytes; whoever loads it makes floats of them again."""
    model = onnx.load(file)
    graph = model.graph
    casts = []
    for weight in graph.initializer:
        if weight.data_type == onnx.TensorProto.FLOAT and math.prod(weight.dims) > FEW:
            values = onnx.numpy_helper.to_array(weight).astype(np.float16)
            name = weight.name
            weight.CopyFrom(onnx.numpy_helper.from_array(values, f"{name}.half"))
            casts.append(onnx.helper.make_node("Cast", [f"{name}.half"], [name], to=onnx.TensorProto.FLOAT))
    for cast in casts:
        graph.node.insert(0, cast)
    onnx.checker.check_model(model)
    onnx.save(model, file)


def matcher_values(matcher: CellMatcher) -> dict[str, float]:
    """What the matcher learned, as plain numbers."""
    base, weight = matcher.unknown.tolist()
    return {
        "sharpness": float(matcher.sharpness.detach().exp()),
        "evidence": float(matcher.evidence.detach()),
        "unknown_base": base,
        "unknown_weight": weight,
    }
