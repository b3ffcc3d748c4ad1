"""``mechanica teach``: learn a copy of the game from photos of its empty board and of each piece."""

from __future__ import annotations

import os
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, TypeAlias

import typer

from mechanica_core.editions import MAX_COLUMNS
from mechanica_core.editions.registry import BUILT_IN, check_name
from mechanica_core.errors import why_not
from mechanica_core.messages import say
from mechanica_core.pieces import Kind
from service.cli import own_components
from service.cli.corners import GivenCorners, read_corners
from service.cli.inputs import read
from service.cli.needs import need_reader
from service.cli.options import Lang
from service.cli.output import Output
from service.cli.printed_numbers import ask_numbers
from service.cli.refusal import NO, Refusal

if TYPE_CHECKING:
    from vision import BoardPhoto, Copy, Photo

PieceFiles: TypeAlias = dict[tuple[Kind, bool], list[Path]]

_PIECE_FILE: Final = re.compile(r"([a-z_]+?)(_flipped)?(?:-([0-9]{1,4}))?", re.ASCII)


def teach(
    name: Annotated[str, typer.Argument(metavar="NAME", show_default=False, help="What to call this copy.")],
    *,
    board: Annotated[
        str,
        typer.Option(
            metavar="PHOTO",
            show_default=False,
            help="The empty board, Start Zone left. A JSON of the same name beside it may give its corners by hand: "
            "board_corners_px and grid_corners_px.",
        ),
    ],
    pieces: Annotated[
        Path,
        typer.Option(
            metavar="DIR",
            show_default=False,
            help="Photos of one loose piece each, facing east, about from above: KIND.jpg, duplicator_flipped.jpg, "
            "more of a kind as KIND-2.jpg.",
        ),
    ],
    corners: Annotated[
        str | None,
        typer.Option(
            metavar="POINTS|FILE",
            help="Corners of the empty board by hand, NW NE SE SW as printed on it, or a JSON file with them.",
        ),
    ] = None,
    columns: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=MAX_COLUMNS, help="Columns of the floor; counted without it.")
    ] = None,
    components: Annotated[
        str | None,
        typer.Option(metavar="FILE|SET", help="What is printed on the pieces: a component file (TOML) or a known set."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite what is there.")] = False,
    to: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write there, not among your own copies.")
    ] = None,
    lang: Lang,
) -> None:
    """Teach the program your copy of the game, in seconds, from one photo of the board and one of each piece.

    At a terminal it asks for the numbers printed on the pieces, unless --components tells them.
    """
    need_reader(say("teaching needs the photo reader"))
    output = Output(lang)
    check_name(name)
    _check_free(name, to, force)
    told = None if components is None else _components_text(components)
    copy = _taught(output, name, board, pieces, _corners_of(board, corners), columns, told)
    if told is None and _at_a_terminal():
        copy = replace(copy, components=ask_numbers(output, copy.columns))
    _keep(output, copy, to, force)


def _at_a_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _check_free(name: str, to: Path | None, force: bool) -> None:
    """Refuse now what would be refused when all is learned."""
    from service import shelf  # noqa: PLC0415 (heavy)

    if force:
        return
    if to is None and name in shelf.own().names():
        raise Refusal(say("there is a copy called {name} already; --force overwrites it", name=name))
    if to is not None and to.exists():
        raise Refusal(say("{file} is there already; --force overwrites it", file=str(to)))


def _components_text(components: str) -> str:
    if components in BUILT_IN or components in own_components.files():
        return own_components.text(components)
    known = ", ".join((*BUILT_IN, *own_components.files()))
    return read(components, say("wanted: a component file (TOML), or one of the sets {known}", known=known)).text


def _corners_of(board: str, given: str | None) -> GivenCorners:
    """The corners given for the empty board, or those in the JSON beside its photo."""
    if given is not None:
        corners = read_corners(given)
        if corners == (None, None):
            raise Refusal(say("{file}: there are no board_corners_px in it", file=given))
        return corners
    beside = os.path.splitext(board)[0] + ".json"
    return read_corners(beside) if os.path.exists(beside) else GivenCorners(None, None)


def _taught(
    output: Output,
    name: str,
    board: str,
    pieces: Path,
    corners: GivenCorners,
    columns: int | None,
    components: str | None,
) -> Copy:
    import vision  # noqa: PLC0415 (heavy)

    found = _piece_files(output, pieces)
    if not found:
        raise Refusal(say("{file}: no photo of a piece, named KIND.jpg, is in it", file=str(pieces)))
    with output.bar(1 + sum(map(len, found.values())), say("learning")) as bar:

        def photos_of(files: list[Path]) -> Iterator[Photo]:
            for file in files:
                bar.step()
                yield _photo(file)

        photos = {key: photos_of(files) for key, files in found.items()}
        empty = _board_photo(board, corners)
        try:
            return vision.teach(name, empty, photos, columns=columns, components=components)
        except vision.CopyError as error:  # a photo without what it should show
            raise Refusal(error.message, NO) from None


def _piece_files(output: Output, folder: Path) -> PieceFiles:
    """The photos of pieces in a folder, by kind and side, the one to find holes in first; tells what else is there."""
    from service.cli.photos import SUFFIXES  # noqa: PLC0415 (heavy)
    from vision.copies import MAX_PHOTOS, piece_name  # noqa: PLC0415 (heavy)
    from vision.teaching import TAUGHT  # noqa: PLC0415 (heavy)

    known = {(kind.value, flipped): (kind, flipped) for kind, flipped in TAUGHT}
    numbered: defaultdict[tuple[Kind, bool], list[tuple[int, Path]]] = defaultdict(list)
    try:
        files = sorted(file for file in folder.iterdir() if not file.name.startswith("."))
    except OSError as error:
        raise Refusal(say("{file}: cannot be read: {why}", file=str(folder), why=why_not(error))) from None
    for file in files:
        match = _PIECE_FILE.fullmatch(file.stem.lower())
        key = known.get((match[1], match[2] is not None)) if match else None
        if match is None or key is None or file.suffix.lower() not in SUFFIXES:
            output.remark(say("{file}: not named like the photo of a piece, so skipped", file=str(file)))
        else:
            numbered[key].append((int(match[3] or 1), file))
    found: PieceFiles = {key: [file for _, file in sorted(numbered[key])] for key in TAUGHT if key in numbered}
    for (kind, flipped), photos in found.items():
        if len(photos) > MAX_PHOTOS:
            name = piece_name(kind, flipped)
            raise Refusal(
                say("{piece}: {count} photos, and {most} are the most", piece=name, count=len(photos), most=MAX_PHOTOS)
            )
    return found


def _photo(file: str | Path) -> Photo:
    from service.cli.photos import refusal  # noqa: PLC0415 (heavy)
    from vision import PhotoError, load_photo  # noqa: PLC0415 (heavy)

    try:
        return load_photo(Path(file))
    except PhotoError as error:
        raise refusal(str(file), error) from None


def _board_photo(file: str, corners: GivenCorners) -> BoardPhoto:
    import numpy as np  # noqa: PLC0415 (heavy)

    from vision import BoardPhoto  # noqa: PLC0415 (heavy)

    photo = _photo(file)
    board, grid = (None if points is None else np.array(points) / photo.scale for points in corners)
    return BoardPhoto(photo, board, grid)


def _keep(output: Output, copy: Copy, to: Path | None, force: bool) -> None:
    """Write the copy and tell what it is."""
    from service import shelf  # noqa: PLC0415 (heavy)
    from vision import save_copy  # noqa: PLC0415 (heavy)
    from vision.teaching import TAUGHT  # noqa: PLC0415 (heavy)

    if to is None:
        file = shelf.own().keep(copy, overwrite=force)
        keep_components(output, copy, force)
    else:
        file = to
        save_copy(copy, file)
    missing = missing_pieces(copy)
    learned = say("{name}: a board of {columns} columns", name=copy.name, columns=copy.columns)
    if copy.columns == 1:
        learned = say("{name}: a board of 1 column", name=copy.name)
    output.say(learned, say("pieces taught: {count}", count=len(TAUGHT) - len(missing)))
    if missing:
        output.say(say("not taught, so read as unknown: {pieces}", pieces=" ".join(missing)))
    if copy.components is None:
        output.say(say("The numbers on its pieces stay assumed: tell them by --components, or at a terminal."))
    output.say(say("{file} is written.", file=str(file)))


def keep_components(output: Output, copy: Copy, force: bool) -> None:
    """Put the components of a copy among the user's sets, so that all commands know factories read with it."""
    if copy.components is not None and not own_components.keep(copy.name, copy.components, overwrite=force):
        kept = say("your component set {name} is another, and stays; --force overwrites it", name=copy.name)
        output.remark(say("warning: {problem}", problem=kept))


def missing_pieces(copy: Copy) -> list[str]:
    """Pieces that a copy was not taught, by the names of their files."""
    from vision.copies import piece_name  # noqa: PLC0415 (heavy)
    from vision.teaching import TAUGHT  # noqa: PLC0415 (heavy)

    there = {(piece.kind, piece.flipped) for piece in copy.pieces}
    return [piece_name(*key) for key in TAUGHT if key not in there]
