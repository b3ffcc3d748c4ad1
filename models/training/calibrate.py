"""Find the temperatures at which the nets' probabilities come true, on copies that no net learned from."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from models.training.art import FLOOR
from models.training.nets import HoleNet
from models.training.train import CellModel, cell_episode, readable_holes, split, tensor

TEMPERATURES: Final = np.geomspace(0.5, 3.0, 60)


def temperatures(folder: Path, checkpoints: Path) -> dict[str, float]:
    """The best temperature for cells and for holes: least cross entropy on the validation copies."""
    _, check = split(folder)
    cells = CellModel()
    cells.load_state_dict(torch.load(checkpoints / "cells.pt", weights_only=True)["model"])
    holes = HoleNet()
    holes.load_state_dict(torch.load(checkpoints / "holes.pt", weights_only=True)["model"])
    cells.eval()
    holes.eval()
    rng = np.random.default_rng(2)
    cell_scores: list[tuple[Tensor, Tensor]] = []
    hole_scores: list[tuple[Tensor, Tensor]] = []
    keys = ("cells", "cell_kind", "cell_turns", "cell_place", "gallery", "bare", "holes", "hole_model")
    with torch.no_grad():
        for shard in check.load(keys):
            pictures, candidates, target, allowed = cell_episode(rng, shard, 80, len(FLOOR))
            described = cells.net(tensor(np.concatenate([pictures, candidates])))
            scores = cells.matcher(described[: len(pictures)], described[len(pictures) :])
            cell_scores.append((scores.masked_fill(~torch.from_numpy(allowed), -1e4), torch.from_numpy(target)))
            there = readable_holes(shard)
            models = torch.from_numpy(shard["hole_model"][there].astype(np.int64))
            hole_scores.append((holes(tensor(shard["holes"][there])), models))
    return {"cell_temperature": best_temperature(cell_scores), "hole_temperature": best_temperature(hole_scores)}


def best_temperature(scored: list[tuple[Tensor, Tensor]]) -> float:
    """The temperature at which scores, with what was wanted, have the least cross entropy."""
    losses = [
        sum(float(functional.cross_entropy(scores / float(t), wanted, reduction="sum")) for scores, wanted in scored)
        for t in TEMPERATURES
    ]
    return round(float(TEMPERATURES[int(np.argmin(losses))]), 3)
