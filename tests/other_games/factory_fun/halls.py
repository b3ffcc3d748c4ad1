"""Halls for tests: machines in a picture of text are called by letters, always the same."""

from __future__ import annotations

from typing import Final

from mechanica_core.other_games.factory_fun import Hall
from mechanica_core.other_games.factory_fun.text import read_hall_text

MACHINES: Final = {
    "A": "income 3, 1 west in yellow 1, 2 east out red 1: Press",
    "B": "income 3, 1 west in red 1, 2 east out blue 1: Mill",
    "C": "income 3, 1 west in yellow 1, 2 east out red 3: Strong press",
    "D": "income 3, 1 west in red 2, 2 east out blue 1: Large mill",
    "E": "income 5, 1 west in red 1, 2 east out end_product 1: Toy line",
    "F": "income 3, 1 north in red 1, 2 south out blue 1: Tall mill",
    "G": "income 3, 2 east in yellow 1: Sink",
    "H": "income 3, 1 west in yellow 1, 2 east out blue 1: Blue press",
    "K": "income 3, 1 north in red 1, 2 east out red 1: Pump",
    "L": "income 3, 1 west in yellow 1, 1 south out red 1, 2 south out red 1: Twin",
    "M": "income 3, 1 north in red 1, 2 north in red 1, 2 east out blue 1: Eater",
    "T": "income 3, 1 west in red 3, 2 east out blue 1: Largest mill",
    "P": "income 5, extra any, 1 west in brown 1, 1 north in blue 1, 2 east out red 1: Wonder",
}


def hall(picture: str) -> Hall:
    """The hall of a picture that uses the machines above; it has no pillar unless it is drawn."""
    used = [letter for letter in MACHINES if any(f"{letter}{arrow}" in picture for arrow in ">^<v")]
    return read_hall_text("\n".join([picture.strip("\n"), *(f"{letter}: {MACHINES[letter]}" for letter in used)]))
