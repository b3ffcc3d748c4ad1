"""The coin reader measured on drawn photos of copies in a style that no net learned from.

python -m models.training.whole_coins build/training
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from rich.progress import track

from models.training.coins import HIDDEN, UNSURE, CoinScene, bots_of, draw_coins
from models.training.whole import WIDE, as_photo
from vision import PhotoError
from vision.coins import CoinReading, read_coins

PHOTOS: Final = 50
LEAST_RADIUS: Final = 12.0
"""Photos have no narrower coins, in pixels: nobody could read their numerals."""


class Shot(NamedTuple):
    """A drawn photo, and what was read in it; None: it was refused."""

    scene: CoinScene
    reading: CoinReading | None

    @property
    def wanted(self) -> tuple[int, ...]:
        """The values of all coins but those whose numeral is hidden."""
        return tuple(sorted(coin.value for coin in self.scene.coins if coin.label != HIDDEN))

    @property
    def exact(self) -> bool:
        """Whether what was read comes to the right total."""
        return self.reading is not None and self.reading.total == sum(self.wanted)

    @property
    def sure(self) -> bool:
        """Whether nothing is marked for another look."""
        return self.reading is not None and not self.reading.doubts


def shots(seed: int, photos: int, bots: Path, *, held_back: bool = True) -> Iterator[Shot]:
    """Drawn photos, each of another copy, on which every numeral can be told or is hidden altogether."""
    rng, sprites = np.random.default_rng([20261202, seed]), bots_of(bots)
    count = 0
    while count < photos:
        size = WIDE if rng.random() < 0.7 else WIDE[::-1]
        scene = draw_coins(rng, size, sprites, held_back=held_back, one_copy=True)
        if not scene.coins or any(coin.label == UNSURE or coin.narrow < LEAST_RADIUS for coin in scene.coins):
            continue
        count += 1
        try:
            reading = read_coins(as_photo(scene.photo))
        except PhotoError:
            reading = None
        yield Shot(scene, reading)


def measure(bots: Path, seed: int = 1, photos: int = PHOTOS) -> str:
    """How many photos are counted exactly, and how well doubts tell which are not, in words."""
    seen = list(track(shots(seed, photos, bots), "Counting drawn coins", total=photos))
    exact = [shot for shot in seen if shot.exact]
    wrong = [shot for shot in seen if not shot.exact]
    return (
        f"{len(seen)} photos with {sum(len(shot.wanted) for shot in seen)} coins, {len(exact)} exact "
        f"({sum(not shot.sure for shot in exact)} with a doubt), {sum(shot.sure for shot in wrong)} wrong and no doubt"
    )


if __name__ == "__main__":
    print(measure(Path(sys.argv[1]) / "data" / "bots.npz"))
