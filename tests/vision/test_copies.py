"""Copies of the game as files, which may come from a stranger."""

from __future__ import annotations

import contextlib
import io
import json
import struct
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

from mechanica_core.editions.registry import built_in_text
from mechanica_core.geometry import ROWS
from mechanica_core.messages import LANGUAGES
from mechanica_core.pieces import Kind
from vision import copies
from vision.copies import BOARD_PX, PIECE_PX, Copy, TaughtPiece
from vision.errors import CopyError
from vision.teaching import HOLES, TAUGHT

Members = dict[str, bytes]
MEMBERS: Final = ("manifest.json", "board.npy", "pieces.npy")


def taught(name: str = "mine", components: str | None = None) -> Copy:
    """A copy as teaching gives it, with pictures of noise."""
    rng = np.random.default_rng(3)
    pieces = tuple(
        TaughtPiece(kind, flipped, rng.integers(0, 256, (PIECE_PX, PIECE_PX, 3), np.uint8), HOLES[kind, flipped])
        for kind, flipped in ((Kind.DUPLICATOR, False), (Kind.DUPLICATOR, True), (Kind.HUGE_TRUCK, False))
    )
    holes = {f"start/{row}/centre": (0.5, 0.5 + number) for number, row in enumerate(ROWS)}
    holes |= {f"dock/{row}/1": (5.5, 0.5 + number) for number, row in enumerate(ROWS)}
    outline = (-0.4, -0.45, 6.35, 3.4)
    height, width = round(3.85 * BOARD_PX), round(6.75 * BOARD_PX)
    return Copy(
        name=name,
        columns=4,
        outline=outline,
        board=rng.integers(0, 256, (height, width, 3), np.uint8),
        pieces=pieces,
        hole_radius=0.17,
        board_holes=holes,
        components=components,
    )


def same(one: Copy, other: Copy) -> bool:
    def plain(copy: Copy) -> tuple[object, ...]:
        pieces = [(piece.kind, piece.flipped, piece.picture.tobytes(), dict(piece.holes)) for piece in copy.pieces]
        told = (copy.name, copy.columns, copy.outline, copy.hole_radius, dict(copy.board_holes), copy.components)
        return (*told, copy.board.shape, copy.board.tobytes(), pieces)

    return plain(one) == plain(other)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The file of a good copy."""
    path = tmp_path / "mine.zip"
    copies.save(taught(), path)
    return path


def members(file: Path) -> Members:
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def repack(file: Path, content: Members, method: int = zipfile.ZIP_DEFLATED) -> None:
    with zipfile.ZipFile(file, "w", method) as archive:
        for name, data in content.items():
            archive.writestr(name, data)


def refused(file: Path) -> str:
    """Why a file is refused, which costs little memory."""
    with pytest.raises(CopyError) as raised:
        copies.load(file)
    assert len({raised.value.text(language) for language in LANGUAGES}) == len(LANGUAGES)
    return str(raised.value)


# -- files ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("components", [None, built_in_text("demo")])
def test_a_copy_comes_back_as_it_was(tmp_path: Path, components: str | None) -> None:
    copy = taught(components=components)
    copies.save(copy, tmp_path / "one")
    copies.save(copy, str(tmp_path / "two"))
    assert same(copies.load(tmp_path / "one"), copy)
    assert same(copies.load(str(tmp_path / "two")), copy)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_a_copy_without_pieces_comes_back(tmp_path: Path) -> None:
    copy = replace(taught(), pieces=())
    copies.save(copy, tmp_path / "bare.zip")
    assert same(copies.load(tmp_path / "bare.zip"), copy)


@pytest.mark.parametrize("key", TAUGHT)
def test_every_piece_may_come_with_more_pictures_that_tell_no_holes(tmp_path: Path, key: tuple[Kind, bool]) -> None:
    picture = np.zeros((PIECE_PX, PIECE_PX, 3), np.uint8)
    first, more = TaughtPiece(*key, picture, HOLES.get(key, {})), TaughtPiece(*key, picture, {})
    copy = replace(taught(), pieces=(first, *[more] * (copies.MAX_PHOTOS - 1)))
    copies.save(copy, tmp_path / "mine.zip")
    assert same(copies.load(tmp_path / "mine.zip"), copy)


def test_a_copy_packed_anew_by_hand_is_read(file: Path) -> None:
    copy = copies.load(file)
    for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        repack(file, dict(reversed(members(file).items())), method)
        assert same(copies.load(file), copy)


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": "../mine"},
        {"name": "demo"},
        {"columns": 0},
        {"columns": 5},
        {"hole_radius": float("nan")},
        {"board": np.zeros((10, 10, 3), np.uint8)},
        {"board": taught().board.astype(np.float32)},
        {"pieces": (TaughtPiece(Kind.FORK, False, np.zeros((9, 9, 3), np.uint8), {}),)},
        {"pieces": (*taught().pieces, TaughtPiece(Kind.FORK, False, np.zeros((9, 9, 3), np.uint8), {}))},
        {"board_holes": {"floor/top/1/in": (1.5, 0.5)}},
        {"board_holes": {}},
        {"board_holes": dict(taught().board_holes) | {"dock/top/1": (5.5, float("nan"))}},
        {"components": "title = 3"},
    ],
)
def test_what_is_no_copy_is_not_saved(tmp_path: Path, wrong: dict[str, Any]) -> None:
    with pytest.raises(CopyError, match="not a copy of the game"):
        copies.save(replace(taught(), **wrong), tmp_path / "mine.zip")
    assert list(tmp_path.iterdir()) == []


def test_a_copy_is_written_whole_or_not_at_all(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = file.read_bytes()

    def full(part: Path, data: bytes) -> None:
        part.touch()
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(CopyError, match="cannot be written: no space left on the device"):
        copies.save(taught("other"), file)
    assert file.read_bytes() == before
    assert list(file.parent.iterdir()) == [file]


def test_where_nothing_can_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(CopyError, match="cannot be written"):
        copies.save(taught(), tmp_path / "missing" / "mine.zip")


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "it is no zip file"),
        (b"not a zip file, but longer than the end of one", "it is no zip file"),
        (bytes(copies.MAX_BYTES + 1), "larger than"),
    ],
)
def test_what_is_no_zip_file_is_refused(file: Path, content: bytes, why: str) -> None:
    file.write_bytes(content)
    assert why in refused(file)


def test_files_that_cannot_be_read_are_told(tmp_path: Path) -> None:
    assert "there is no such file" in refused(tmp_path / "missing.zip")
    assert "cannot be read" in refused(tmp_path)


@pytest.mark.parametrize("extra", ["../evil.npy", "/etc/passwd", "evil.pkl", "manifest.json/"])
def test_members_that_do_not_belong_are_refused(file: Path, extra: str) -> None:
    repack(file, members(file) | {extra: b""})
    assert "it should hold board.npy, manifest.json, pieces.npy" in refused(file)


@pytest.mark.parametrize("missing", MEMBERS)
def test_members_that_lack_are_refused(file: Path, missing: str) -> None:
    content = members(file)
    del content[missing]
    repack(file, content)
    assert "it should hold" in refused(file)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_members_that_come_twice_are_refused(file: Path) -> None:
    with zipfile.ZipFile(file, "a") as archive:
        archive.writestr("board.npy", b"")
    assert "it should hold" in refused(file)


def test_a_list_of_very_many_members_is_not_read(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repack(file, members(file) | {str(number): b"" for number in range(100)})
    monkeypatch.setattr(zipfile, "ZipFile", lambda *_: pytest.fail("read"))
    assert "it is no zip file, or none of a copy" in refused(file)


@pytest.mark.parametrize("member", MEMBERS)
def test_bombs_are_not_unpacked(file: Path, member: str, monkeypatch: pytest.MonkeyPatch) -> None:
    repack(file, members(file) | {member: bytes(20_000_000)})
    unpack = zipfile.ZipFile.open

    def watched(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Any:
        assert info.filename != member
        return unpack(archive, info)

    monkeypatch.setattr(zipfile.ZipFile, "open", watched)
    assert f"{member} is too large" in refused(file)


def test_bombs_that_lie_about_their_size_are_unpacked_only_so_far(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python unpacks all there is before it looks at the size, unless it is asked for a number of bytes."""
    bomb, told = 30_000_000, 400_000
    content = members(file)
    repack(file, content | {"manifest.json": content["manifest.json"] + b" " * bomb})
    size = struct.pack("<L", len(content["manifest.json"]) + bomb)
    data = file.read_bytes()
    assert data.count(size) == 2
    file.write_bytes(data.replace(size, struct.pack("<L", told)))
    asked: list[int] = []
    unpack = zipfile.ZipExtFile._read1  # type: ignore[attr-defined]

    def watched(member: zipfile.ZipExtFile, most: int) -> object:
        asked.append(most)
        return unpack(member, most)

    monkeypatch.setattr(zipfile.ZipExtFile, "_read1", watched)
    refused(file)
    assert asked
    assert max(asked) <= told


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_other_ways_of_packing_are_refused(file: Path, method: int) -> None:
    repack(file, members(file), method)
    assert "packed in a strange way" in refused(file)


def npy(array: np.ndarray[Any, Any], *, allow_pickle: bool = False) -> bytes:
    stream = io.BytesIO()
    np.save(stream, array, allow_pickle=allow_pickle)
    return stream.getvalue()


BOARD: Final = taught().board
ARRAYS: Final[dict[str, bytes]] = {
    "another shape": npy(BOARD[:-1]),
    "another type": npy(BOARD.view(np.int8)),
    "larger numbers": npy(BOARD.astype(np.uint16)),
    "objects": npy(np.array([Kind.FORK, None]), allow_pickle=True),
    "cut off": npy(BOARD)[:-1],
    "a later version": npy(BOARD).replace(b"NUMPY\1\0", b"NUMPY\3\0"),
    "not an array": b"board",
    "nothing": b"",
    "a huge header": npy(BOARD).replace(b"(246, 432, 3)", b"(2460000,432,3)"),
}


@pytest.mark.parametrize("array", ARRAYS)
def test_other_arrays_are_refused(file: Path, array: str) -> None:
    repack(file, members(file) | {"board.npy": ARRAYS[array]})
    assert "not a copy of the game" in refused(file)


MANIFESTS: Final[dict[str, dict[str, object]]] = {
    "another format": {"format": "mechanica-copy/2"},
    "a name that leads elsewhere": {"name": "../../mine"},
    "no name": {"name": ""},
    "too many columns": {"columns": 10**9},
    "columns of another type": {"columns": True},
    "a huge outline": {"outline": [-0.4, -0.45, 1e9, 3.4]},
    "an endless outline": {"outline": [-0.4, -0.45, float("inf"), 3.4]},
    "an outline of three": {"outline": [-0.4, -0.45, 6.35]},
    "an outline inside out": {"outline": [6.35, 3.4, -0.4, -0.45]},
    "fewer pieces than pictures": {"pieces": []},
    "a kind that is none": {"pieces": [{"kind": "robot", "flipped": False, "holes": {}}] * 3},
    "a hole that is none": {"pieces": [{"kind": "fork", "flipped": False, "holes": {"../in": [0, 0]}}] * 3},
    "a negative radius": {"hole_radius": -1},
    "a radius that is nearly nothing": {"hole_radius": 1e-300},
    "a place that is none": {"board_holes": {"x" * 100_000: [0, 0]}},
    "a surprise": {"surprise": 1},
}


@pytest.mark.parametrize("entries", MANIFESTS)
def test_other_manifests_are_refused(file: Path, entries: str) -> None:
    content = members(file)
    manifest = json.loads(content["manifest.json"]) | MANIFESTS[entries]
    repack(file, content | {"manifest.json": json.dumps(manifest).encode()})
    assert len(refused(file)) < 400


def piece(kind: str = "upgrader", holes: object = None, *, flipped: bool = False) -> dict[str, object]:
    return {"kind": kind, "flipped": flipped, "holes": holes or {}}


def board_holes(**changes: object) -> dict[str, object]:
    return dict(taught().board_holes) | {hole.replace("_", "/"): at for hole, at in changes.items()}


IN_WORDS: Final[dict[str, tuple[dict[str, object], str]]] = {
    "no holes in the board": ({"board_holes": {}}, "board_holes should have the holes start/top/centre, "),
    "a hole too few": ({"board_holes": {"start/top/centre": [0.5, 0.5]}}, "and has start/top/centre"),
    "a hole too many": ({"board_holes": board_holes(dock_top_2=[5.5, 0.5])}, "dock/bottom/1, dock/top/2"),
    "a hole elsewhere": ({"board_holes": board_holes(dock_top_1=[0.5, 0.5])}, "dock/top/1 is not on its square"),
    "a hole far away": (
        {"board_holes": board_holes(dock_top_1=[1e9, 0.5])},
        "board_holes.dock/top/1.0: 1000000000.0 is",
    ),
    "a hole nowhere": ({"board_holes": board_holes(dock_top_1=[5.5, float("nan")])}, "dock/top/1.1: NaN is no number"),
    "an endless radius": ({"hole_radius": float("inf")}, "hole_radius: Infinity is no number"),
    "no number": ({"hole_radius": "wide"}, 'hole_radius: "wide" is no number'),
    "a floor piece without holes": ({"pieces": [piece()]}, "upgrader should have the holes in, ahead, and has -"),
    "a fabricator without a hole": (
        {"pieces": [piece("advanced_fabricator", {"side": [0, 0]})]},
        "centre, side, and has side",
    ),
    "holes of another": ({"pieces": [piece("fork", {"in": [0, 0]})]}, "fork should have the holes -, and has in"),
    "a hole beside the piece": (
        {"pieces": [piece(holes={"ahead": [0.6, 0]})]},
        "pieces.0.holes.ahead.0: 0.6 is above 0.5",
    ),
    "one piece 13 times": ({"pieces": [piece("fork")] * 13}, "fork comes more than 12 times"),
    "a printed piece": ({"pieces": [piece("small_truck", {"1": [0, 0]})]}, "small_truck is no piece that is taught"),
    "the back of a fork": ({"pieces": [piece("fork", flipped=True)]}, "fork_flipped is no piece that is taught"),
    "a key too many": ({"surprise": 1}, "unknown key 'surprise'"),
    "a list": ({"board_holes": [1]}, "board_holes: [1] is no object"),
}


@pytest.mark.parametrize("wrong", IN_WORDS)
def test_what_is_wrong_with_a_manifest_is_named(file: Path, wrong: str) -> None:
    entries, told = IN_WORDS[wrong]
    content = members(file)
    repack(file, content | {"manifest.json": json.dumps(json.loads(content["manifest.json"]) | entries).encode()})
    sentence = refused(file)
    assert sentence.startswith(f"{file}: not a copy of the game: manifest.json: ")
    assert told in sentence


def test_no_message_comes_from_the_libraries_that_read(file: Path) -> None:
    """Whoever sees "Input should be", "magic string" or "Bad CRC" cannot know what to do."""
    content, good = members(file), file.read_bytes()
    spoilt = [
        {"manifest.json": b"["},
        {"board.npy": b"board"},
        {"board.npy": ARRAYS["cut off"]},
        {"components.toml": b"\xff"},
    ]
    told = []
    for change in spoilt:
        repack(file, content | change)
        told.append(refused(file))
    for start in (b"manifest.json", b"pieces.npy"):
        middle = good.index(start) + len(start) + 9
        file.write_bytes(good[:middle] + bytes([good[middle] ^ 255]) + good[middle + 1 :])
        told.append(refused(file))
    assert [sentence.removeprefix(f"{file}: not a copy of the game: ") for sentence in told] == [
        "manifest.json: it is no JSON",
        "board.npy is no array of bytes shaped (246, 432, 3)",
        "board.npy is no array of bytes shaped (246, 432, 3)",
        "components.toml is damaged",
        "manifest.json is damaged",
        "pieces.npy is damaged",
    ]


@pytest.mark.parametrize("manifest", [b"", b"[]", b"[" * 100_000, b"\xff"])
def test_what_is_no_manifest_is_refused(file: Path, manifest: bytes) -> None:
    repack(file, members(file) | {"manifest.json": manifest})
    assert len(refused(file)) < 400


def test_broken_components_are_refused(file: Path) -> None:
    for text in (b"title = 3", b"\xff", b"[" * 5000):
        repack(file, members(file) | {"components.toml": text})
        assert "not a copy of the game" in refused(file)


def test_whatever_is_broken_is_told_politely(file: Path) -> None:
    good = file.read_bytes()
    rng = np.random.default_rng(5)
    places = [*rng.integers(0, 400, 60), *rng.integers(len(good) - 400, len(good), 60)]
    for place in places:
        file.write_bytes(good[:place] + bytes([good[place] ^ int(rng.integers(1, 256))]) + good[place + 1 :])
        with contextlib.suppress(CopyError):
            copies.load(file)
    for length in rng.integers(0, len(good), 20):
        file.write_bytes(good[:length])
        refused(file)
