"""The copies of the game that the user taught: one file NAME.zip each in a folder of the program's own.

It loads the photo reader, so import it only where copies are wanted.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from mechanica_core.messages import say
from service.home import home
from vision import Copy, CopyError, load_copy, save_copy
from vision.copies import DEMO, check_name, unwritable

SUFFIX: Final = ".zip"


@dataclass(frozen=True)
class Shelf:
    """Copies of the game in a folder, a file each."""

    folder: Path

    def file_of(self, name: str) -> Path:
        """The file that a copy of that name has, or would have."""
        return self.folder / f"{name}{SUFFIX}"

    def names(self) -> tuple[str, ...]:
        """Names of the user's copies, sorted."""
        return tuple(sorted(file.stem for file in self.folder.glob(f"*{SUFFIX}") if _is_name(file.stem)))

    def find(self, name: str) -> Copy:
        """The user's copy of that name. Raises :class:`CopyError` if there is none or its file is broken."""
        file = self._known(name)
        try:
            return replace(load_copy(file), name=name)
        except CopyError as error:
            delete_it, teach_it = f"mechanica copies delete {name}", f"mechanica teach {name} --force"
            tip = say("Delete it ({delete}) or teach it again ({teach}).", delete=delete_it, teach=teach_it)
            raise CopyError(say("{why}. {tip}", why=error.message, tip=tip)) from None

    def every(self) -> tuple[list[Copy], list[CopyError]]:
        """All of the user's copies, and what is wrong with those whose files are broken."""
        copies, broken = [], []
        for name in self.names():
            try:
                copies.append(self.find(name))
            except CopyError as error:
                broken.append(error)
        return copies, broken

    def keep(self, copy: Copy, *, overwrite: bool = False) -> Path:
        """Put a copy among the user's and tell its file.

        Raises :class:`CopyError` if there is one of that name, unless ``overwrite``, or if it cannot be written.
        """
        check_name(copy.name)
        file = self.file_of(copy.name)
        if file.exists() and not overwrite:
            raise CopyError(say("there is a copy called {name} already; --force overwrites it", name=copy.name))
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise unwritable(file.parent, error) from None
        save_copy(copy, file)
        return file

    def delete(self, name: str) -> None:
        """Remove one of the user's copies, broken or not. Raises :class:`CopyError` if there is none of that name."""
        file = self._known(name)
        try:
            file.unlink()
        except OSError as error:
            raise unwritable(file, error) from None

    def export_to(self, name: str, to: str | Path, *, overwrite: bool = False) -> Path:
        """Write one of the user's copies to a file, or into a folder as NAME.zip; tells the file.

        Raises :class:`CopyError` if there is no such copy, its file is broken or the new one cannot be written, or is
        there already and not to be overwritten.
        """
        copy, file = self.find(name), Path(to, f"{name}{SUFFIX}") if os.path.isdir(to) else Path(to)
        if os.path.lexists(file) and not overwrite:
            raise CopyError(say("{file} is there already; --force overwrites it", file=str(file)))
        save_copy(copy, file)
        return file

    def import_from(self, file: str | Path, name: str | None = None, *, overwrite: bool = False) -> Copy:
        """Put a copy file among the user's copies, under another name if one is given; tells the copy.

        Raises :class:`CopyError` as :func:`vision.load_copy` and :func:`keep` do.
        """
        copy = load_copy(file)
        if name is not None:
            copy = replace(copy, name=name)
        self.keep(copy, overwrite=overwrite)
        return copy

    def _known(self, name: str) -> Path:
        if name == DEMO:
            raise CopyError(say("the copy {name} is built in, and stays as it is", name=name))
        known = self.names()
        if name not in known:
            raise unknown(name, known)
        return self.file_of(name)


def unknown(name: str, known: Sequence[str]) -> CopyError:
    """What to raise of a name that is none of the ``known`` ones."""
    listed = ", ".join(known) or say("none")
    return CopyError(say("no copy is called {name}; there are: {known}", name=repr(name), known=listed))


def own() -> Shelf:
    """The user's own copies."""
    return Shelf(home() / "copies")


def _is_name(name: str) -> bool:
    try:
        check_name(name)
    except CopyError:
        return False
    return True
