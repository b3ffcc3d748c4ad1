"""Everything the page is made of, as bytes ready to be sent; the service makes it when it starts, nothing is built.

All files of one release lie under an address of their own, so that they may be kept for ever: when one of them changes,
the release changes.
"""

from __future__ import annotations

import functools
import gzip
import hashlib
import io
import json
import mimetypes
import pickle
import posixpath
import re
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final

from mechanica_core.editions import component_set, rule_set
from mechanica_core.editions.registry import BUILT_IN, RULE_SETS
from mechanica_core.messages import LANGUAGES
from mechanica_core.pieces import TRUCKS, Kind, Model
from mechanica_core.render import artwork, board_svg, piece_svg
from mechanica_core.render.board import document
from mechanica_core.render.board import words as print_words
from mechanica_core.render.svg import Markup, group, joined, moved, path, rect
from mechanica_core.render.theme import LIGHT
from service.page import answers, read_already
from service.page.words import words

STATIC: Final = Path(__file__).parent / "static"
LATER: Final = frozenset({"core.zip", "sample.jpg"})
"""What the page loads only when it is wanted."""
PYTHON: Final = Path(__file__).parents[2] / "build" / "pyodide"
"""Where ``make`` puts Python for the browser, if it can be had; without it the page needs the connection for all."""
_PYTHON: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
_TYPES: Final = {
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".js": "text/javascript",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
}
READ_OTHERWISE: Final = "editions/files.py"
_IMPORT: Final = re.compile(r'^(?:import|} from)\b[^"(]*"([^"]+)";$', re.MULTILINE)
_CORE: Final = ("*.py", "editions/data/*.toml", "locale/*/LC_MESSAGES/*.mo")
_PRESSED: Final = frozenset({".js", ".mjs", ".wasm", ".css", ".html", ".svg", ".json", ".webmanifest"})
"""Kinds of files that become smaller when they are compressed."""


@dataclass(frozen=True, slots=True)
class File:
    """A file of the page, as it is and compressed where that helps."""

    body: bytes
    media_type: str
    compressed: bytes | None

    @classmethod
    def of(cls, name: str, body: bytes) -> File:
        """A file by the end of its name."""
        suffix = Path(name).suffix
        kind = _TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
        if kind.startswith("text/") or kind == "application/json":
            kind += "; charset=utf-8"
        return cls(body, kind, gzip.compress(body, 9, mtime=0) if suffix in _PRESSED else None)


@dataclass(frozen=True)
class Shell:
    """A release of the page: its name, its files, and the two that stand at fixed addresses and name it."""

    release: str
    files: Mapping[str, File]
    index: File
    worker: File


@functools.cache
def shell() -> Shell:
    """The page as it is installed."""
    bodies = dict(_bodies())
    index, worker = bodies.pop("index.html"), bodies.pop("sw.js")
    digest = hashlib.sha256(index + worker)
    # The archive of the core may be packed in another order another time, so what is in it counts.
    for name, body in (*sorted((name, bodies[name]) for name in bodies if name != "core.zip"), *_core_files()):
        digest.update(name.encode() + b"\0" + body)
    release = digest.hexdigest()[:12]
    first = [f"/page/{release}/{name}" for name in sorted(bodies) if name not in LATER]
    # Told at once, so that the browser need not find one module by the other.
    wanted = sorted(_imported("js/main.js", bodies))
    modules = "".join(f'<link rel="modulepreload" href="/page/{release}/{name}">' for name in wanted)
    named = {
        b"{modules}": modules.encode(),
        b"{release}": release.encode(),
        b"{files}": json.dumps(first).encode(),
    }
    for gap, value in named.items():
        index, worker = index.replace(gap, value), worker.replace(gap, value)
    return Shell(
        release,
        {name: File.of(name, body) for name, body in bodies.items()},
        File.of("index.html", index),
        File.of("sw.js", worker),
    )


def _imported(name: str, bodies: Mapping[str, bytes], found: frozenset[str] = frozenset()) -> frozenset[str]:
    """A module and all that have to be there before it runs."""
    found |= {name}
    for other in _IMPORT.findall(bodies[name].decode()):
        target = posixpath.normpath(posixpath.join(posixpath.dirname(name), other))
        if target not in found:
            found = _imported(target, bodies, found)
    return found


@functools.cache
def python_file(name: str) -> File | None:
    """A file of Python for the browser, if it is there."""
    if name not in _PYTHON or not (PYTHON / name).is_file():
        return None
    return File.of(name, (PYTHON / name).read_bytes())


def _bodies() -> Iterator[tuple[str, bytes]]:
    for file in sorted(STATIC.rglob("*")):
        if file.is_file():
            yield file.relative_to(STATIC).as_posix(), file.read_bytes()
    for kind in Kind:
        yield f"art/{kind}.svg", piece_svg(kind).encode()
        yield f"art/sign_{kind}.svg", _sign(kind).encode()
    yield "art/board.svg", board_svg().encode()
    yield "art/duplicator_flipped.svg", piece_svg(Kind.DUPLICATOR, flipped=True).encode()
    for model in Model:
        yield f"art/{model}.svg", _bot(model).encode()
    for language in LANGUAGES:
        yield f"words/{language}.json", json.dumps(words(language), ensure_ascii=False).encode()
    yield "core.zip", _core()


def _bot(model: Model) -> str:
    return document(
        (-16, -17, 32, 32), [artwork.bot(model, LIGHT)], title=model, language="en", width="32", height="32"
    )


def _sign(kind: Kind) -> str:
    """A piece as a small sign over a photo: its emblem on its colour."""
    if kind in TRUCKS:
        print_ = print_words("123"[TRUCKS.index(kind)], 0, 10, LIGHT.ink, size=28, bold=True, middle=True)
    elif kind is Kind.FORK:
        print_ = _points()
    else:
        print_ = group(artwork.EMBLEMS[kind](LIGHT), transform=moved(0, 0, scale=1.05))
    plate = rect(-19, -19, 38, 38, rx=10, fill=LIGHT.plates[kind], stroke=LIGHT.ink, stroke_width=2.4)
    sign = joined((plate, print_))
    return document((-21, -21, 42, 42), [sign], title=kind, language="en", width="42", height="42")


def _points() -> Markup:
    """The sign of a Fork: a way that parts."""
    way = "M-12 8H-4Q6 8 6 -2V-9M1 -5 6 -11 11 -5M-4 8H11M7 3 12 8 7 13"
    return path(way, stroke=LIGHT.ink, stroke_width=3.4, fill="none")


def _core_files() -> Iterator[tuple[str, bytes]]:
    """What the browser needs of the core, and the answers made with it, by their places in the archive."""
    core = Path(str(files("mechanica_core")))
    for file in sorted({file for pattern in _CORE for file in core.rglob(pattern)}):
        place = file.relative_to(core)
        if place.parts[0] not in ("build", "other_games") and place.as_posix() != READ_OTHERWISE:
            yield f"mechanica_core/{place.as_posix()}", file.read_bytes()
    yield f"mechanica_core/{READ_OTHERWISE}", Path(read_already.__file__).read_bytes()
    yield "answers.py", Path(answers.__file__).read_bytes()


def _core() -> bytes:
    """The rules for the browser as an archive that Python imports from."""
    read = {
        "rules": {name: rule_set(name) for name in RULE_SETS},
        "components": {name: component_set(name) for name in BUILT_IN},
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for place, body in (*_core_files(), ("mechanica_core/editions/read.pickle", pickle.dumps(read, protocol=4))):
            archive.writestr(zipfile.ZipInfo(place), body, zipfile.ZIP_DEFLATED)
    return packed.getvalue()
