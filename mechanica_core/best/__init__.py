"""The best that can be done: with a workday, with the workdays that follow, with a piece.

>>> from mechanica_core import Factory
>>> from mechanica_core.best import best_day, best_placements
>>> plan = best_day(Factory.from_text(".=F3=1/B(b)=G3=1/.=4=1 0+0 print_2019 demo"), "money")
>>> plan.worth.money, plan.exact
(3, True)
>>> best_placements(plan.factory, "gift_wrapper", days=2)[0].place
'floor/middle/2'
"""

from mechanica_core.best.horizon import MOST_MORNINGS, next_morning
from mechanica_core.best.objectives import Aim, Objective, Worth
from mechanica_core.best.pieces import Change, best_demolitions, best_pieces, best_placements
from mechanica_core.best.plan import MOST_DAYS, Plan, best_day
from mechanica_core.best.reasons import Reason

__all__ = [
    "MOST_DAYS",
    "MOST_MORNINGS",
    "Aim",
    "Change",
    "Objective",
    "Plan",
    "Reason",
    "Worth",
    "best_day",
    "best_demolitions",
    "best_pieces",
    "best_placements",
    "next_morning",
]
