"""``mechanica scan``: from photos to factories, and on to the next workday."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from mechanica_core.choices import Choice, take_first
from mechanica_core.editions import rule_set
from mechanica_core.messages import Message, say
from mechanica_core.workday import run_workday
from service.cli.corners import EXAMPLE, Corners, read_corners
from service.cli.inputs import read, read_factory
from service.cli.needs import need_reader
from service.cli.options import AsJson, CopyName, Lang
from service.cli.output import Output, print_json_line
from service.cli.refusal import NO, Refusal
from service.cli.run import tell_workday, workday_json

if TYPE_CHECKING:
    from vision import PhotoError, Reading

Photos = Annotated[
    list[str],
    typer.Argument(
        metavar="PHOTO", show_default=False, help="JPEG, PNG, WebP or HEIC files, - for one from standard input."
    ),
]
CornersOption = Annotated[
    str | None,
    typer.Option(
        "--corners",
        metavar="POINTS|FILE",
        help="Corners of the board's outer edge by hand, NW NE SE SW as printed on it, in pixels of the upright photo, "
        f"as in '{EXAMPLE}', or a JSON file with board_corners_px.",
    ),
]


def scan(
    photos: Photos,
    *,
    copy: CopyName = None,
    corners: CornersOption = None,
    predicted: Annotated[
        str | None,
        typer.Option(metavar="FACTORY", help="The factory as it should be; settles doubt, hides nothing clearly seen."),
    ] = None,
    rules: Annotated[str, typer.Option(metavar="NAME", help="The rule set that is played.")] = "print_2019",
    go_on: Annotated[
        bool, typer.Option("--run", help="Run the next workday as well; open choices take their first option.")
    ] = False,
    as_json: AsJson = False,
    lang: Lang,
) -> None:
    """Read factories from photos. Exit code 1 if one of them gives none.

    With --json: a line for each photo, with factory, doubts, corners and timings_ms, or an error.
    """
    need_reader(say("scanning needs the photo reader"))
    from service.cli.photos import PhotoError, known_copies, read_photo  # noqa: PLC0415 (heavy)

    output = Output(lang)
    rule_set(rules)
    if [*photos, corners, predicted].count("-") > 1:
        raise Refusal(say("standard input can be read only once"))
    board = None if corners is None else _board_corners(corners, len(photos))
    layout = None if predicted is None else read_factory(predicted, output).layout
    known = known_copies(output, copy)
    failed = False
    with output.bar(len(photos), say("reading photos")) as bar:
        for photo in photos:
            outcome = read_photo(read("-").content if photo == "-" else photo, known, board, layout, rules)
            failed = failed or isinstance(outcome, PhotoError)
            bar.step()
            with bar.away():
                if as_json:
                    print_json_line({"photo": photo} | _as_json(outcome, go_on, output))
                else:
                    _tell(output, photo, outcome, go_on)
    if failed:
        raise typer.Exit(NO)


def _board_corners(given: str, photos: int) -> Corners:
    if photos > 1:
        raise Refusal(say("--corners are those of one photo, and there are {count}", count=photos))
    board = read_corners(given).board
    if board is None:
        raise Refusal(say("{file}: there are no board_corners_px in it", file=given))
    return board


def _as_json(outcome: Reading | PhotoError, go_on: bool, output: Output) -> dict[str, Any]:
    from vision import PhotoError  # noqa: PLC0415 (heavy)

    if isinstance(outcome, PhotoError):
        why, tip = outcome.message.text(output.language), outcome.tip.text(output.language)
        return {"error": {"code": outcome.code.value, "message": why, "tip": tip}}
    workday = {"workday": workday_json(run_workday(outcome.factory, policy=take_first))} if go_on else {}
    return outcome.as_json() | workday


def _tell(output: Output, photo: str, outcome: Reading | PhotoError, go_on: bool) -> None:
    from service.cli.photos import PhotoError, doubts_and_warnings, failure_words  # noqa: PLC0415 (heavy)

    name = say("standard input") if photo == "-" else photo
    if isinstance(outcome, PhotoError):
        output.complain(failure_words(name, outcome))
        return
    factory = outcome.factory
    output.say(say("{photo}, read with the copy {copy}:", photo=name, copy=outcome.copy))
    output.board(factory)
    output.say(factory.to_text(), *doubts_and_warnings(outcome))
    if not go_on:
        output.assumptions(factory.assumed)
        return
    decided: list[Message] = []

    def decide(choice: Choice) -> str:
        decided.append(say("decided: {choice} {take}", choice=choice.message, take=choice.options[0].message))
        return take_first(choice)

    workday = run_workday(factory, policy=decide)
    output.say("")
    if outcome.doubts:
        output.say(say("The next workday, if all is as it was read:"))
    else:
        output.say(say("The next workday:"))
    output.say(*decided)
    tell_workday(output, workday)
