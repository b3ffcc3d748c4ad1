"""Sets of machines, read from TOML files: the made-up one that comes with the library, and one's own (3.9)."""

from __future__ import annotations

import functools
from importlib.resources import files
from typing import Annotated, Final, Literal

from pydantic import Field

from mechanica_core.document import Object, validated
from mechanica_core.editions.files import parse_toml
from mechanica_core.other_games.factory_fun.document import MAX_KINDS, MachineEntry, document_place, machines_of
from mechanica_core.other_games.factory_fun.parts import Machine

MACHINES_FORMAT: Final = "factory-fun-machines/1"


class MachineSet(Object):
    """A file of machines: what the set is called, whether its machines are made up, and they themselves."""

    format: Literal["factory-fun-machines/1"]
    name: Annotated[str, Field(min_length=1, max_length=80)]
    made_up: bool
    machines: Annotated[list[MachineEntry], Field(min_length=1, max_length=MAX_KINDS)]

    def all(self) -> tuple[Machine, ...]:
        """The machines, in the order of the file. Raises :class:`DocumentError` naming those that cannot be."""
        return tuple(machines_of(self.machines, "machines"))


def read_machine_set(text: str, source: str) -> MachineSet:
    """Read a file of machines; ``source`` names it in errors.

    Raises :class:`EditionError` if it is no TOML, :class:`DocumentError` naming every broken entry.
    """
    read = validated(MachineSet, parse_toml(text, source), ignore_unknown=False, place=document_place)
    read.all()
    return read


@functools.cache
def made_up_machines() -> tuple[Machine, ...]:
    """48 machines made up for this project, enough for a game of four."""
    file = files("mechanica_core.other_games.factory_fun") / "data" / "made_up_machines.toml"
    return read_machine_set(file.read_text(encoding="utf-8"), file.name).all()
