"""``mechanica best``: the best workday, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from mechanica_core.best import MOST_DAYS, MOST_MORNINGS, Aim, Objective, Plan, Reason, Worth, best_day
from mechanica_core.best.reasons import reasons
from mechanica_core.messages import Language, Message, say
from mechanica_core.narration import decision_words, taken_options
from service.cli.inputs import read_factory
from service.cli.options import AsJson, CopyName, FactoryFile, Lang
from service.cli.output import Output, assumed_json, print_json
from service.cli.refusal import Refusal

AimOption = Annotated[Aim, typer.Option("--objective", help="What is to be as much as possible.")]
BlueprintsOption = Annotated[
    str | None,
    typer.Option(
        "--blueprints",
        metavar="N,N",
        help="For the objective blueprint: the cards, by their numbers in records of games.",
    ),
]
Days = Annotated[
    int, typer.Option(min=1, max=MOST_DAYS, help="So many workdays count; nothing is bought between them.")
]


def best(
    file: FactoryFile,
    *,
    aim: AimOption = Aim.MONEY,
    blueprints: BlueprintsOption = None,
    days: Days = 1,
    copy: CopyName = None,
    as_json: AsJson = False,
    lang: Lang,
) -> None:
    """Find the best workday, with the decisions that lead there and a reason for each.

    For several days the answer is exact or says how much better another could be at most.

    With --json: what the days are worth together, with a bound unless that is exact; the reasons, and each day's
    decisions, what it gained, and the factory in its evening.
    """
    output = Output(lang)
    factory = read_factory(file, output, copy)
    objective = objective_of(aim, blueprints)
    with output.bar(MOST_MORNINGS if days > 1 else 1, say("looking for the best days")) as bar:
        plan = best_day(factory, objective, days, mornings=MOST_MORNINGS, step=bar.step)
    why = []
    with output.bar(len(plan.decisions) if days > 1 else 1, say("weighing its decisions")) as bar:
        for reason in reasons(plan):
            why.append(reason)
            bar.step()
    if as_json:
        print_json(plan_json(plan, why, output.language))
    else:
        tell_plan(output, plan, why)


def objective_of(aim: Aim, blueprints: str | None) -> Objective:
    """The objective that was asked for. Raises :class:`Refusal` if cards are missing or not wanted."""
    if aim is Aim.BLUEPRINT and blueprints is None:
        raise Refusal(say("the objective blueprint needs cards: add {option}", option="--blueprints 3,7"))
    if aim is not Aim.BLUEPRINT and blueprints is not None:
        raise Refusal(
            say("--blueprints is for the objective blueprint; for {objective} leave it out", objective=aim.value)
        )
    return Objective(aim, _numbers(blueprints))


def _numbers(blueprints: str | None) -> tuple[int, ...]:
    """Numbers of cards as people write them, from 1. Raises :class:`Refusal`."""
    try:
        return tuple(int(number) - 1 for number in blueprints.split(",")) if blueprints is not None else ()
    except ValueError:
        raise Refusal(say("--blueprints {given}: write numbers, such as 3,7", given=repr(blueprints))) from None


def plan_json(plan: Plan, why: Sequence[Reason], language: Language) -> dict[str, Any]:
    """A plan: what it comes to, and its workdays with their decisions; reasons for those of the first."""
    told = [{"choice": reason.choice, "take": reason.take, "words": reason.words(language)} for reason in why]
    days = [
        {
            "decisions": [decision._asdict() for decision in day.decisions],
            "gained": day.gained._asdict(),
            "factory": day.factory.to_json(),
        }
        for day in plan.days
    ]
    found = {"objective": plan.objective.aim, "worth": plan.worth._asdict(), "exact": plan.exact}
    bound = {} if plan.exact else {"bound": plan.bound._asdict()}
    return found | bound | {"reasons": told, "days": days} | assumed_json(plan.days[0].assumed)


def tell_plan(output: Output, plan: Plan, why: Sequence[Reason]) -> None:
    """Tell a plan with its reasons and what it comes to."""
    for number, day in enumerate(plan.days, start=1):
        if len(plan.days) > 1:
            output.say(say("Day {number}:", number=number))
        wallet, vault = day.gained
        output.say(say("Gained: {wallet} into the wallet, {vault} into the vault.", wallet=wallet, vault=vault))
        told = (
            [reason.message for reason in why]
            if number == 1
            else [decision_words(day.before.machinery, *each) for each in taken_options(day)]
        )
        for words in told:
            output.say(say("- {reason}", reason=words))
    output.say("")
    output.board(plan.factory)
    output.say(plan.factory.to_text(), _worth_words(plan, plan.worth))
    if not plan.exact:
        output.say(say("Perhaps not the best; at most possible: {worth}", worth=_worth_words(plan, plan.bound)))
    output.assumptions(plan.days[0].assumed)


def _worth_words(plan: Plan, worth: Worth) -> Message:
    match plan.objective.aim:
        case Aim.MONEY:
            return say("Money earned, with what the bots in the trucks sell for: {coins}", coins=worth.money)
        case Aim.VALUE:
            return say("Money earned, with what all bots sell for that can come to a truck: {coins}", coins=worth.money)
        case Aim.BLUEPRINT:
            return say(
                "Blueprints pay {paid} and lack {lacking} bots; money earned, with bots sold: {coins}",
                paid=worth.paid,
                lacking=worth.lacking,
                coins=worth.money,
            )
