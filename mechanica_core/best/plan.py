"""Plans: the best that can be done with a factory today and on the days that follow."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from mechanica_core.best.evenings import Evening
from mechanica_core.best.horizon import MOST_MORNINGS, Horizon, Rank, next_morning
from mechanica_core.best.objectives import EIGHTHS, Objective, Worth
from mechanica_core.choices import Decision
from mechanica_core.errors import ObjectiveError
from mechanica_core.factory import Factory
from mechanica_core.messages import say
from mechanica_core.workday import Decisions, Workday, by_choice, decisions_to, run_workday

if TYPE_CHECKING:
    from mechanica_core.best.reasons import Reason

MOST_DAYS: Final = 4
"""So many workdays can be planned; after them a factory is another anyway."""


@dataclass(frozen=True)
class Plan:
    """The best workday found, and those that follow it.

    ``days`` are the workdays as they would run; between two of them all bots in trucks are sold, and every fabricator
    makes its bot (an Overactive one a Deluxe). ``worth`` is what they come to together; no plan is worth more than
    ``bound``. It is ``exact`` if none is worth more than this one; a plan for a single day always is. So many
    ``mornings`` might be looked at to find it.
    """

    objective: Objective
    days: tuple[Workday, ...]
    worth: Worth
    bound: Worth
    mornings: int = MOST_MORNINGS

    @property
    def exact(self) -> bool:
        """Whether no plan is better."""
        return self.worth == self.bound

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """All decisions of the first day."""
        return self.days[0].decisions

    @property
    def factory(self) -> Factory:
        """The factory in the evening of the first day."""
        return self.days[0].factory

    @functools.cached_property
    def reasons(self) -> tuple[Reason, ...]:
        """Why each decision of the first day is taken; worked out when first asked for, each in as many mornings."""
        from mechanica_core.best.reasons import reasons  # noqa: PLC0415 (reasons compare plans)

        return tuple(reasons(self))


def best_day(
    factory: Factory,
    objective: Objective | str,
    days: int = 1,
    decisions: Decisions = (),
    *,
    mornings: int = MOST_MORNINGS,
    step: Callable[[], object] | None = None,
) -> Plan:
    """The best workday of a factory under an objective: money, value or blueprint (:class:`Aim`).

    For one day it is the best of all :func:`outcomes`, of equally good ones the first. For 2 to 4 days, by what they
    come to together: exact, or with a bound once so many ``mornings`` were looked at; ``step`` is called for each.
    With ``decisions`` only days in which they are all taken, on the first. Raises :class:`ObjectiveError` for an
    objective or number of days that cannot be, :class:`ImpossibleDecision` if no workday takes the decisions.
    """
    objective = Objective.of(objective, factory.machinery.components)
    if not 1 <= days <= MOST_DAYS:
        raise ObjectiveError(say("a plan is for 1 to {most} workdays, not {days}", most=MOST_DAYS, days=days))
    taken = by_choice(decisions)
    horizon = Horizon(factory.machinery, objective, days, mornings, step)
    line, bound = horizon.search(factory.contents, days - 1, decisions=taken)
    assert line is not None  # there is always some evening
    workdays: list[Workday] = []
    morning = factory
    for kept in (*line.evenings, None):
        workdays.append(workday_to(morning, horizon.evening(morning, kept, taken)))
        morning, taken = next_morning(workdays[-1].factory), {}
    return Plan(objective, tuple(workdays), _worth(line.rank), _worth(bound), mornings)


def workday_to(morning: Factory, evening: Evening) -> Workday:
    """The workday that ends so."""
    ways: dict[str, str] = {}
    for way, ending in evening.ends:
        ways |= way.route.decisions_to(ending, way.decided)
    return run_workday(morning, decisions_to(morning, ways, evening.contents))


def _worth(rank: Rank) -> Worth:
    """Bounds in eighths are rounded down: what can be had is whole coins."""
    paid, lacking, money = rank
    return Worth(paid, -lacking, money // EIGHTHS)
