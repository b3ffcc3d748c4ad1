"""Train one net after another from drawn data, with checkpoints, so that training can be stopped and gone on with."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from rich.progress import Progress
from torch import Tensor, nn
from torch.nn import functional

from models.training.art import FLOOR, START
from models.training.data import EMPTY, UNKNOWN, UNSURE
from models.training.nets import CellMatcher, CellNet, FinderNet, HoleNet
from vision.crops import FRAME, HOLE_SIZE, PAPER
from vision.finder import HOLE_MARK

VALIDATION: Final = 0.08
"""The share of the copies that no net learns from."""
FAINT: Final = 0.25
"""A crop with less than this share of the contrast that it should have shows nothing."""
FILLED: Final = 2.5
"""So much more often are holes with a bot shown, so that about half of what is learned from are such.

What the net says is put right for that: its probabilities are those of holes as they come.
"""
HALVES: Final = bool(torch.cpu.get_capabilities().get("avx512_bf16"))
"""Whether this processor is quicker with halves of floats: then nets are learned with them.

All but the board finder, which comes out less exact so.
"""
SEED: Final = 7
Model = TypeVar("Model", bound=nn.Module)
FLOOR_COUNT: Final = len(FLOOR)
START_COUNT: Final = len(START)


@dataclass
class Shards:
    """The drawn copies, on disk."""

    files: list[Path]

    def each(self, keys: tuple[str, ...]) -> Iterator[dict[str, NDArray[Any]]]:
        """These arrays of every copy, one after the other: of holes there are gigabytes."""
        for file in self.files:
            with np.load(file, allow_pickle=False) as arrays:
                yield {key: arrays[key] for key in keys}

    def load(self, keys: tuple[str, ...]) -> list[dict[str, NDArray[Any]]]:
        """These arrays of every copy, in memory."""
        return list(self.each(keys))


def split(folder: Path) -> tuple[Shards, Shards]:
    """Copies to learn from and copies to validate on."""
    files = sorted(file for file in folder.glob("[0-9]*.npz") if ".part" not in file.name)
    held_back = max(1, round(len(files) * VALIDATION))
    return Shards(files[held_back:]), Shards(files[:held_back])


def tensor(array: NDArray[Any]) -> Tensor:
    """Pictures (n, h, w, c) as a tensor (n, c, h, w)."""
    return torch.from_numpy(np.ascontiguousarray(array.transpose(0, 3, 1, 2)))


def fresh(make: Callable[[], Model]) -> Model:
    """A net that has learned nothing, always the same."""
    torch.manual_seed(SEED)
    net = make()
    net.to(memory_format=torch.channels_last)
    return net


class CellModel(nn.Module):
    """Net and matcher, trained together."""

    def __init__(self) -> None:
        super().__init__()
        self.net, self.matcher = CellNet(), CellMatcher()


def cell_episode(
    rng: np.random.Generator, shard: dict[str, NDArray[Any]], cells: int, kinds: int
) -> tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.int64], NDArray[np.bool_]]:
    """Cells of one copy, candidates, which candidate each is (the last: none), and which candidates may be asked.

    A floor square may be each floor piece of the episode four ways, or bare; start slots and docks their own.
    """
    kind, place = shard["cell_kind"], shard["cell_place"]
    width = shard["bare"].shape[0] // 3
    sure = np.flatnonzero(kind != UNSURE)
    is_empty = kind[sure] == EMPTY
    weights = np.where(is_empty, 0.35 / max(1, is_empty.sum()), 0.65 / max(1, (~is_empty).sum()))
    chosen = rng.choice(sure, min(cells, len(sure)), replace=False, p=weights / weights.sum())
    floor_kinds = rng.permutation(FLOOR_COUNT)[:kinds]
    pictures: list[NDArray[np.uint8]] = []
    names: list[tuple[int, int]] = []
    for number in floor_kinds:
        for turns in range(4):
            pictures.append(np.rot90(shard["gallery"][number], turns))
            names.append((int(number), turns))
    for number in range(FLOOR_COUNT, len(shard["gallery"])):
        pictures.append(shard["gallery"][number])
        names.append((number, 0))
    places = sorted({int(place[index]) for index in chosen})
    for spot in places:
        pictures.append(shard["bare"][spot])
        names.append((EMPTY, spot))
    index_of = {name: index for index, name in enumerate(names)}
    none = len(names)
    target = np.full(len(chosen), none)
    allowed = np.zeros((len(chosen), none + 1), np.bool_)
    allowed[:, none] = True
    for number, index in enumerate(chosen):
        column = place[index] % width
        for candidate, (what, extra) in enumerate(names):
            if what == EMPTY:
                allowed[number, candidate] = extra == place[index]
            elif what < FLOOR_COUNT:
                allowed[number, candidate] = 0 < column < width - 1
            elif what < FLOOR_COUNT + START_COUNT:
                allowed[number, candidate] = column == 0
            else:
                allowed[number, candidate] = column == width - 1
        what = int(kind[index])
        if what == EMPTY:
            target[number] = index_of[EMPTY, int(place[index])]
        elif what != UNKNOWN:
            turns = int(shard["cell_turns"][index]) if what < FLOOR_COUNT else 0
            target[number] = index_of.get((what, turns), none)
    return shard["cells"][chosen], np.stack(pictures), target, allowed


def varied(rng: np.random.Generator, pictures: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """All pictures of an episode turned and mirrored alike, now and then with colours exchanged: new artwork."""
    turned = np.rot90(pictures, int(rng.integers(4)), (1, 2))
    if rng.random() < 0.5:
        turned = turned[:, :, ::-1]
    return turned[..., rng.permutation(3)] if rng.random() < 0.25 else turned


def cell_loss(model: CellModel, episodes: list[Any]) -> tuple[Tensor, float]:
    """Cross entropy and the share of cells read right, over a few copies at once."""
    everything = np.concatenate([part for cells, pictures, _, _ in episodes for part in (cells, pictures)])
    described = model.net(tensor(everything)).float()
    losses, right, count, at = [], 0, 0, 0
    for cells, pictures, target, allowed in episodes:
        mine = described[at : at + len(cells)]
        candidates = described[at + len(cells) : at + len(cells) + len(pictures)]
        at += len(cells) + len(pictures)
        with torch.autocast("cpu", enabled=False):
            scores = model.matcher(mine, candidates)
        scores = scores.masked_fill(~torch.from_numpy(allowed), -1e4)
        wanted = torch.from_numpy(target)
        losses.append(functional.cross_entropy(scores, wanted))
        right += int((scores.argmax(1) == wanted).sum())
        count += len(target)
    return torch.stack(losses).mean(), right / count


def train_cells(folder: Path, out: Path, steps: int) -> dict[str, float]:
    """Learn to describe cells so that the same piece looks the same in every light and under bots."""
    learn, check = split(folder)
    keys = ("cells", "cell_kind", "cell_turns", "cell_place", "gallery", "bare")
    shards, held_back = learn.load(keys), check.load(keys)
    model = fresh(CellModel)

    def batches(rng: np.random.Generator) -> Iterator[Callable[[], tuple[Tensor, float]]]:
        while True:
            chosen = [shards[index] for index in rng.choice(len(shards), 4)]
            episodes = []
            for shard in chosen:
                cells, pictures, *answers = cell_episode(rng, shard, 40, int(rng.integers(5, 8)))
                both = varied(rng, np.concatenate([cells, pictures]))
                episodes.append((both[: len(cells)], both[len(cells) :], *answers))
            yield partial(cell_loss, model, episodes)

    def validate() -> dict[str, float]:
        rng = np.random.default_rng(1)
        found = []
        for shard in held_back:
            found.append(cell_loss(model, [cell_episode(rng, shard, 60, FLOOR_COUNT)]))
        return {
            "loss": float(np.mean([float(loss) for loss, _ in found])),
            "right": float(np.mean([right for _, right in found])),
        }

    return run("cells", model, batches, validate, out, steps)


def unsteady(rng: np.random.Generator, holes: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Holes mirrored, out of place, in light that was measured wrong, blurred and with noise, each its own way."""
    varied_holes = np.empty_like(holes)
    for number, hole in enumerate(holes):
        picture = hole[:, ::-1] if rng.random() < 0.5 else hole
        seen = picture[..., :3].astype(np.float32)
        if rng.random() < 0.2:
            seen = np.asarray(cv2.blur(seen, (3, 3)), np.float32)
        seen = seen * np.exp(rng.normal(0, 0.1) + rng.normal(0, 0.06, 3)).astype(np.float32)
        seen += rng.uniform(0, 5) * rng.standard_normal(seen.shape, np.float32)
        down, right = rng.integers(-2, 3, 2).tolist()
        varied_holes[number, ..., :3] = np.roll(np.clip(seen, 0, 255).astype(np.uint8), (down, right), (0, 1))
        varied_holes[number, ..., 3:] = np.roll(picture[..., 3:], rng.integers(-1, 2, 2).tolist(), (0, 1))
    return varied_holes


def readable_holes(shard: dict[str, NDArray[Any]]) -> NDArray[np.bool_]:
    """Which holes of a copy anybody could look into: not under a hand, not lost in the dark or in glare."""
    grey = shard["holes"][:, 12:60, 6:42].astype(np.float32)
    seen, bare = grey[..., :3].mean(-1), grey[..., 3:6].mean(-1)
    shown = seen.std((1, 2)) > FAINT * PAPER * bare.std((1, 2))
    return np.asarray(shown & (seen.mean((1, 2)) > 10) & (shard["hole_model"] != UNSURE))


def train_holes(folder: Path, out: Path, steps: int) -> dict[str, float]:
    """Learn what stands in a hole."""
    learn, check = split(folder)

    def gather(shards: Shards) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.float64]]:
        there = [readable_holes(shard) for shard in shards.each(("holes", "hole_model"))]
        pictures = np.empty((sum(map(np.count_nonzero, there)), *HOLE_SIZE[::-1], 7), np.uint8)
        models = np.empty(len(pictures), np.int64)
        end = 0
        for shard, readable in zip(shards.each(("holes", "hole_model")), there, strict=True):
            start, end = end, end + int(np.count_nonzero(readable))
            pictures[start:end], models[start:end] = shard["holes"][readable], shard["hole_model"][readable]
        return pictures, models, np.where(models > 0, FILLED, 1.0).cumsum()

    pictures, models, often = gather(learn)
    check_pictures, check_models, _ = gather(check)
    model = fresh(HoleNet)

    def loss_of(x: NDArray[np.uint8], y: NDArray[np.int64], filled: float = 1.0) -> tuple[Tensor, float]:
        scores = model(tensor(x))
        wanted = torch.from_numpy(y)
        as_shown = scores + torch.tensor([1.0, filled, filled, filled]).log()
        return functional.cross_entropy(as_shown, wanted), float((scores.argmax(1) == wanted).float().mean())

    def batches(rng: np.random.Generator) -> Iterator[Callable[[], tuple[Tensor, float]]]:
        while True:
            chosen = np.sort(np.searchsorted(often, rng.uniform(0, often[-1], 192)))
            yield partial(loss_of, unsteady(rng, pictures[chosen]), models[chosen], FILLED)

    def validate() -> dict[str, float]:
        found = [
            loss_of(check_pictures[at : at + 512], check_models[at : at + 512])
            for at in range(0, len(check_models), 512)
        ]
        return {
            "loss": float(np.mean([float(loss) for loss, _ in found])),
            "right": float(np.mean([right for _, right in found])),
        }

    return run("holes", model, batches, validate, out, steps)


def _halved(mask: NDArray[np.uint8]) -> NDArray[np.float32]:
    """A mask drawn at twice the frame's size, as shares at half of it."""
    small = cv2.resize(mask, (FRAME[0] // 2, FRAME[1] // 2), interpolation=cv2.INTER_AREA)
    return np.asarray(small.astype(np.float32) / 255, np.float32)


def _mask(points: NDArray[np.float64]) -> NDArray[np.float32]:
    """A filled polygon at half the frame's size, its edges soft."""
    mask = np.zeros((FRAME[1] * 2, FRAME[0] * 2), np.uint8)
    cv2.fillPoly(mask, [np.round(points * 2 * 16).astype(np.int32)], 255, cv2.LINE_8, 4)
    return _halved(mask)


def _discs(points: NDArray[np.float64], radius: float) -> NDArray[np.float32]:
    """Discs round holes, at half the frame's size."""
    mask = np.zeros((FRAME[1] * 2, FRAME[0] * 2), np.uint8)
    for x, y in points:
        if np.isfinite(x):
            cv2.circle(mask, (round(x * 32), round(y * 32)), round(radius * 32), 255, -1, cv2.LINE_8, 4)
    return _halved(mask)


def _closer(
    rng: np.random.Generator, frame: NDArray[np.uint8], mask: NDArray[np.uint8]
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Half of the time, the frame turned and from nearer or farther, as a second look is."""
    if rng.random() < 0.5:
        return frame, mask
    middle = np.array(FRAME) / 2
    marked = np.argwhere(mask[0] > 127)
    at = 2.0 * marked.mean(0)[::-1] if len(marked) else middle
    x, y = at.tolist()
    turn = np.asarray(cv2.getRotationMatrix2D((x, y), rng.uniform(-20, 20), rng.uniform(0.8, 1.7)), np.float64)
    turn[:, 2] += (middle - at) * rng.uniform(0, 1) + rng.normal(0, 8, 2)
    closer = cv2.warpAffine(frame, turn, FRAME, borderMode=cv2.BORDER_REPLICATE)
    half = turn.copy()
    half[:, 2] = turn[:, 2] / 2
    size = (FRAME[0] // 2, FRAME[1] // 2)
    masks = [cv2.warpAffine(np.ascontiguousarray(one), half, size) for one in mask]
    return np.asarray(closer, np.uint8), np.stack(masks).astype(np.uint8, copy=False)


def train_finder(folder: Path, out: Path, steps: int, *, of_pieces: bool) -> dict[str, float]:
    """Learn to find the board and its grid, or a loose piece's body and its holes."""
    learn, check = split(folder)
    keys = ("frames", "frame_corners", "frame_grid", "piece_frames", "piece_corners", "piece_holes", "hole_radius")

    def gather(shards: Shards) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        frames, masks = [], []
        for shard in shards.load(keys):
            if of_pieces:
                frames.append(shard["piece_frames"])
                for body, holes in zip(shard["piece_corners"], shard["piece_holes"], strict=True):
                    side = float(np.mean(np.linalg.norm(body - np.roll(body, 1, 0), axis=1)))
                    masks.append(np.stack([_mask(body), _discs(holes, HOLE_MARK * float(shard["hole_radius"]) * side)]))
            else:
                frames.append(shard["frames"])
                for board, grid in zip(shard["frame_corners"], shard["frame_grid"], strict=True):
                    masks.append(np.stack([_mask(board), _mask(grid)]))
                frames.append(shard["piece_frames"][:1])
                masks.append(np.zeros_like(masks[0]))
        return np.concatenate(frames), (np.stack(masks) * 255).astype(np.uint8)

    frames, masks = gather(learn)
    check_frames, check_masks = gather(check)
    model = fresh(FinderNet)

    def loss_of(x: NDArray[np.uint8], y: NDArray[np.uint8]) -> tuple[Tensor, float]:
        scores = model(tensor(x)).float()
        wanted = torch.from_numpy(y).float() / 255
        loss = functional.binary_cross_entropy_with_logits(scores, wanted)
        share = torch.sigmoid(scores)
        both = (share * wanted).sum((2, 3))
        dice = 1 - (2 * both + 1) / (share.sum((2, 3)) + wanted.sum((2, 3)) + 1)
        wrong = ((scores > 0) != (wanted > 0.5)).float().sum((2, 3))
        iou = 1 - (wrong / ((scores > 0) | (wanted > 0.5)).float().sum((2, 3)).clamp(min=1)).mean()
        return loss + 0.5 * dice.mean(), float(iou)

    def batches(rng: np.random.Generator) -> Iterator[Callable[[], tuple[Tensor, float]]]:
        while True:
            chosen = np.sort(rng.integers(0, len(frames), 32))
            x, y = frames[chosen], masks[chosen]
            if rng.random() < 0.5:
                x, y = x[:, :, ::-1], y[:, :, :, ::-1]
            if rng.random() < 0.5:
                x, y = x[:, ::-1], y[:, :, ::-1]
            pairs = [_closer(rng, frame, mask) for frame, mask in zip(x, y, strict=True)]
            x, y = np.stack([frame for frame, _ in pairs]), np.stack([mask for _, mask in pairs])
            yield partial(loss_of, x, y)

    def validate() -> dict[str, float]:
        found = [
            loss_of(check_frames[at : at + 64], check_masks[at : at + 64]) for at in range(0, len(check_frames), 64)
        ]
        return {
            "loss": float(np.mean([float(loss) for loss, _ in found])),
            "iou": float(np.mean([iou for _, iou in found])),
        }

    name = "piece_finder" if of_pieces else "board_finder"
    return run(name, model, batches, validate, out, steps, halves=HALVES and of_pieces)


def run(
    name: str,
    model: nn.Module,
    batches: Callable[[np.random.Generator], Iterator[Callable[[], tuple[Tensor, float]]]],
    validate: Callable[[], dict[str, float]],
    out: Path,
    steps: int,
    *,
    halves: bool = HALVES,
    check_every: int = 200,
) -> dict[str, float]:
    """Train for ``steps`` steps from where the last run stopped; returns the last metrics.

    ``halves``: calculate with halves of floats.
    """
    out.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)  # its waiting threads would slow PyTorch's down to a third
    torch.manual_seed(SEED)
    optimizer = torch.optim.AdamW(model.parameters(), 2e-3, weight_decay=2e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 2.5e-3, total_steps=steps + 1, pct_start=0.15)
    checkpoint = out / f"{name}.pt"
    done, metrics = 0, {}
    if checkpoint.exists():
        state = torch.load(checkpoint, weights_only=True)
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        schedule.load_state_dict(state["schedule"])
        done, metrics = state["done"], state["metrics"]
    source = batches(np.random.default_rng([SEED, done]))
    with Progress() as progress, ThreadPoolExecutor(1) as preparing:
        bar = progress.add_task(f"Training {name}", total=steps, completed=done)
        coming = preparing.submit(next, source)
        while done < steps:
            model.train()
            batch, coming = coming.result(), preparing.submit(next, source)
            with torch.autocast("cpu", torch.bfloat16, enabled=halves):
                loss, _ = batch()
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 2.0)
            optimizer.step()
            schedule.step()
            done += 1
            progress.advance(bar)
            if done % check_every == 0 or done == steps:
                model.eval()
                with torch.no_grad():
                    metrics = validate()
                progress.console.print(f"{name} {done}: {json.dumps(metrics)}")
                torch.save(
                    {
                        "model": model.state_dict(),
                        "optimizer": optimizer.state_dict(),
                        "schedule": schedule.state_dict(),
                        "done": done,
                        "metrics": metrics,
                    },
                    checkpoint,
                )
    return metrics


if __name__ == "__main__":
    import sys

    which, data, weights, count = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]), int(sys.argv[4])
    if which == "cells":
        train_cells(data, weights, count)
    elif which == "holes":
        train_holes(data, weights, count)
    else:
        train_finder(data, weights, count, of_pieces=which == "piece_finder")
