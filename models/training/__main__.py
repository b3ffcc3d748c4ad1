"""Build all nets from nothing: draw data, train, calibrate, export. Stop it and start it again as you like.

python -m models.training --work build/training
python -m models.training --work build/smoke --smoke
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final, NamedTuple

from models.training.calibrate import temperatures
from models.training.coins import draw_all_coins
from models.training.data import draw_all
from models.training.export import export
from models.training.train import train_cells, train_finder, train_holes
from models.training.train_coins import coin_temperature, train_coin_finder, train_coin_reader


class Size(NamedTuple):
    """How much is drawn and learned.

    Shapes of bots, random copies, more with crowded boards, shards of coins, steps for each net.
    """

    bots: int
    copies: int
    crowded: int
    coins: int
    holes: int
    cells: int
    board_finder: int
    piece_finder: int
    coin_finder: int
    coin_reader: int


FULL: Final = Size(
    bots=800,
    copies=1400,
    crowded=400,
    coins=200,
    holes=5000,
    cells=2000,
    board_finder=1600,
    piece_finder=2400,
    coin_finder=5000,
    coin_reader=5000,
)
SMOKE: Final = Size(
    bots=8,
    copies=3,
    crowded=1,
    coins=2,
    holes=3,
    cells=3,
    board_finder=3,
    piece_finder=3,
    coin_finder=3,
    coin_reader=3,
)
"""Enough to see that every step works; what comes out reads nothing."""


def build(work: Path, out: Path, size: Size) -> None:
    """Draw, train, calibrate and export; what ``work`` holds already is not made again."""
    data, checkpoints = work / "data", work / "checkpoints"
    draw_all(data, size.bots, size.copies, size.crowded)
    draw_all_coins(data, size.coins)
    train_holes(data, checkpoints, size.holes)
    train_cells(data, checkpoints, size.cells)
    train_finder(data, checkpoints, size.board_finder, of_pieces=False)
    train_finder(data, checkpoints, size.piece_finder, of_pieces=True)
    train_coin_finder(data, checkpoints, size.coin_finder)
    train_coin_reader(data, checkpoints, size.coin_reader)
    out.mkdir(parents=True, exist_ok=True)
    calibration = temperatures(data, checkpoints) | {"coin_temperature": coin_temperature(data, checkpoints)}
    export(checkpoints, out, calibration)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m models.training", description=__doc__.partition("\n")[0])
    parser.add_argument("--work", type=Path, required=True, help="folder for data and checkpoints")
    parser.add_argument("--out", type=Path, help="folder for the ONNX files and the manifest (default: WORK/onnx)")
    parser.add_argument("--smoke", action="store_true", help="go through all steps in about two minutes")
    given = parser.parse_args()
    build(given.work, given.out or given.work / "onnx", SMOKE if given.smoke else FULL)


if __name__ == "__main__":
    main()
