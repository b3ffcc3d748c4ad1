"""``mechanica robo-rally``: play registers of RoboRally, and show their boards."""

from __future__ import annotations

from typing import Annotated, Any, NoReturn, TypeAlias

import typer

from mechanica_core.errors import DecisionError, DocumentError
from mechanica_core.messages import Message, say
from mechanica_core.other_games.robo_rally.board import LETTERS, SituationError, square_text
from mechanica_core.other_games.robo_rally.board_text import draw_board, read_board_text
from mechanica_core.other_games.robo_rally.document import Case, case_document, played_document, read_case
from mechanica_core.other_games.robo_rally.events import SegmentBegan
from mechanica_core.other_games.robo_rally.narration import tell
from mechanica_core.other_games.robo_rally.picture import situation_svg
from mechanica_core.other_games.robo_rally.playing import Played
from mechanica_core.other_games.robo_rally.robots import Situation
from service.cli.inputs import Given, read
from service.cli.options import AsJson, Lang
from service.cli.output import Output, print_json, writing
from service.cli.refusal import Refusal

CaseFile: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="FILE",
        show_default=False,
        help="A case: a file with its document (JSON) or a board drawn as text, - for standard input.",
    ),
]

app = typer.Typer(help="RoboRally in its older rules: play registers from a case, or show it.")


@app.command("run")
def run(
    file: CaseFile,
    *,
    as_json: AsJson = False,
    events: Annotated[bool, typer.Option("--events", help="With --json: all that happened, too.")] = False,
    seed: Annotated[
        int,
        typer.Option(metavar="NUMBER", help="Shuffles the deck for cards of randomizers that the case does not tell."),
    ] = 0,
    lang: Lang,
) -> None:
    """Play the registers of a case and tell what happens and where the robots are in the end."""
    given = read(file)
    case = _case(given)
    try:
        if as_json:
            print_json(played_document(case, seed=seed, events=events))
            return
        end, _ = case.play(seed)
    except DecisionError as error:
        _refuse(given, error.message)
    output = Output(lang)
    for register, played in zip(case.registers, end.played, strict=True):
        output.say(say("Register {register}", register=register), *_story(played), "")
    _tell_robots(output, end.situation)


def _story(played: Played) -> list[Message]:
    """What happened, without segments in which nothing did."""
    told: list[Message] = []
    segment: Message | None = None
    for event in played.events:
        if isinstance(event, SegmentBegan):
            segment = say("  {sentence}", sentence=tell(event))
            continue
        if segment is not None:
            told.append(segment)
            segment = None
        told.append(say("    {sentence}", sentence=tell(event)))
    return told


@app.command("show")
def show(
    file: CaseFile,
    *,
    as_json: AsJson = False,
    out: Annotated[
        str | None, typer.Option("--out", "-o", metavar="FILE", help="Draw it there instead, as .svg; - for here.")
    ] = None,
    lang: Lang,
) -> None:
    """Draw a case's board with its robots as text, which this command reads back as a board.

    With --json: the case in canonical form.
    """
    given = read(file)
    case = _case(given)
    if as_json:
        print_json(case_document(case))
    elif out is not None:
        if out != "-" and not out.lower().endswith(".svg"):
            raise Refusal(say("{file}: this picture is an .svg", file=out or "''"))
        with writing(out, [file]) as opened:
            opened.write(f"{situation_svg(case.situation, language=lang)}\n")
    else:
        output = Output(lang)
        output.say(draw_board(case.situation.board, case.situation.robots))
        if case.situation.robots:
            output.say("")
            _tell_robots(output, case.situation)


def _case(given: Given) -> Case:
    """The case that a file tells. Raises :class:`Refusal` naming the first problem."""
    try:
        if given.text.startswith(("{", "[")):
            return read_case(given.parsed())
        return Case(Situation(read_board_text(given.text), ()))
    except (DocumentError, SituationError) as error:
        (place, why), *others = error.problems
        problem = say("{place}: {sentence}", place=place, sentence=why)
        _refuse(given, say("{problem} (and {more} more)", problem=problem, more=len(others)) if others else problem)
    except DecisionError as error:
        _refuse(given, error.message)


def _refuse(given: Given, why: Message) -> NoReturn:
    raise Refusal(say("{file}: {why}", file=given.name, why=why))


def _tell_robots(output: Output, situation: Situation) -> None:
    table = output.table(say("robot"), say("where"), say("faces"), say("damage"), say("archived"), say("options"))
    for robot in situation.robots:
        where: Any = say("destroyed") if robot.at is None else square_text(robot.at)
        archive = "" if robot.archive is None else square_text(robot.archive)
        options = ", ".join(option.name for option in robot.options)
        cells = (robot.name, where, LETTERS[robot.facing], str(robot.damage), archive, options)
        table.add_row(*map(output.words, cells))
    output.say(table)
