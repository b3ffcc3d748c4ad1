"""The user's own component sets: one file NAME.toml each in a folder of the program's own."""

from __future__ import annotations

from pathlib import Path

from mechanica_core.editions import BUILT_IN, register_components
from mechanica_core.editions.registry import built_in_text
from mechanica_core.errors import EditionError
from service.home import home


def folder() -> Path:
    """Where the user's own component files are kept."""
    return home() / "components"


def files() -> dict[str, Path]:
    """The user's component files by the name of their set."""
    return {file.stem: file for file in sorted(folder().glob("*.toml"))}


def register() -> dict[str, EditionError]:
    """Make all of them known to the library; returns what is wrong with those that are broken."""
    broken = {}
    for name, file in files().items():
        try:
            register_components(name, file)
        except EditionError as error:
            broken[name] = error
    return broken


def know(name: object) -> None:
    """Register the user's sets if ``name`` may be one. Raises :class:`EditionError` if that one is broken."""
    if name not in BUILT_IN and (broken := register().get(str(name))):
        raise broken


def keep(name: str, content: str, *, overwrite: bool = False) -> bool:
    """Put a component file's text among the user's sets; False if there is another of that name, which stays."""
    file = folder() / f"{name}.toml"
    if not overwrite and file.exists() and file.read_text(encoding="utf-8") != content:
        return False
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(content, encoding="utf-8")
    return True


def text(name: str) -> str:
    """The text of a set's file, built in or the user's own."""
    return built_in_text(name) if name in BUILT_IN else files()[name].read_text(encoding="utf-8")
