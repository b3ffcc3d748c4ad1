"""What a command is given to read: a path, - for standard input, or a line of notation in quotes.

Whether that is a document, notation or a photo is decided by what is in it, never by a file's name.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from mechanica_core.choices import Decision
from mechanica_core.document import MAX_BYTES, parse_json
from mechanica_core.editions import component_set, rule_set
from mechanica_core.errors import DocumentError, EditionError, LayoutError, NotationError, RecordError, why_not
from mechanica_core.factory import Factory
from mechanica_core.files import open_file
from mechanica_core.game.record import Record, read_record
from mechanica_core.messages import Message, say
from service.cli import own_components
from service.cli.needs import need_reader
from service.cli.output import Output
from service.cli.problems import found_in
from service.cli.refusal import NO, Refusal

if TYPE_CHECKING:
    from service.scanning import Turns
    from vision import Reading

MAX_PHOTO_BYTES: Final = 64_000_001
"""One more than the photo reader takes, which then says so."""
_NOTATION: Final = re.compile(r"\s*[.BAO](\([-bpd]*\))?\s*=")
"""How every line of notation begins: a start slot."""
_PICTURE: Final = re.compile(
    rb"\xff\xd8\xff|\x89PNG\r\n\x1a\n|RIFF....WEBP|....ftyp"
    rb"|GIF8|BM....\0{4}|II\*\0|MM\0\*|\xff\x0a|\0\0\0\x0cJXL |\0\0\0\x0cjP  |\xff\x4f\xff\x51|8BPS|%PDF",
    re.DOTALL,
)
"""How JPEG, PNG, WebP and HEIC files begin, and others that the photo reader knows by name and refuses."""
_COMPONENTS: Final = re.compile(r"^\s*components:\s*([a-z0-9_]+)\s*$", re.MULTILINE)
"""The line of a record that names the component set."""
_A_FACTORY: Final = say("wanted: a file with a factory, or its line of notation")
_A_RECORD: Final = say("wanted: a file with the record of a game")
_DECISION: Final = '{"choice": "floor/top/2<start/middle/centre", "take": "ahead"}'


@dataclass(frozen=True)
class Given:
    """What a command was given, what to call it in messages, and what was wanted instead if it is something else."""

    name: str | Message
    content: bytes
    wanted: Message | None = None

    @property
    def is_photo(self) -> bool:
        """Whether it begins as photos do."""
        return _PICTURE.match(self.content) is not None

    @cached_property
    def text(self) -> str:
        """The content as text. Raises :class:`Refusal` if it is none."""
        if self.is_photo:
            raise Refusal(say("{file} is a photo, and this command reads text", file=self.name))
        if len(self.content) > MAX_BYTES:
            raise Refusal(_but(say("{file}: larger than {most} bytes", file=self.name, most=MAX_BYTES), self.wanted))
        try:
            text = self.content.decode("utf-8-sig").strip()
        except UnicodeDecodeError:
            raise Refusal(say("{file}: not text in UTF-8", file=self.name)) from None
        if not text:
            raise Refusal(say("{file}: empty", file=self.name))
        return text

    def copies(self, output: Output, copy: str | None) -> Turns:
        """What to read the photo with: the copy told, else all. Raises :class:`Refusal` if photos cannot be read."""
        need_reader(say("{file} is a photo: reading photos needs the photo reader", file=self.name))
        from service.cli.photos import known_copies  # noqa: PLC0415 (heavy)

        return known_copies(output, copy)

    def reading(self, output: Output, known: Turns, predicted: Factory | None = None) -> Reading:
        """What the photo shows, read with the copies that are ``known``; doubts are told on standard error.

        ``predicted`` is the factory as it should be. Raises :class:`Refusal` if it shows no factory.
        """
        from service import scanning  # noqa: PLC0415 (heavy)
        from service.cli import photos  # noqa: PLC0415 (heavy)
        from vision import PhotoError  # noqa: PLC0415 (heavy)

        if predicted is None:
            outcome = scanning.read_photo(self.content, known)
        else:
            outcome = scanning.read_photo(self.content, known, predicted=predicted.layout, rules=predicted.rules)
        if isinstance(outcome, PhotoError):
            raise photos.refusal(self.name, outcome)
        for remark in scanning.doubts_and_warnings(outcome):
            output.remark(remark)
        return outcome

    def parsed(self) -> Any:
        """The text as JSON. Raises :class:`Refusal` if it is none."""
        try:
            return parse_json(self.text)
        except DocumentError as error:
            ((_, why),) = error.problems
            raise Refusal(say("{file}: {why}", file=self.name, why=why)) from None

    def factory(self, forgive: Collection[str] = (), *, ignore_unknown: bool = False) -> Factory:
        """The factory that the text describes.

        Raises :class:`LayoutError` or :class:`DocumentError` if it describes something else or names an edition that
        nobody knows, :class:`Refusal` if it cannot be read at all.
        """
        names: tuple[object, object] = (None, None)
        try:
            if self.text.startswith(("{", "[")):
                document = self.parsed()
                if isinstance(document, dict):
                    own_components.know(document.get("components"))
                    names = document.get("rules"), document.get("components")
                return Factory.from_json(document, forgive, ignore_unknown=ignore_unknown)
            if _NOTATION.match(self.text):
                rules, components = ["", *self.text.split()][-2:]
                own_components.know(components)
                names = rules, components
                return Factory.from_text(self.text, forgive)
        except DocumentError as error:
            told = {place for place, _ in error.problems}
            unknown = [problem for problem in _unknown_editions(*names) if problem[0] not in told]
            raise DocumentError([*error.problems, *unknown]) from None
        except (NotationError, EditionError) as error:
            if isinstance(error, EditionError) and (unknown := list(_unknown_editions(*names))):
                raise DocumentError(unknown) from None
            raise Refusal(say("{file}: {why}", file=self.name, why=error.message)) from None
        except RecursionError:
            raise Refusal(say("{file}: nested too deeply", file=self.name)) from None
        raise Refusal(say("{file}: neither a factory document (JSON) nor a line of notation", file=self.name))

    def record(self) -> Record:
        """The record of a game that the text is. Raises :class:`Refusal` if no game can be set up from it."""
        components = _COMPONENTS.search(self.text)
        try:
            own_components.know(components[1] if components else "demo")
            return read_record(self.text)
        except (RecordError, EditionError) as error:
            raise Refusal(say("{file}: {why}", file=self.name, why=error.message)) from None


def _unknown_editions(rules: object, components: object) -> Iterator[tuple[str, Message]]:
    """What is wrong with the names of a rule set and of a component set, by their keys."""
    known: tuple[tuple[str, object, Callable[[str], object]], ...] = (
        ("rules", rules, rule_set),
        ("components", components, component_set),
    )
    for key, name, find in known:
        try:
            if isinstance(name, str):
                find(name)
        except EditionError as error:
            yield key, error.message


def can_be_read(file: str) -> bool:
    """Whether an argument is a file that is there, standard input or begins as a line of notation does."""
    return file == "-" or os.path.exists(file) or _NOTATION.match(file) is not None


def read(file: str, wanted: Message | None = None) -> Given:
    """Read a file, standard input or the argument itself.

    Raises :class:`Refusal` if that cannot be read; of what is no file at all it tells what was ``wanted``.
    """
    if file == "-":
        return Given(say("standard input"), _content(sys.stdin.buffer), wanted)
    if _NOTATION.match(file) and not os.path.exists(file):
        return Given(say("notation"), file.encode(errors="surrogateescape"), wanted)
    try:
        with open_file(file) as opened:
            return Given(file, _content(opened), wanted)
    except FileNotFoundError:
        raise Refusal(_but(say("{file}: there is no such file", file=file or "''"), wanted)) from None
    except (OSError, ValueError) as error:
        raise Refusal(say("{file}: cannot be read: {why}", file=file, why=why_not(error))) from None


def _but(why: Message, wanted: Message | None) -> Message:
    return say("{why}; {wanted}", why=why, wanted=wanted) if wanted else why


def read_given_factory(file: str) -> Given:
    """Read an argument that should be a factory, as :func:`read` does."""
    return read(file, _A_FACTORY)


def read_given_record(file: str) -> Given:
    """Read an argument that should be the record of a game, as :func:`read` does."""
    return read(file, _A_RECORD)


def _content(stream: BinaryIO) -> bytes:
    """As much as can be made use of: photos are larger than texts."""
    content = stream.read(MAX_BYTES + 1)
    return content + stream.read(MAX_PHOTO_BYTES - len(content)) if _PICTURE.match(content) else content


def read_factory(file: str, output: Output, copy: str | None) -> Factory:
    """Read a factory for a command that needs one, from a photo too. Raises :class:`Refusal` telling the first problem.

    Pieces in a photo need not fit: what is doubtful about it is told. ``copy`` is the one in a photo, if it was told.
    """
    given = read_given_factory(file)
    return given.reading(output, given.copies(output, copy)).factory if given.is_photo else factory_of(given)


def factory_of(given: Given) -> Factory:
    """The factory that a text describes. Raises :class:`Refusal` telling the first problem if it is none."""
    try:
        return given.factory()
    except (LayoutError, DocumentError) as error:
        first, *others = found_in(error)
        why = say("{file}: {problem}", file=given.name, problem=first.sentence)
        if others:
            why = say("{why}, and {more} more: mechanica check lists them", why=why, more=len(others))
        raise Refusal(why, NO) from None


def read_decisions(file: str | None) -> list[Decision]:
    """Read a list of decisions (R-12.23); none without a file. Raises :class:`Refusal` if it is none."""
    if file is None:
        return []
    given = read(file)
    entries = given.parsed()
    if not isinstance(entries, list):
        raise Refusal(say("{file}: no list of decisions", file=given.name))
    for number, entry in enumerate(entries, start=1):
        if not (
            isinstance(entry, dict)
            and entry.keys() == {"choice", "take"}
            and all(isinstance(value, str) for value in entry.values())
        ):
            where = say("{file}: entry {number}", file=given.name, number=number)
            raise Refusal(say("{where} is no decision; one looks like {example}", where=where, example=_DECISION))
    return [Decision(entry["choice"], entry["take"]) for entry in entries]
