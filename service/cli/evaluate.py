"""``mechanica evaluate``: how good the photo reader is on photos whose truth is known."""

from __future__ import annotations

import csv
import statistics
import time
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, TextIO

import typer
from rich.table import Table

from mechanica_core.editions import component_set
from mechanica_core.errors import why_not
from mechanica_core.messages import Message, say
from service.cli import own_components
from service.cli.needs import need_reader
from service.cli.options import CopyName, Lang
from service.cli.output import Output, writing
from service.cli.refusal import Refusal

if TYPE_CHECKING:
    from service.scanning import Turns
    from vision.evaluation import Share, Summary, Verdict

DIFFICULTIES: Final = ("easy", "medium", "hard")
MOST_CONFUSIONS: Final = 20
"""So many kinds of mistakes are shown."""


def evaluate(
    folder: Annotated[
        Path,
        typer.Argument(metavar="DIR", show_default=False, help="Photos, those of boards with their truth beside them."),
    ],
    *,
    copy: CopyName = None,
    csv_file: Annotated[
        str | None, typer.Option("--csv", metavar="FILE", help="Write a line for each photo there; - for here.")
    ] = None,
    lang: Lang,
) -> None:
    """Measure the photo reader on photos with their truth beside them, NAME.json for NAME.jpg.

    A photo without one is of something else, and should be refused. With --csv - the tables go to standard error.
    """
    need_reader(say("evaluating needs the photo reader"))
    from service.cli.photos import known_copies, refusal  # noqa: PLC0415 (heavy)
    from service.scanning import NONE_TAUGHT  # noqa: PLC0415 (heavy)

    output = Output(lang)
    own_components.register()
    photos = _photos_in(folder)
    known = known_copies(output, copy)
    if not known[0]:
        raise refusal(str(folder), NONE_TAUGHT)
    with ExitStack() as stack:
        lines = stack.enter_context(writing(csv_file)) if csv_file is not None else None
        verdicts = _verdicts(output, photos, known, lines)
    if not verdicts:
        raise Refusal(say("{file}: there are no photos in it", file=str(folder)))
    _tell(output, verdicts, aside=csv_file == "-")


def _photos_in(folder: Path) -> list[Path]:
    from service.cli.photos import SUFFIXES  # noqa: PLC0415 (heavy)

    try:
        files = sorted(file for file in folder.iterdir() if not file.name.startswith("."))
    except OSError as error:
        raise Refusal(say("{file}: cannot be read: {why}", file=str(folder), why=why_not(error))) from None
    return [file for file in files if file.suffix.lower() in SUFFIXES]


def _verdicts(output: Output, photos: Sequence[Path], known: Turns, lines: TextIO | None) -> list[Verdict]:
    """Read and judge all photos, each with its line as soon as it is done; tells what is no photo and left out."""
    from service.scanning import read_photo  # noqa: PLC0415 (heavy)
    from vision import PhotoError  # noqa: PLC0415 (heavy)
    from vision.evaluation import UNLOADED, file_beside, judge, truth_of  # noqa: PLC0415 (heavy)

    truths = [truth_of(photo) for photo in photos]
    verdicts: list[Verdict] = []
    with output.bar(len(photos), say("reading photos")) as bar:
        for photo, truth in zip(photos, truths, strict=True):
            start = time.perf_counter()
            outcome = read_photo(photo, known)
            verdict = judge(photo.name, truth, outcome, 1000 * (time.perf_counter() - start))
            bar.step()
            if isinstance(outcome, PhotoError) and outcome.code in UNLOADED and not file_beside(photo).exists():
                with bar.away():
                    why = say("{file}: {why}; left out", file=str(photo), why=outcome.message)
                    output.remark(say("warning: {problem}", problem=why))
                continue
            verdicts.append(verdict)
            if lines is not None:
                with bar.away():
                    writer = csv.DictWriter(lines, verdict.row(), lineterminator="\n")
                    if len(verdicts) == 1:
                        writer.writeheader()
                    writer.writerow(verdict.row())
                    lines.flush()
    return verdicts


def _tell(output: Output, verdicts: Sequence[Verdict], *, aside: bool) -> None:
    def tell(*what: Message | str | Table) -> None:
        for one in what:
            if aside:
                output.remark(one)
            else:
                output.say(one)

    boards = [verdict for verdict in verdicts if verdict.truth is not None]
    others = [verdict for verdict in verdicts if verdict.truth is None]
    if boards:
        tell(_by_difficulty(output, boards), "", _curve(output, boards), "")
        tell(*_confusions(output, boards))
    if others:
        tell(*_without_board(others))


def _by_difficulty(output: Output, boards: Sequence[Verdict]) -> Table:
    from vision.evaluation import Summary  # noqa: PLC0415 (heavy)

    there = {verdict.difficulty for verdict in boards}
    difficulties = [*(name for name in DIFFICULTIES if name in there), *sorted(there - set(DIFFICULTIES))]
    summaries = [Summary.of(one for one in boards if one.difficulty == name) for name in difficulties]
    summaries.append(Summary.of(boards))
    table = output.table("", *difficulties, say("all"))
    for label, cells in (
        (say("photos"), [str(one.located.of) for one in summaries]),
        (say("could not be loaded"), [str(one.unloaded) for one in summaries]),
        (say("located"), [_share(one.located) for one in summaries]),
        (say("whole board exact, of all photos"), [_share(one.exact) for one in summaries]),
        (say("squares wrong, on located boards"), [_share(one.squares_wrong) for one in summaries]),
        (say("pieces wrong"), [_share(one.pieces_wrong) for one in summaries]),
        (say("holes wrong, in pieces read right"), [_share(one.holes_wrong) for one in summaries]),
        (say("wrong boards without a doubt, of located ones"), [_share(one.undoubted) for one in summaries]),
        (say("exact boards with a doubt"), [_share(one.doubted) for one in summaries]),
        (say("worst corner, % of the longest side: median, max"), [_corners(one) for one in summaries]),
        (say("seconds: median, max"), [_median_and_most(one.milliseconds, 1 / 1000) for one in summaries]),
    ):
        table.add_row(output.words(label), *cells)
    return table


def _corners(summary: Summary) -> str:
    return _median_and_most(summary.corner_errors, 100)


def _median_and_most(values: Sequence[float], scale: float) -> str:
    return f"{scale * statistics.median(values):.2f}, {scale * max(values):.2f}" if values else "-"


def _share(share: Share) -> str:
    """As in ``5/6 = 83.3 % (43.6 to 97.0)``."""
    if not share.of:
        return "-"
    low, high = share.interval
    return f"{share.number}/{share.of} = {100 * share.number / share.of:.2f} % ({100 * low:.1f}–{100 * high:.1f})"


def _curve(output: Output, boards: Sequence[Verdict]) -> Table:
    from vision.evaluation import risk_and_coverage  # noqa: PLC0415 (heavy)

    table = output.table(say("least confidence"), say("boards believed"), say("wrong among them"))
    for confidence, believed, wrong in risk_and_coverage(boards):
        table.add_row(f"{confidence:.3f}", _share(believed), _share(wrong))
    return table


def _confusions(output: Output, boards: Iterable[Verdict]) -> list[Message | str | Table]:
    from service.scanning import value_words  # noqa: PLC0415 (heavy)
    from vision.evaluation import confusions  # noqa: PLC0415 (heavy)

    found = confusions(boards)
    if not found:
        return [say("nothing was taken for anything else"), ""]
    names = component_set("published")
    table = output.table(say("times"), say("is"), say("read as"))
    for pair, times in found[:MOST_CONFUSIONS]:
        table.add_row(str(times), *(value_words(value, names).text(output.language) for value in pair))
    return [table, ""]


def _without_board(others: Sequence[Verdict]) -> list[Message]:
    from vision.evaluation import Share  # noqa: PLC0415 (heavy)

    refused = Share(sum(verdict.failure == "no_board" for verdict in others), len(others))
    answers = [say("photos of something else, refused as no_board: {share}", share=_share(refused))]
    for verdict in others:
        if verdict.failure != "no_board":
            what = verdict.failure or say("read as a board")
            answers.append(say("{photo}: {sentence}", photo=verdict.photo, sentence=what))
    return answers
