"""Copies of the game as owners taught them: one file each.

A copy file is a zip of ``manifest.json``, ``board.npy``, ``pieces.npy`` (all pictures, in the manifest's order) and, if
the owner gave it, ``components.toml``. It may come from a stranger, so nothing in it is unpacked, unpickled or given
memory before its size is known to be right.
"""

from __future__ import annotations

import io
import os
import secrets
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Annotated, Final, Literal, Self

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from mechanica_core.editions import MAX_COLUMNS, component_set, registry
from mechanica_core.editions.files import MAX_FILE_BYTES, read_component_set
from mechanica_core.errors import EditionError, why_not
from mechanica_core.files import open_file
from mechanica_core.geometry import ROWS, dock_place, start_place
from mechanica_core.machinery import truck_hole_names
from mechanica_core.messages import Message, say
from mechanica_core.pieces import FABRICATORS, PRINTED, Kind
from vision.errors import CopyError, what_is_wrong

Picture = NDArray[np.uint8]
Point = tuple[float, float]

BOARD_PX: Final = 64
"""Pixels of a square in the picture of the empty board."""
PIECE_PX: Final = 96
"""Pixels of a piece's picture each way."""
PIECE_SPAN: Final = 1.5
"""Squares that a piece's picture covers each way, so that its knobs are on it."""
MAX_BYTES: Final = 32_000_000
MAX_PHOTOS: Final = 12
"""So many pictures a copy may have of one piece."""
MAX_PIECES: Final = 13 * MAX_PHOTOS
"""There are 13 pieces to be taught."""
DEMO: Final = "demo"
"""The built-in copy: our own demonstration set as it is printed (``mechanica sheet``)."""
DEMO_FILE: Final = Path(__file__).with_name("demo.zip")
MAX_MARGIN: Final = 3
"""A board reaches so many squares beyond its slots at most."""

_MANIFEST: Final = "manifest.json"
_BOARD: Final = "board.npy"
_PIECES: Final = "pieces.npy"
_COMPONENTS: Final = "components.toml"
_LARGEST: Final = {_MANIFEST: 500_000, _COMPONENTS: 4 * MAX_FILE_BYTES}
_NPY_HEADER: Final = 256
"""More bytes than the header of an array of ours takes."""
_BROKEN: Final = (zipfile.BadZipFile, EOFError, OSError, RuntimeError, ValueError, zlib.error)
"""What reading a broken zip file or array raises."""


def piece_name(kind: Kind, flipped: bool) -> str:
    """What the photo of a piece is called: ``piece_name(Kind.DUPLICATOR, True) == "duplicator_flipped"``."""
    return kind.value + "_flipped" * flipped


@dataclass(frozen=True, slots=True, eq=False)
class TaughtPiece:
    """One taught photo of a piece that faces east.

    ``picture`` is (PIECE_PX, PIECE_PX, 3), uint8, BGR, with the body's centre in its middle; ``holes`` gives (x, y)
    from there in squares, by the hole's name.
    """

    kind: Kind
    flipped: bool
    picture: Picture
    holes: Mapping[str, Point]


@dataclass(frozen=True, slots=True, eq=False)
class Copy:
    """One physical copy of the game, in the board plane: squares, x to the east, y to the south, origin at the slots.

    ``outline`` is the board's outer edge (left, top, right, bottom) and ``board`` the empty board over it, BOARD_PX
    pixels a square: (height, width, 3), uint8, BGR. ``hole_radius`` is in squares, ``board_holes`` maps places such as
    ``start/top/centre`` and ``dock/top/1`` to (x, y). ``components`` is a component file's text if the owner gave one.
    ``holes_cut`` is False if the holes of pieces are only printed on them, so that no board is seen through them.
    """

    name: str
    columns: int
    outline: tuple[float, float, float, float]
    board: Picture
    pieces: tuple[TaughtPiece, ...]
    hole_radius: float
    board_holes: Mapping[str, Point]
    components: str | None = None
    holes_cut: bool = True


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


_Coordinate = Annotated[float, Field(ge=-MAX_MARGIN, le=MAX_COLUMNS + 2 + MAX_MARGIN)]
_Hole = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_]{0,15}$")]
_Place = Annotated[str, Field(max_length=40)]
_OnPiece = Annotated[float, Field(ge=-0.5, le=0.5)]


class _Piece(_Strict):
    kind: Annotated[Kind, Field(strict=False)]
    flipped: bool
    holes: Annotated[dict[_Hole, tuple[_OnPiece, _OnPiece]], Field(max_length=9)]


class _Manifest(_Strict):
    """All of a copy but its pictures and components."""

    format: Literal["mechanica-copy/1"] = "mechanica-copy/1"
    name: str
    columns: Annotated[int, Field(ge=1, le=MAX_COLUMNS)]
    outline: tuple[_Coordinate, _Coordinate, _Coordinate, _Coordinate]
    hole_radius: Annotated[float, Field(ge=0.05, le=0.5)]
    board_holes: Annotated[dict[_Place, tuple[_Coordinate, _Coordinate]], Field(max_length=60)]
    pieces: Annotated[list[_Piece], Field(max_length=MAX_PIECES)]

    @model_validator(mode="after")
    def _on_the_board(self) -> Self:
        left, top, right, bottom = self.outline
        widest, highest = self.columns + 2 + MAX_MARGIN, 3 + MAX_MARGIN
        if not (left < 0.5 and top < 0.5 and self.columns + 1.5 < right <= widest and 2.5 < bottom <= highest):
            raise ValueError(say("the outline does not go round the slots"))
        squares = {f"{start_place(row)}/centre": (0, row) for row in range(len(ROWS))}
        squares |= {f"{dock_place(row)}/1": (self.columns + 1, row) for row in range(len(ROWS))}
        if self.board_holes.keys() != squares.keys():
            raise ValueError(_other_holes("board_holes", squares, self.board_holes))
        for hole, (x, y) in self.board_holes.items():
            column, row = squares[hole]
            if not (column < x < column + 1 and row < y < row + 1):
                raise ValueError(say("{hole} is not on its square", hole=hole))
        return self

    @model_validator(mode="after")
    def _pieces_of_the_game(self) -> Self:
        pictures: Counter[str] = Counter()
        for piece in self.pieces:
            name = piece_name(piece.kind, piece.flipped)
            holes = _holes_of(piece.kind, piece.flipped)
            if holes is None:
                raise ValueError(say("{piece} is no piece that is taught", piece=name))
            if piece.holes.keys() != set(holes) and (piece.holes or not pictures[name]):
                raise ValueError(_other_holes(name, holes, piece.holes))
            pictures[name] += 1
            if pictures[name] > MAX_PHOTOS:
                raise ValueError(say("{piece} comes more than {most} times", piece=name, most=MAX_PHOTOS))
        return self

    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The shape that each array must have."""
        left, top, right, bottom = self.outline
        board = (round((bottom - top) * BOARD_PX), round((right - left) * BOARD_PX), 3)
        return {_BOARD: board, _PIECES: (len(self.pieces), PIECE_PX, PIECE_PX, 3)}


def _holes_of(kind: Kind, flipped: bool) -> Iterable[str] | None:
    """Names of the holes that a piece has, and its first picture must tell; None if that is no piece to be taught."""
    components = component_set("published")
    if (kind, flipped) in components.shapes:
        return components.shapes[kind, flipped].value.holes
    if flipped or kind in PRINTED:
        return None
    return components.start_shapes[kind].value.holes if kind in FABRICATORS else truck_hole_names(components, kind)


def _other_holes(what: str, needed: Iterable[str], found: Iterable[str]) -> Message:
    return say(
        "{piece} should have the holes {needed}, and has {found}",
        piece=what,
        needed=_listed(needed),
        found=_listed(found),
    )


def save(copy: Copy, file: str | Path) -> None:
    """Write a copy file, whole or not at all; the same copy gives the same bytes.

    Raises :class:`CopyError` if that cannot be written, or if the copy is none: a name, shape or number is wrong.
    """
    path = Path(file)
    with _telling(path):
        check_name(copy.name)
        manifest = _Manifest(
            name=copy.name,
            columns=copy.columns,
            outline=copy.outline,
            hole_radius=copy.hole_radius,
            board_holes=dict(copy.board_holes),
            pieces=[_Piece(kind=piece.kind, flipped=piece.flipped, holes=dict(piece.holes)) for piece in copy.pieces],
        )
        members = {_MANIFEST: manifest.model_dump_json().encode()}
        pictures = np.empty((0, PIECE_PX, PIECE_PX, 3), np.uint8)
        if copy.pieces:
            pictures = np.stack([piece.picture for piece in copy.pieces])
        for name, array in ((_BOARD, copy.board), (_PIECES, pictures)):
            members[name] = _npy(name, array, manifest.shapes()[name])
        if copy.components is not None:
            read_component_set(copy.components, copy.name, _COMPONENTS)
            members[_COMPONENTS] = copy.components.encode()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in members.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    _write(path, packed.getvalue())


def load(file: str | Path | bytes) -> Copy:
    """Read a copy file, or what one holds.

    Raises :class:`CopyError` if there is none or it is not wholly what :func:`save` writes.
    """
    path = Path("copy.zip" if isinstance(file, bytes) else file)
    data = file if isinstance(file, bytes) else _read(path)
    if len(data) > MAX_BYTES:
        raise CopyError(say("{file}: larger than {most} bytes, so no copy of the game", file=str(path), most=MAX_BYTES))
    with _telling(path):
        with _opened(data) as archive:
            infos = {info.filename: info for info in archive.infolist()}
            manifest = _Manifest.model_validate_json(_member(archive, infos[_MANIFEST], _LARGEST[_MANIFEST]))
            check_name(manifest.name)
            board, pictures = (_array(archive, infos[name], manifest.shapes()[name]) for name in (_BOARD, _PIECES))
            components = None
            if _COMPONENTS in infos:
                components = _text(archive, infos[_COMPONENTS])
                read_component_set(components, manifest.name, _COMPONENTS)
        pieces = zip(manifest.pieces, pictures, strict=True)
        return Copy(
            name=manifest.name,
            columns=manifest.columns,
            outline=manifest.outline,
            board=board,
            pieces=tuple(TaughtPiece(piece.kind, piece.flipped, picture, piece.holes) for piece, picture in pieces),
            hole_radius=manifest.hole_radius,
            board_holes=manifest.board_holes,
            components=components,
        )


@cache
def demo_copy() -> Copy:
    """The built-in copy. No other can have its name, which is that of its component set too."""
    return replace(load(DEMO_FILE), name=DEMO, holes_cut=False)


def check_name(name: str) -> None:
    """Raise :class:`CopyError` unless a copy may be called so: as the component set may that comes with it."""
    try:
        registry.check_name(name)
    except EditionError as error:
        raise CopyError(error.message) from None


def unwritable(file: Path, error: OSError | ValueError) -> CopyError:
    """What to raise if a file or folder cannot be changed."""
    return CopyError(say("{file}: cannot be written: {why}", file=str(file), why=why_not(error)))


# -- bytes ---------------------------------------------------------------------------------------------------


@contextmanager
def _telling(file: Path) -> Iterator[None]:
    """Tell all that is wrong with a copy or its file as a :class:`CopyError` that names the file."""
    try:
        yield
        return
    except (CopyError, EditionError) as error:
        why = error.message
    except ValidationError as error:
        why = say("{file}: {why}", file=_MANIFEST, why=what_is_wrong(error))
    except _BROKEN:
        why = say("it is damaged")
    raise CopyError(say("{file}: not a copy of the game: {why}", file=str(file), why=why))


def _read(file: Path) -> bytes:
    try:
        with open_file(file) as opened:
            return opened.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise CopyError(say("{file}: there is no such file", file=str(file))) from None
    except (OSError, ValueError) as error:
        raise CopyError(say("{file}: cannot be read: {why}", file=str(file), why=why_not(error))) from None


def _write(file: Path, data: bytes) -> None:
    """Write a file under another name and rename it, so that nobody sees half of it."""
    part = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
    try:
        try:
            part.write_bytes(data)
            os.replace(part, file)
        finally:
            part.unlink(missing_ok=True)
    except (OSError, ValueError) as error:
        raise unwritable(file, error) from None


def _opened(data: bytes) -> zipfile.ZipFile:
    """The zip file, if it has the members of a copy and no others."""
    # The list of members is at the end, and zipfile reads all of it: it could have a hundred thousand entries.
    end = data[-22:]
    list_bytes = int.from_bytes(end[12:16], "little")
    if not (end.startswith(b"PK\5\6") and end.endswith(b"\0\0")) or data[-42:-38] == b"PK\6\7" or list_bytes > 1_000:
        raise CopyError(say("it is no zip file, or none of a copy"))
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except _BROKEN:
        raise CopyError(say("it is no zip file, or none of a copy")) from None
    found = sorted(archive.namelist())
    needed = sorted((_MANIFEST, _BOARD, _PIECES))
    if found not in (needed, sorted((*needed, _COMPONENTS))):
        raise CopyError(say("it should hold {needed}, and holds {found}", needed=_listed(needed), found=_listed(found)))
    return archive


def _listed(names: Iterable[str]) -> str:
    return ", ".join(name[:40] for name in names) or "-"


def _member(archive: zipfile.ZipFile, info: zipfile.ZipInfo, most: int) -> bytes:
    """A member's bytes: no more than it says to have, which ``most`` allows, are unpacked."""
    # Other ways of packing unpack a little into very much at once.
    if info.file_size > most or info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise CopyError(say("{member} is too large, or packed in a strange way", member=info.filename))
    try:
        with archive.open(info) as member:
            return member.read(info.file_size)  # without a number it would unpack all there is
    except _BROKEN:
        raise CopyError(say("{member} is damaged", member=info.filename)) from None


def _text(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> str:
    try:
        return _member(archive, info, _LARGEST[info.filename]).decode()
    except UnicodeDecodeError:
        raise CopyError(say("{member} is damaged", member=info.filename)) from None


def _array(archive: zipfile.ZipFile, info: zipfile.ZipInfo, shape: tuple[int, ...]) -> Picture:
    """An array of bytes, if it has that shape: its header is read first, because NumPy trusts it."""
    stream = io.BytesIO(_member(archive, info, int(np.prod(shape)) + _NPY_HEADER))
    with suppress(*_BROKEN):
        if np.lib.format.read_magic(stream) == (1, 0):
            told, _, dtype = np.lib.format.read_array_header_1_0(stream, max_header_size=_NPY_HEADER)
            if told == shape and dtype == np.uint8:
                stream.seek(0)
                return np.asarray(np.load(stream, allow_pickle=False))
    raise _no_shape(info.filename, shape)


def _npy(name: str, array: Picture, shape: tuple[int, ...]) -> bytes:
    if array.shape != shape or array.dtype != np.uint8:
        raise _no_shape(name, shape)
    stream = io.BytesIO()
    np.save(stream, np.ascontiguousarray(array), allow_pickle=False)
    return stream.getvalue()


def _no_shape(name: str, shape: tuple[int, ...]) -> CopyError:
    return CopyError(say("{member} is no array of bytes shaped {shape}", member=name, shape=shape))
