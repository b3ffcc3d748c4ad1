"""Train the nets that find and read coins, from drawn photos."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from models.training.calibrate import best_temperature
from models.training.coins import NOTHING, ROOMY, ROOMY_PX, WINDOW, maps_of, of_a_size_to_find
from models.training.nets import CoinFinderNet, CoinReaderNet
from models.training.train import Shards, fresh, run, split, tensor
from vision.coins import CROP_PX, CROP_SPAN, cut, decode, pyramid_of
from vision.geometry import in_opencv

BATCH: Final = 16
READ_BATCH: Final = 128
MOST_MISTAKEN: Final = 12
"""At most so many places in a window that the finder takes for coins are learned from."""


def _moved(
    rng: np.random.Generator, picture: NDArray[np.uint8], coins: NDArray[np.float32]
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """A window turned, mirrored and now and then made larger or smaller, its coins too, in another light."""
    angle, scale = math.pi / 2 * int(rng.integers(4)), 1.0
    if rng.random() < 0.6:
        angle, scale = rng.uniform(0, 2 * math.pi), math.exp(rng.normal(0, 0.18))
    linear = scale * np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    if rng.random() < 0.5:
        linear = linear @ np.diag([-1, 1])
    middle = np.full(2, WINDOW / 2)
    shift = middle - linear @ middle
    map_ = in_opencv(np.vstack([np.column_stack([linear, shift]), [0, 0, 1]]))[:2]
    picture = np.asarray(cv2.warpAffine(picture, map_, (WINDOW, WINDOW), flags=cv2.INTER_LINEAR), np.uint8)
    moved = np.full_like(coins, np.nan)
    for number, (x, y, a, b, d, clear) in enumerate(coins[np.isfinite(coins[:, 0])].astype(np.float64)):
        shape = linear @ np.array([[a, b], [b, d]]) @ linear.T / scale
        moved[number] = (*(linear @ (x, y) + shift), *shape.ravel()[[0, 1, 3]], clear and of_a_size_to_find(shape))
    return _relit(rng, picture), moved


def _relit(rng: np.random.Generator, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    if rng.random() < 0.3:
        picture = picture[..., rng.permutation(3)]
    if rng.random() < 0.5:
        gain = np.exp(rng.normal(0, 0.2) + rng.normal(0, 0.08, 3))
        levels = np.clip(np.arange(256)[:, None] * gain + rng.normal(0, 8), 0, 255).astype(np.uint8)
        picture = np.asarray(cv2.LUT(np.ascontiguousarray(picture), levels[None]), np.uint8)
    return picture


def train_coin_finder(folder: Path, out: Path, steps: int) -> dict[str, float]:
    """Learn to find coins."""
    learn, check = split(folder / "coins")
    windows, coins = (np.concatenate([shard[key] for shard in learn.each((key,))]) for key in ("windows", "coins"))
    held_back = check.load(("windows", "coins"))
    model = fresh(CoinFinderNet)

    def answers(truth: Iterable[NDArray[np.float32]]) -> tuple[Tensor, Tensor]:
        wanted, weight = zip(*map(maps_of, truth), strict=True)
        return torch.from_numpy(np.stack(wanted)), torch.from_numpy(np.stack(weight))

    def loss_of(x: NDArray[np.uint8], wanted: Tensor, weight: Tensor) -> tuple[Tensor, float]:
        said = model(tensor(x)).float()
        share = torch.sigmoid(said[:, 0])
        apart = (share - wanted[:, 0]).abs() ** 2
        cross = functional.binary_cross_entropy_with_logits(said[:, 0], wanted[:, 0], reduction="none")
        count = weight[:, 1].sum().clamp(min=1)
        found = (apart * cross * weight[:, 0]).sum() / count
        off = functional.smooth_l1_loss(said[:, 1:], wanted[:, 1:], reduction="none", beta=0.1).sum(1)
        wrong = ((share > 0.5) != (wanted[:, 0] > 0.5)) & (weight[:, 0] > 0)
        either = ((share > 0.5) | (wanted[:, 0] > 0.5)) & (weight[:, 0] > 0)
        iou = 1 - float(wrong.sum()) / max(1.0, float(either.sum()))
        return found + (off * weight[:, 1]).sum() / count, iou

    def batches(rng: np.random.Generator) -> Iterator[Callable[[], tuple[Tensor, float]]]:
        while True:
            chosen = np.sort(rng.integers(0, len(windows), BATCH))
            pairs = [_moved(rng, windows[index], coins[index]) for index in chosen]
            yield partial(loss_of, np.stack([picture for picture, _ in pairs]), *answers(truth for _, truth in pairs))

    def validate() -> dict[str, float]:
        found = [loss_of(shard["windows"], *answers(shard["coins"])) for shard in held_back]
        return {
            "loss": float(np.mean([float(loss) for loss, _ in found])),
            "iou": float(np.mean([iou for _, iou in found])),
        }

    return run("coin_finder", model, batches, validate, out, steps)


def out_of_place(rng: np.random.Generator, crop: NDArray[np.uint8], label: int) -> NDArray[np.uint8]:
    """A coin cut out of its roomy crop as badly as it may be found, turned at random and in another light."""
    grown = rng.normal(0, 0.07)
    stretch, turn, lie = rng.normal(0, 0.06), rng.uniform(0, 2 * np.pi), rng.uniform(0, 2 * np.pi)

    def about(angle: float) -> NDArray[np.float64]:
        return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])

    linear = about(turn) @ about(lie) @ np.diag(np.exp([grown + stretch, grown - stretch])) @ about(-lie)
    if label == NOTHING and rng.random() < 0.5:
        linear = linear @ np.diag([1, -1])
    middle = (ROOMY_PX - 1) / 2 + rng.normal(0, 0.05, 2) * CROP_PX / 2
    map_ = np.column_stack([linear, middle - linear @ np.full(2, (CROP_PX - 1) / 2)])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    cut = cv2.warpAffine(crop, map_, (CROP_PX, CROP_PX), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    if rng.random() < 0.15:
        cut = cv2.GaussianBlur(cut, (0, 0), float(rng.uniform(0.4, 1.2)))
    lit = _relit(rng, np.asarray(cut, np.uint8))
    if rng.random() < 0.3:
        grain = rng.normal(0, rng.uniform(1, 8), lit.shape)
        lit = np.clip(lit + grain, 0, 255).astype(np.uint8)
    return lit


def _plain(crops: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Crops without the room around."""
    low = (ROOMY_PX - CROP_PX) // 2
    return crops[:, low : low + CROP_PX, low : low + CROP_PX]


def taken_for_coins(shards: Shards, checkpoints: Path) -> NDArray[np.uint8]:
    """Crops of what the finder takes for coins in its windows, and what is none: the reader has to know better."""
    model = CoinFinderNet()
    model.load_state_dict(torch.load(checkpoints / "coin_finder.pt", weights_only=True)["model"])
    model.eval()
    crops = [np.zeros((0, ROOMY_PX, ROOMY_PX, 3), np.uint8)]
    for shard in shards.each(("windows", "coins")):
        with torch.no_grad():
            said = model(tensor(shard["windows"])).numpy()
        said[:, 0] = 1 / (1 + np.exp(-said[:, 0]))
        for window, truth, answer in zip(shard["windows"], shard["coins"], said, strict=True):
            there = truth[np.isfinite(truth[:, 0])].astype(np.float64)
            pyramid = pyramid_of(window)
            for find in decode(answer)[:MOST_MISTAKEN]:
                away = [
                    float(np.linalg.norm(np.linalg.solve(np.array([[a, b], [b, d]]), find.centre - (x, y))))
                    for x, y, a, b, d, _ in there
                ]
                if min(away, default=np.inf) > 0.9:
                    crops.append(cut(pyramid, find, ROOMY_PX, ROOMY * CROP_SPAN)[None])
    return np.concatenate(crops)


def train_coin_reader(folder: Path, out: Path, steps: int) -> dict[str, float]:
    """Learn to read coins; the finder has to be there, for what it takes for coins is learned from too."""
    learn, check = split(folder / "coins")
    crops, labels = (np.concatenate([shard[key] for shard in learn.each((key,))]) for key in ("crops", "labels"))
    mistaken = taken_for_coins(learn, out)
    crops = np.concatenate([crops, mistaken])
    labels = np.concatenate([labels, np.full(len(mistaken), NOTHING, labels.dtype)])
    often = (1 / np.bincount(labels).clip(1))[labels].cumsum()
    check_crops, check_labels = (
        np.concatenate([shard[key] for shard in check.each((key,))]) for key in ("crops", "labels")
    )
    model = fresh(CoinReaderNet)

    def loss_of(x: NDArray[np.uint8], y: NDArray[np.int64], smooth: float = 0.0) -> tuple[Tensor, float]:
        scores = model(tensor(x)).float()
        wanted = torch.from_numpy(y)
        right = float((scores.argmax(1) == wanted).float().mean())
        return functional.cross_entropy(scores, wanted, label_smoothing=smooth), right

    def batches(rng: np.random.Generator) -> Iterator[Callable[[], tuple[Tensor, float]]]:
        while True:
            chosen = np.searchsorted(often, rng.uniform(0, often[-1], READ_BATCH))
            cuts = [out_of_place(rng, crops[index], int(labels[index])) for index in chosen]
            yield partial(loss_of, np.stack(cuts), labels[chosen], 0.02)

    def validate() -> dict[str, float]:
        found = [
            loss_of(_plain(check_crops[at : at + 512]), check_labels[at : at + 512])
            for at in range(0, len(check_labels), 512)
        ]
        return {
            "loss": float(np.mean([float(loss) for loss, _ in found])),
            "right": float(np.mean([right for _, right in found])),
        }

    return run("coin_reader", model, batches, validate, out, steps)


def coin_temperature(folder: Path, checkpoints: Path) -> float:
    """The temperature at which the reader's probabilities come true on coins that it did not learn from."""
    _, check = split(folder / "coins")
    model = CoinReaderNet()
    model.load_state_dict(torch.load(checkpoints / "coin_reader.pt", weights_only=True)["model"])
    model.eval()
    rng = np.random.default_rng(3)
    scored: list[tuple[Tensor, Tensor]] = []
    with torch.no_grad():
        for shard in check.load(("crops", "labels")):
            cuts = np.stack([out_of_place(rng, *pair) for pair in zip(shard["crops"], shard["labels"], strict=True)])
            mean = torch.stack([model(tensor(np.rot90(cuts, turns, (1, 2)))) for turns in range(4)]).mean(0)
            scored.append((mean, torch.from_numpy(shard["labels"])))
    return best_temperature(scored)
