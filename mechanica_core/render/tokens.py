"""Flat bots and coins, each around the origin, to be printed and cut out."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from mechanica_core.pieces import Model
from mechanica_core.render import artwork
from mechanica_core.render.artwork import LINE
from mechanica_core.render.pieces import HOLE
from mechanica_core.render.svg import Markup, circle, group, joined, moved
from mechanica_core.render.theme import BOTS, Theme

TOKEN: Final = HOLE
"""Radius of a flat bot: it covers a hole."""
COINS: Final[Mapping[int, float]] = MappingProxyType({1: 21.0, 5: 23.0, 10: 25.0, 20: 27.0})
"""Coins by what they are worth, and how large each is: its radius."""
_DRAWN: Final = 11 + LINE / 2
"""The radius that :func:`artwork.wallet_coin` draws a coin with."""
_RIM: Final = 0.74
"""How much of a token's width the bot on it takes."""


def token(model: Model, theme: Theme) -> Markup:
    """A bot seen from above as a flat disc of its colour."""
    return joined(
        (
            circle(0, 0, TOKEN - LINE / 2, fill=BOTS[model], stroke=theme.ink, stroke_width=LINE),
            group(artwork.bot(model, theme), transform=moved(0, 1, scale=_RIM)),
        )
    )


def coin(worth: int, theme: Theme) -> Markup:
    """A coin with its number, in its size. Raises KeyError if there is no coin of that worth."""
    return group(artwork.wallet_coin(theme, worth), transform=moved(0, 0, scale=COINS[worth] / _DRAWN))
