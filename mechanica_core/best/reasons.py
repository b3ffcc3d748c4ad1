"""Why a plan decides as it does: what is gained beside the best plan that takes another option."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from mechanica_core.best.objectives import Aim
from mechanica_core.best.plan import Plan, best_day
from mechanica_core.errors import ImpossibleDecision
from mechanica_core.messages import Language, Listed, Message, say
from mechanica_core.narration import decision_words, taken_options
from mechanica_core.pieces import MODELS, Model
from mechanica_core.wording import bots_words


@dataclass(frozen=True)
class Reason:
    """Why a decision is taken.

    ``other`` is the best plan found that takes another option of that choice, None if no workday does. ``message`` says
    what is decided and what that gains beside it: "Fork (top 2) up ...: +1 vault, Deluxe instead of 2 × Basic in
    the trucks".
    """

    choice: str
    take: str
    message: Message
    other: Plan | None

    def words(self, language: Language = "en") -> str:
        """The reason in words."""
        return self.message.text(language)


def reasons(plan: Plan) -> Iterator[Reason]:
    """The reason for each decision of a plan's first day, in the order in which they arise."""
    before = plan.days[0].before
    for choice, option in taken_options(plan.days[0]):
        others = []
        for take in choice.takes:
            if take != option.take:
                try:
                    instead = {choice.id: take}
                    others.append(best_day(before, plan.objective, len(plan.days), instead, mornings=plan.mornings))
                except ImpossibleDecision:  # it is only offered where other decisions are taken
                    continue
        other = max(others, key=lambda one: one.worth.rank, default=None)
        why = _difference(plan, other) if other else say("nothing else is possible")
        what = decision_words(before.machinery, choice, option)
        yield Reason(choice.id, option.take, say("{decision}: {why}", decision=what, why=why), other)


def _difference(plan: Plan, other: Plan) -> Message | Listed:
    """What a plan has beside another: the whole first, then what makes it up on the first day."""
    found: list[Message] = []
    paid = plan.worth.paid - other.worth.paid
    lacking = other.worth.lacking - plan.worth.lacking
    if paid:
        found.append(say("{coins} by blueprints", coins=f"{paid:+d}"))
    if lacking:
        found.append(say("{bots} bots for the blueprints", bots=f"{lacking:+d}"))
    if len(plan.days) > 1:
        money = plan.worth.money - other.worth.money
        if money:
            found.append(say("{coins} in {days} days", coins=f"{money:+d}", days=len(plan.days)))
    elif plan.worth.rank != other.worth.rank:
        ours, theirs = plan.days[0], other.days[0]
        wallet, vault = (mine - its for mine, its in zip(ours.gained, theirs.gained, strict=True))
        if wallet:
            found.append(say("{coins} wallet", coins=f"{wallet:+d}"))
        if vault:
            found.append(say("{coins} vault", coins=f"{vault:+d}"))
        if in_trucks := _exchanged(plan, other, in_trucks=True):
            found.append(say("{bots} in the trucks", bots=in_trucks))
        if plan.objective.aim is Aim.VALUE and (on_the_way := _exchanged(plan, other, in_trucks=False)):
            found.append(say("{bots} on the way", bots=on_the_way))
    return Listed(tuple(found), ", ") if found else say("as good as any other way")


def _exchanged(plan: Plan, other: Plan, *, in_trucks: bool) -> Message | None:
    """Which bots a plan has instead of those of another, in trucks or elsewhere."""
    machinery = plan.factory.machinery
    ours, theirs = (
        Counter(model for hole, model in one.factory.bots().items() if hole.startswith("dock/") is in_trucks)
        for one in (plan, other)
    )
    more, fewer = (bots_words(machinery, _rising(counted)) for counted in (ours - theirs, theirs - ours))
    if more.messages and fewer.messages:
        return say("{bots} instead of {others}", bots=more, others=fewer)
    if more.messages:
        return say("{bots} more", bots=more)
    return say("{bots} fewer", bots=fewer) if fewer.messages else None


def _rising(counted: Counter[Model]) -> list[Model]:
    return [model for model in MODELS for _ in range(counted[model])]
