"""Answers: for people in their language on a Rich console, for programs as JSON."""

from __future__ import annotations

import json
import secrets
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Self, TextIO, TypeVar

from rich import box
from rich.console import Console
from rich.progress import Progress, track
from rich.table import Table
from rich.text import Text

from mechanica_core.editions import Assumption
from mechanica_core.errors import why_not
from mechanica_core.factory import Factory
from mechanica_core.messages import Language, Message, say
from mechanica_core.wording import assumption_words
from service.cli.board import painted_board
from service.cli.refusal import Refusal

T = TypeVar("T")

PIPED_WIDTH: Final = 100_000
"""No line is cut or wrapped for a pipe or a file."""
HARMLESS: Final = "\n\N{NO-BREAK SPACE}"
"""Characters that Python does not call printable, but which no terminal minds."""
MANY: Final = 20_000
"""Fewer things than this are done before a progress bar could be read."""


def print_json(answer: Any) -> None:
    """Answer a program."""
    print(json.dumps(answer, indent=2, ensure_ascii=False))


def assumed_json(assumptions: Iterable[Assumption]) -> dict[str, list[dict[str, int | str]]]:
    """The key ``assumed`` of an answer; it is there only when there are assumptions."""
    assumed = [assumption.as_json() for assumption in assumptions]
    return {"assumed": assumed} if assumed else {}


def print_json_line(answer: Any) -> None:
    """Answer a program that gets an answer a line, at once."""
    print(json.dumps(answer), flush=True)


@contextmanager
def writing(file: str, read: Iterable[str | None] = ()) -> Iterator[TextIO]:
    """A text file to write into, there only once it is whole; - is standard output.

    Raises :class:`Refusal` if it cannot be written, or is one of those that were ``read``.
    """
    if file == "-":
        yield sys.stdout
        return
    try:
        target = Path(file).resolve()
        for other in read:
            if other not in (None, "-") and target.exists() and target.samefile(other):
                raise Refusal(say("{file}: it is what was read; name another file to write", file=file))
        whole = target.is_file() or not target.exists()  # else it is a device or a pipe, which takes what comes
        part = target.with_name(f".{target.name}.{secrets.token_hex(4)}") if whole else target
        opened = part.open("x" if whole else "w", encoding="utf-8", newline="")
    except (OSError, ValueError) as error:
        raise _unwritable(file, error) from None
    try:
        with opened:
            yield opened
        if whole:
            part.replace(target)
    except BrokenPipeError:  # of standard output
        raise
    except OSError as error:
        if error.filename not in (None, str(part)):  # it is about another file
            raise
        raise _unwritable(file, error) from None
    finally:
        if whole:
            part.unlink(missing_ok=True)


def _unwritable(file: str, error: OSError | ValueError) -> Refusal:
    return Refusal(say("{file}: cannot be written: {why}", file=file or "''", why=why_not(error)))


class Bar:
    """Tells at a terminal how far a task of several slow steps is."""

    def __init__(self, console: Console, steps: int, what: str) -> None:
        hidden = steps < 2 or not console.is_terminal
        self._progress = Progress(
            console=console, transient=True, redirect_stdout=False, redirect_stderr=False, disable=hidden
        )
        self._task = self._progress.add_task(what, total=steps)

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def step(self) -> None:
        """A step is done."""
        self._progress.advance(self._task)

    @contextmanager
    def away(self) -> Iterator[None]:
        """Take the bar away while something is printed."""
        self._progress.stop()
        yield
        self._progress.start()


class Output:
    """Speaks to people: ``say`` answers on standard output, all else goes to standard error."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.answers = _console(sys.stdout)
        self.remarks = _console(sys.stderr)

    def say(self, *answers: Message | str | Text | Table) -> None:
        """Print answers, a line or a block each."""
        for answer in answers:
            self._print(self.answers, answer)

    def remark(self, remark: Message | str | Text | Table, *, end: str = "\n") -> None:
        """Print something that is not part of the answer."""
        self._print(self.remarks, remark, end)

    def complain(self, sentence: Message) -> None:
        """Tell what went wrong."""
        self.remark(say("mechanica: {sentence}", sentence=sentence))

    def board(self, factory: Factory, *, aside: bool = False) -> None:
        """Draw a factory as wide as the terminal allows; ``aside`` if it is not part of the answer."""
        console = self.remarks if aside else self.answers
        self._print(console, painted_board(factory, self.language, console.width))

    def assumptions(self, assumptions: Iterable[Assumption], *, aside: bool = False) -> None:
        """Tell what a result rests on that nobody has looked up on the pieces."""
        console = self.remarks if aside else self.answers
        for assumption in assumptions:
            self._print(console, assumption_words(assumption))

    def table(self, *headings: Message | str) -> Table:
        """An empty table; cells wrap where the terminal is narrow."""
        table = Table(box=box.SIMPLE, header_style="bold", pad_edge=False, show_edge=False)
        for heading in headings:
            table.add_column(self.words(heading), overflow="fold")
        return table

    def words(self, what: Message | str) -> str:
        """A sentence in the language of this output, with anything that could command the terminal made visible."""
        text = what if isinstance(what, str) else what.text(self.language)
        return "".join(char if char.isprintable() or char in HARMLESS else repr(char)[1:-1] for char in text)

    def watched(self, items: Iterable[T], total: int, what: Message) -> Iterable[T]:
        """The same items; at a terminal a bar tells how far they are if they are very many."""
        if total < MANY or not self.remarks.is_terminal:
            return items
        return track(items, self.words(what), total, console=self.remarks, transient=True)

    def bar(self, steps: int, what: Message) -> Bar:
        """A bar for a task of so many steps, to be used in a ``with`` statement."""
        return Bar(self.remarks, steps, self.words(what))

    def _print(self, console: Console, what: Message | str | Text | Table, end: str = "\n") -> None:
        if isinstance(what, Table):
            console.print(what)
            return
        text = what if isinstance(what, Text) else Text(self.words(what))
        if console.is_terminal:
            console.print(text, soft_wrap=not isinstance(what, Message), end=end)  # only sentences wrap by words
        else:
            print(text.plain, file=console.file, end=end)  # far quicker


def _console(stream: TextIO) -> Console:
    width = None if stream.isatty() else PIPED_WIDTH
    return Console(file=stream, width=width, markup=False, highlight=False, emoji=False)
