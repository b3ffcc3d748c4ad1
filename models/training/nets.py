"""The nets: small convolutions, their brightness and colour normalised inside, so that a photo goes in as it is."""

from __future__ import annotations

from typing import Final

import torch
from torch import Tensor, nn
from torch.nn import functional

FEATURES: Final = 32
"""Numbers that describe each spot of a cell."""
SPOTS: Final = 9
"""A cell's description has SPOTS x SPOTS spots."""


def normalised(pixels: Tensor) -> Tensor:
    """Bytes to floats of mean 0 for each channel and a spread near 1 for the picture: light and its colour drop out."""
    pixels = pixels.float() / 255
    centred = pixels - pixels.mean((2, 3), keepdim=True)
    spread = (centred**2).mean((1, 2, 3), keepdim=True).sqrt()
    return centred / (spread + 0.02)


def conv(inputs: int, outputs: int, stride: int = 1, size: int = 3) -> nn.Sequential:
    """A convolution with its batch normalisation, which export folds in."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, size, stride, size // 2, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
    )


class Residual(nn.Module):
    """Two convolutions beside a shortcut."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(channels, channels), nn.Conv2d(channels, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels)
        )

    def forward(self, x: Tensor) -> Tensor:
        """The sum, without what is negative."""
        return functional.relu(x + self.body(x))


class CellNet(nn.Module):
    """Describes a cell, (n, 3, 72, 72) bytes: (n, FEATURES + 1, SPOTS, SPOTS), unit features and a weight a spot.

    The weight, 0..1, says how much a spot tells; a bot, glare or a hand weighs little.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 24, 2), conv(24, 24), conv(24, 48, 2), conv(48, 48), conv(48, 64, 2), Residual(64), Residual(64)
        )
        self.head = nn.Conv2d(64, FEATURES + 1, 1)

    def forward(self, pixels: Tensor) -> Tensor:
        """Unit features and weights."""
        x = self.head(self.body(normalised(pixels)))
        return torch.cat([functional.normalize(x[:, :-1], dim=1), torch.sigmoid(x[:, -1:])], 1)


class CellMatcher(nn.Module):
    """How well described cells fit described candidates; with the score of being none of them.

    The less is seen of a cell, the less its scores differ.
    """

    def __init__(self) -> None:
        super().__init__()
        self.sharpness = nn.Parameter(torch.tensor(3.0))
        self.unknown = nn.Parameter(torch.tensor([0.4, 0.2]))
        self.evidence = nn.Parameter(torch.tensor(0.5))

    def forward(self, cells: Tensor, candidates: Tensor) -> Tensor:
        """Scores of (n, 33, 9, 9) cells against (m, 33, 9, 9) candidates, then of none: (n, m + 1)."""
        weight, other = cells[:, -1].flatten(1), candidates[:, -1].flatten(1)
        weighted = (cells[:, :-1] * cells[:, -1:]).flatten(1)
        compared = (candidates[:, :-1] * candidates[:, -1:]).flatten(1)
        likeness = weighted @ compared.T / (weight @ other.T + 1e-3)
        seen = weight.mean(1, keepdim=True)
        none = self.unknown[0] - self.unknown[1] * seen
        return self.sharpness.exp() * seen**self.evidence * torch.cat([likeness, none], 1)


class HoleNet(nn.Module):
    """What stands in a hole: (n, 4) scores of nothing and the models.

    From (n, 7, 64, 48) bytes: as seen in the light of teaching, as expected without bots, and where holes are.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(10, 24, 2), conv(24, 24), conv(24, 40, 2), Residual(40), conv(40, 64, 2), Residual(64)
        )
        self.head = nn.Sequential(
            nn.Flatten(), nn.Dropout(0.3), nn.Linear(64 * 8 * 6, 48), nn.ReLU(inplace=True), nn.Linear(48, 4)
        )

    def forward(self, pixels: Tensor) -> Tensor:
        """Scores before softmax."""
        x = pixels.float() / 255
        seen = x[:, :3]
        mean, spread = seen.mean((1, 2, 3), keepdim=True), seen.std((1, 2, 3), keepdim=True)
        return self.head(self.body(torch.cat([(seen - mean) / (spread + 0.03), x - 0.5], 1)))


def down_and_up(x: Tensor, down: nn.ModuleList, side: nn.ModuleList, up: nn.ModuleList) -> Tensor:
    """A picture made coarser step by step, then finer again, each time with what was seen at that size."""
    levels = []
    for step in down:
        x = step(x)
        levels.append(x)
    for narrow, finer, level in zip(side, up, levels[-2::-1], strict=True):
        x = finer(functional.interpolate(narrow(x), scale_factor=2.0, mode="bilinear", align_corners=False) + level)
    return x


class FinderNet(nn.Module):
    """Finds flat things in a frame, (n, 3, 192, 256) bytes: (n, 2, 96, 128) scores of lying on them.

    For the board the two maps are the whole board and its grid of slots; for a loose piece its square body and its
    holes.
    """

    def __init__(self) -> None:
        super().__init__()
        self.down = nn.ModuleList([
            nn.Sequential(conv(3, 16, 2), conv(16, 16)),
            nn.Sequential(conv(16, 24, 2), conv(24, 24)),
            nn.Sequential(conv(24, 32, 2), Residual(32)),
            nn.Sequential(conv(32, 48, 2), Residual(48)),
            nn.Sequential(conv(48, 72, 2), Residual(72)),
        ])  # fmt: skip
        self.side = nn.ModuleList([nn.Conv2d(a, b, 1) for a, b in ((72, 48), (48, 32), (32, 24), (24, 16))])
        self.up = nn.ModuleList([conv(c, c) for c in (48, 32, 24, 16)])
        self.head = nn.Conv2d(16, 2, 1)

    def forward(self, pixels: Tensor) -> Tensor:
        """Scores before the sigmoid."""
        return self.head(down_and_up(normalised(pixels), self.down, self.side, self.up))


class CoinFinderNet(nn.Module):
    """Finds coins in a frame, (n, 3, h, w) bytes: six maps (n, 6, h / 4, w / 4), as ``vision.coins.decode`` takes them.

    The first is the score, before the sigmoid, of being a coin's middle.
    """

    def __init__(self) -> None:
        super().__init__()
        self.down = nn.ModuleList([
            nn.Sequential(conv(3, 24, 2), conv(24, 32, 2), conv(32, 32)),
            nn.Sequential(conv(32, 48, 2), Residual(48)),
            nn.Sequential(conv(48, 64, 2), Residual(64), Residual(64)),
            nn.Sequential(conv(64, 96, 2), Residual(96), Residual(96)),
        ])  # fmt: skip
        self.side = nn.ModuleList([nn.Conv2d(a, b, 1) for a, b in ((96, 64), (64, 48), (48, 32))])
        self.up = nn.ModuleList([conv(c, c) for c in (64, 48, 32)])
        self.head = nn.Conv2d(32, 6, 1)

    def forward(self, pixels: Tensor) -> Tensor:
        """A score, an offset and a shape for each spot."""
        x = pixels.float() / 127.5 - 1  # not normalised: a frame of any size shows the same to each spot
        return self.head(down_and_up(x, self.down, self.side, self.up))


class CoinReaderNet(nn.Module):
    """Reads a coin, (n, 3, 56, 56) bytes: (n, 6) scores of no coin, of each value, and of a hidden numeral."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 24, 2), conv(24, 32), conv(32, 48, 2), Residual(48), conv(48, 80, 2), Residual(80), Residual(80)
        )
        self.head = nn.Sequential(
            nn.Flatten(), nn.Dropout(0.2), nn.Linear(80 * 7 * 7, 48), nn.ReLU(inplace=True), nn.Linear(48, 6)
        )

    def forward(self, pixels: Tensor) -> Tensor:
        """Scores before softmax."""
        return self.head(self.body(normalised(pixels)))
