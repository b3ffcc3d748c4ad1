"""The commands put together. Every error that a user can cause becomes one sentence and an exit code here."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from io import TextIOWrapper
from typing import Annotated, Any, Final, cast

import typer
from typer.core import TyperGroup

from mechanica_core.errors import MechanicaError, why_not
from mechanica_core.messages import LANGUAGES, say
from service.cli import (
    best,
    check,
    coins,
    compare,
    copies,
    draw,
    edition,
    evaluate,
    explain,
    factory_fun,
    outcomes,
    place,
    play,
    replay,
    robo_rally,
    run,
    scan,
    score,
    serve,
    sheet,
    show,
    simulate,
    teach,
)
from service.cli.options import chosen_language, foresee_language, unknown_language
from service.cli.output import Output
from service.cli.refusal import BROKEN, PIPE_CLOSED, exit_code
from service.cli.usage import usage_words

USAGE_ERROR: Final = cast("type[typer.BadParameter]", typer.BadParameter.__mro__[1])
"""The base of all that can be wrong with arguments; Typer has no public name for it."""
EXAMPLES: Final = {
    "show": ("show factory.json", "show '.=4=1/B(b)=UG2=1/.=4=1'", "show factory.json --json > canonical.json"),
    "check": ("check factory.json", "check factory.json --forgive does_not_fit --forgive truck_overfull"),
    "run": (
        "run factory.json",
        "run factory.json --decisions decisions.json",
        "run factory.json --policy first",
    ),
    "draw": (
        "draw factory.json -o factory.svg",
        "draw factory.json -o day.svg --animate --policy first",
        "draw --prints pieces/",
    ),
    "sheet": ("sheet", "sheet --paper letter --lang en -o demo.pdf"),
    "outcomes": ("outcomes factory.json", "outcomes factory.json --all --json", "outcomes factory.json --divide"),
    "best": (
        "best factory.json",
        "best factory.json --objective value --days 3 --json",
        "best factory.json --objective blueprint --blueprints 3,7",
    ),
    "place": (
        "place factory.json upgrader fork=1",
        "place factory.json 'Gift Wrapper=5' --days 3",
        "place factory.json",
    ),
    "score": (
        "score ann.json ben.json",
        "score Ann=ann.json Ben=ben.json,wallet=12,vault=9",
        "score Ann=ann.jpg,wallet=coins.jpg Ben=ben.jpg --pictures out",
        "score 'Ann=.=4=1/B(b)=UG2=1/.=4=1 8+3 print_2019 demo' --json",
    ),
    "play": (
        "play",
        "play Ann Ben Robot=greedy --record game.txt",
        "play Ann Ben --at-table --record game.txt",
    ),
    "replay": ("replay game.txt", "replay game.txt --json > steps.json"),
    "explain": ("explain", "explain upgrader 'Gift Wrapper'", "explain gabelung --components published --lang de"),
    "simulate": (
        "simulate --games 1000 --players greedy,random --plot a.png",
        "simulate --vary pieces.upgrader.end_value=2 --csv games.csv",
        "simulate --players greedy --difficulty hard --json",
    ),
    "scan": (
        "scan photo.jpg",
        "scan photo.jpg --run",
        "scan photo.jpg --best --overlay day.gif",
        "scan *.jpg --copy mine --json",
        "scan photo.jpg --corners '210,180 1450,200 1500,980 150,960'",
    ),
    "coins": ("coins wallet.jpg", "coins wallet.jpg vault.jpg --json"),
    "compare": (
        "compare predicted.json photo.jpg",
        "compare predicted.json photo.jpg --before morning.json --json",
    ),
    "teach": (
        "teach mine --board empty.jpg --pieces pieces/",
        "teach mine --board empty.jpg --pieces pieces/ --components mine.toml",
    ),
    "serve": ("serve", "serve --host 0.0.0.0 --port 80 --data /srv/mechanica"),
    "copies": ("copies", "copies export mine mine.zip", "copies import mine.zip --name yours", "copies delete mine"),
    "evaluate": ("evaluate photos/ --copy mine", "evaluate photos/ --copy mine --csv photos.csv"),
    "robo-rally": (
        "robo-rally run case.json",
        "robo-rally run case.json --json --events",
        "robo-rally show case.json -o case.svg",
    ),
    "factory-fun": (
        "factory-fun check hall.json -o hall.svg",
        "factory-fun cost change.json --json",
        "factory-fun score hall.txt",
        "factory-fun play samples/factory_fun_game.json",
    ),
    "edition": ("edition list", "edition show demo", "edition new mine", "edition check mine.toml"),
}


class CommandLine(TyperGroup):
    """All commands; the library's errors and Typer's alike end in one sentence."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the options before the command's name."""
        _prepare_streams()
        foresee_language(ctx, args)
        if setting := unknown_language():
            known = ", ".join(LANGUAGES)
            unknown = say("MECHANICA_LANG is {setting}, and there are {known}", setting=repr(setting), known=known)
            Output(chosen_language(ctx)).remark(say("warning: {problem}", problem=unknown))
        with _one_sentence(ctx):
            return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        with _one_sentence(ctx):
            return super().invoke(ctx)


def _prepare_streams() -> None:
    """Speak UTF-8 whatever the terminal says, and bear it if a stream was closed from outside."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 (open until the end)
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")


@contextmanager
def _one_sentence(context: Any) -> Iterator[None]:
    """Tell an error as ``mechanica: SENTENCE`` and end with its exit code."""
    try:
        try:
            yield
            return
        finally:
            sys.stdout.flush()  # here, where it can still be told that an answer cannot be written
    except MechanicaError as error:
        message, code = error.message, exit_code(error)
    except (BrokenPipeError, SystemExit):  # the one is what Rich makes of the other
        # Whoever read the answer has seen enough. What is left of it goes nowhere, also when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(PIPE_CLOSED) from None
    except OSError as error:
        message, code = say("{why}", why=why_not(error)), BROKEN
        if error.filename is not None:
            message = say("{file}: {why}", file=str(error.filename), why=message)
    except USAGE_ERROR as error:
        why = usage_words(error.format_message().rstrip("."))
        help_command = f"{(error.ctx or context).command_path} --help"
        message, code = say("{why}; see {command}", why=why, command=help_command), BROKEN
    Output(chosen_language(context)).complain(message)
    raise typer.Exit(code)


def _examples(command: str) -> str:
    return "\n\n".join(["Examples:", *(f"mechanica {example}" for example in EXAMPLES[command])])


app = typer.Typer(
    name="mechanica",
    cls=CommandLine,
    help="Tools for the factory game Mechanica: show or check a factory, run its workday, list what can come of it, "
    "read it from a photo.",
    epilog="Exit codes: 0 good; 1 the answer is no; 2 wrong usage or a broken file.",
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (
    *(show.show, draw.draw, sheet.sheet, check.check, run.run, outcomes.outcomes, best.best, place.place, score.score),
    *(
        play.play,
        replay.replay,
        explain.explain,
        simulate.simulate,
        scan.scan,
        compare.compare,
        coins.coins,
        teach.teach,
        evaluate.evaluate,
        serve.serve,
    ),
):
    app.command(epilog=_examples(command.__name__))(command)
app.add_typer(copies.app, name="copies", epilog=_examples("copies"))
app.add_typer(robo_rally.app, name="robo-rally", epilog=_examples("robo-rally"))
app.add_typer(edition.app, name="edition", epilog=_examples("edition"))
app.add_typer(factory_fun.app, name="factory-fun", epilog=_examples("factory-fun"))


@app.callback()
def start(
    context: typer.Context,
    show_version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
) -> None:
    if show_version:
        typer.echo(f"mechanica {version('mechanica')}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
