"""``mechanica scan``: from photos to factories, on to the next workday, and to pictures of both on the photo."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mechanica_core.best import Aim, Objective, Plan, best_day
from mechanica_core.choices import take_first
from mechanica_core.editions import rule_set
from mechanica_core.factory import Factory
from mechanica_core.messages import Message, say
from mechanica_core.narration import taken_options
from mechanica_core.workday import Workday, run_workday
from service.cli.best import AimOption, BlueprintsOption, objective_of, plan_json, tell_plan
from service.cli.corners import EXAMPLE, Corners, read_corners
from service.cli.inputs import read, read_factory
from service.cli.needs import need_reader
from service.cli.options import AsJson, CopyName, Lang, Photos
from service.cli.output import Output, print_json_line
from service.cli.overlay import OverlayFile
from service.cli.refusal import NO, Refusal
from service.cli.run import tell_workday, workday_json

if TYPE_CHECKING:
    from vision import PhotoError, Reading

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
    best: Annotated[bool, typer.Option("--best", help="Find the best next workday instead, and why.")] = False,
    aim: AimOption = Aim.MONEY,
    blueprints: BlueprintsOption = None,
    overlay: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Draw on the photo what was read, or with --run or --best the workday: .png, .jpg, .webp, or .gif, "
            "which moves.",
        ),
    ] = None,
    animate: Annotated[bool, typer.Option("--animate", help="Let the bots on a .webp move, too.")] = False,
    as_json: AsJson = False,
    lang: Lang,
) -> None:
    """Read factories from photos. Exit code 1 if one of them gives none.

    With --json: a line for each photo, with factory, doubts, corners and timings_ms, or an error.
    """
    need_reader(say("scanning needs the photo reader"))
    from service.cli.photos import known_copies  # noqa: PLC0415 (heavy)
    from service.scanning import copy_of, read_photo  # noqa: PLC0415 (heavy)
    from vision import PhotoError, load_photo  # noqa: PLC0415 (heavy)

    output = Output(lang)
    rule_set(rules)
    if [*photos, corners, predicted].count("-") > 1:
        raise Refusal(say("standard input can be read only once"))
    if go_on and best:
        raise Refusal(say("only one of {one} and {other}", one="--run", other="--best"))
    objective = objective_of(aim, blueprints) if best or aim is not Aim.MONEY or blueprints is not None else None
    if objective is not None and not best:
        raise Refusal(say("an objective is for the best workday; add {option}", option="--best"))
    if animate and overlay is None:
        raise Refusal(say("{option} is for a picture; add {other}", option="--animate", other="--overlay"))
    picture = None if overlay is None else _picture(overlay, len(photos), animate=animate, workday=go_on or best)
    board = None if corners is None else _board_corners(corners, len(photos))
    layout = None if predicted is None else read_factory(predicted, output, copy).layout
    known = known_copies(output, copy)
    failed = False
    with output.bar(len(photos), say("reading photos")) as bar:
        for photo in photos:
            source = read("-").content if photo == "-" else Path(photo)
            outcome = read_photo(source, known, board, layout, rules)
            failed = failed or isinstance(outcome, PhotoError)
            bar.step()
            if isinstance(outcome, PhotoError):
                with bar.away():
                    _tell_failure(output, photo, outcome, as_json)
                continue
            next_day = _next_day(outcome.factory, go_on, objective)
            if picture is not None:
                workday = next_day.days[0] if isinstance(next_day, Plan) else next_day
                shot = load_photo(source)
                picture.write(photo, shot, outcome, copy_of(outcome, known), workday, output)
            with bar.away():
                if as_json:
                    print_json_line({"photo": photo} | outcome.as_json() | _next_day_json(next_day, output))
                else:
                    _tell(output, photo, outcome, next_day)
    if failed:
        raise typer.Exit(NO)


def _picture(file: str, photos: int, *, animate: bool, workday: bool) -> OverlayFile:
    if photos > 1:
        raise Refusal(say("--overlay is for one photo, and there are {count}", count=photos))
    return OverlayFile(file, animate=animate, workday=workday)


def _board_corners(given: str, photos: int) -> Corners:
    if photos > 1:
        raise Refusal(say("--corners are those of one photo, and there are {count}", count=photos))
    board = read_corners(given).board
    if board is None:
        raise Refusal(say("{file}: there are no board_corners_px in it", file=given))
    return board


def _next_day(factory: Factory, go_on: bool, objective: Objective | None) -> Workday | Plan | None:
    if objective is not None:
        return best_day(factory, objective)
    return run_workday(factory, policy=take_first) if go_on else None


def _next_day_json(next_day: Workday | Plan | None, output: Output) -> dict[str, Any]:
    match next_day:
        case Workday():
            return {"workday": workday_json(next_day)}
        case Plan():
            return {"best": plan_json(next_day, next_day.reasons, output.language)}
        case None:
            return {}


def _tell_failure(output: Output, photo: str, error: PhotoError, as_json: bool) -> None:
    from service.cli.photos import failure_json, failure_words  # noqa: PLC0415 (heavy)

    if as_json:
        print_json_line({"photo": photo} | failure_json(error, output.language))
    else:
        output.complain(failure_words(_name(photo), error))


def _name(photo: str) -> Message | str:
    return say("standard input") if photo == "-" else photo


def _tell(output: Output, photo: str, reading: Reading, next_day: Workday | Plan | None) -> None:
    from service.scanning import doubts_and_warnings  # noqa: PLC0415 (heavy)

    factory = reading.factory
    output.say(say("{photo}, read with the copy {copy}:", photo=_name(photo), copy=reading.copy))
    output.board(factory)
    output.say(factory.to_text(), *doubts_and_warnings(reading))
    if next_day is None:
        output.assumptions(factory.assumed)
        return
    output.say("")
    if isinstance(next_day, Plan):
        best = (
            say("The best next workday, if all is as it was read:") if reading.doubts else say("The best next workday:")
        )
        output.say(best)
        tell_plan(output, next_day, next_day.reasons)
        return
    run = say("The next workday, if all is as it was read:") if reading.doubts else say("The next workday:")
    output.say(run)
    for choice, option in taken_options(next_day):
        output.say(say("decided: {choice} {take}", choice=choice.message, take=option.message))
    tell_workday(output, next_day)
