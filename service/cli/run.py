"""``mechanica run``: one workday, its choices settled by decisions, a policy or questions at the terminal."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import Annotated, Any, NoReturn

import typer

from mechanica_core.choices import Choice, Decision, take_first
from mechanica_core.events import event_json
from mechanica_core.factory import Factory
from mechanica_core.messages import Language, say
from mechanica_core.narration import event_words, matters
from mechanica_core.workday import Workday, open_choices, run_workday
from service.cli.inputs import read_decisions, read_factory
from service.cli.options import AsJson, CopyName, DecisionsFile, FactoryFile, Lang
from service.cli.output import Output, assumed_json, print_json
from service.cli.refusal import NO, Refusal


class PolicyName(StrEnum):
    """Who decides what the decisions leave open."""

    FIRST = "first"


def run(
    file: FactoryFile,
    *,
    decisions: DecisionsFile = None,
    policy: Annotated[
        PolicyName | None, typer.Option(help="Decide what is left open: always the first option.")
    ] = None,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Tell every step of every bot.")] = False,
    copy: CopyName = None,
    as_json: AsJson = False,
    lang: Lang,
) -> None:
    """Run a factory for one workday and tell what happened.

    At a terminal it asks for each choice, but never with --decisions, --policy or --json.

    Choices left open are then listed, with exit code 1.
    """
    output = Output(lang)
    factory, taken = read_factory(file, output, copy), read_decisions(decisions)
    if policy is None and (choices := open_choices(factory, taken)):
        if decisions is not None or as_json or not sys.stdin.isatty():
            refuse_open(output, choices, as_json=as_json)
        taken = _ask(output, factory)
    workday = run_workday(factory, taken, policy=take_first if policy else None)
    if as_json:
        print_json(workday_json(workday))
    else:
        tell_workday(output, workday, verbose=verbose)


def workday_json(workday: Workday) -> dict[str, Any]:
    """A workday's outcome, decisions and events."""
    return {
        "factory": workday.factory.to_json(),
        "gained": workday.gained._asdict(),
        "decisions": [decision._asdict() for decision in workday.decisions],
        "events": [event_json(event) for event in workday.events],
    } | assumed_json(workday.assumed)


def tell_workday(output: Output, workday: Workday, *, verbose: bool = False) -> None:
    """Tell a workday's story, short or with every step, and its outcome."""
    machinery = workday.factory.machinery
    told = [event for event in workday.events if verbose or matters(event)]
    output.say(*(event_words(machinery, event) for event in told))
    wallet, vault = workday.gained
    output.say(say("Gained: {wallet} into the wallet, {vault} into the vault.", wallet=wallet, vault=vault), "")
    output.board(workday.factory)
    output.say(workday.factory.to_text())
    output.assumptions(workday.assumed)


def refuse_open(output: Output, choices: tuple[Choice, ...], *, as_json: bool = False) -> NoReturn:
    """End because choices are open, telling which and what they offer."""
    if as_json:
        print_json({"open": [_choice_json(choice, output.language) for choice in choices]})
    else:
        for choice in choices:
            output.remark(choice.id)
            _put(output, choice, choice.takes)
    sentence = say("open choices: {count}; settle them by --decisions, or all by --policy first", count=len(choices))
    raise Refusal(sentence, NO)


def _choice_json(choice: Choice, language: Language) -> dict[str, Any]:
    options = [{"take": option.take, "words": option.words(language)} for option in choice.options]
    return {"choice": choice.id, "rule": choice.rule, "words": choice.words(language), "options": options}


def _ask(output: Output, factory: Factory) -> list[Decision]:
    """Ask for every choice that arises, one at a time."""
    taken: list[Decision] = []
    output.board(factory, aside=True)
    try:
        while choices := open_choices(factory, taken):
            output.remark("")
            taken.append(Decision(choices[0].id, _answer(output, choices[0])))
    except (EOFError, KeyboardInterrupt):
        output.remark("")
        raise Refusal(say("stopped; a choice is open, so the workday has not run")) from None
    return taken


def _answer(output: Output, choice: Choice) -> str:
    """What the player takes, asked for until it is an option's number."""
    takes = {str(number): take for number, take in enumerate(choice.takes, start=1)}
    _put(output, choice, tuple(takes))
    while True:
        output.remark(say("1 to {last}, ? repeats:", last=len(takes)), end=" ")
        answer = input().strip()
        if answer in takes:
            return takes[answer]
        if answer == "?":
            _put(output, choice, tuple(takes))


def _put(output: Output, choice: Choice, labels: tuple[str, ...]) -> None:
    """Put a question with its options, each under its label."""
    output.remark(choice.message)
    width = max(map(len, labels))
    for label, option in zip(labels, choice.options, strict=True):
        output.remark(f"  {label.ljust(width)}  {option.words(output.language)}")
