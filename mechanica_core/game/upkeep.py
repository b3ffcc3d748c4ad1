"""What happens by itself: the shop, ARMAND-0, the end of a workday and of the game (sections 8 to 10)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from mechanica_core.game import events
from mechanica_core.game.legal import next_fabricator
from mechanica_core.game.state import MOST_PLAYERS, Bought, Gift, Phase, Recycled, ToDraw, ToOpen, Upkeep, Waiting
from mechanica_core.game.table import Table
from mechanica_core.pieces import Kind, Model

OVERACTIVE_TO_ARMAND: Final = {Model.PLUS: 1, Model.DELUXE: 5}
"""What an Overactive Fabricator puts into ARMAND-0's vault, by what it makes (R-10.4)."""
CONSOLATION: Final = 4
"""What ARMAND-0 gets on top when his chip shows 1 and he cannot pay (R-10.3)."""


def carry_on(table: Table) -> None:
    """Do all that happens by itself, until somebody or chance is to act."""
    waiting = table.waiting
    while waiting:
        first = waiting[0]
        match first:
            case Bought() | Recycled() | Gift() | Upkeep.FLIP:
                return
            case ToDraw():
                kind = (table.extras if first.from_extras else table.stack)[0]
                if kind is None:
                    return
                waiting.pop(0)
                drawn(table, kind, first)
            case ToOpen(stack):
                number = table.blueprints[stack][0]
                if number is None:
                    return
                waiting.pop(0)
                table.events.append(events.BlueprintOpened(stack, number))
            case Upkeep():
                waiting.pop(0)
                _UPKEEP[first](table)
    if table.phase is Phase.MAKE and next_fabricator(table.factories[table.turn].machinery, table.made) is None:
        table.begin(Phase.ROTATE)


# -- the shop -----------------------------------------------------------------------------------------------------


def drawn(table: Table, kind: Kind, draw: ToDraw) -> None:
    """The next improvement comes into the shop."""
    if draw.from_extras:
        table.extras = table.extras[1:]
    else:
        table.stack = table.stack[1:]
    table.shop[draw.spot] = kind
    table.events.append(events.ImprovementDrawn(kind, draw.spot, draw.from_extras))


def _shift(table: Table) -> None:
    """Rotate the shop; what falls is recycled by the player (R-8.3)."""
    fell = _moved(table)
    steps = _next_draw(table)
    if table.origin.rules.double_rotate and 1 < len(table.factories) < MOST_PLAYERS:
        steps.append(Upkeep.SHIFT_AGAIN)
    if table.armand is not None:
        steps.append(Upkeep.STOP_IF_SOLD_OUT)
    if fell is not None:
        steps += table.recycle(fell, "R-8.3")
    table.waiting[:0] = steps


def _shift_for_armand(table: Table) -> None:
    """Rotate the shop at the end of ARMAND-0's turn; what falls is nobody's (R-10.2)."""
    _moved(table)
    table.waiting[:0] = [*_next_draw(table), Upkeep.STOP_IF_SOLD_OUT]


def _shift_again(table: Table) -> None:
    """The double rotate: only the dearest spot is taken, so move on and draw from the Extras (R-8.5, D-11.2)."""
    if table.shop[0] is None or any(table.shop[1:]) or not table.extras:
        return
    _moved(table)
    table.waiting.insert(0, ToDraw(from_extras=True))


def _moved(table: Table) -> Kind | None:
    """Move every improvement one spot cheaper; gives what falls off."""
    fell = table.shop.pop()
    table.shop.insert(0, None)
    table.events.append(events.ShopRotated(fell))
    return fell


def _next_draw(table: Table) -> list[Waiting]:
    """Where the next improvement comes from: with 4 players the Extras follow the stack (R-8.4, D-11.1)."""
    if table.stack:
        return [ToDraw()]
    return [ToDraw(from_extras=True)] if table.extras and len(table.factories) == MOST_PLAYERS else []


def _sold_out(table: Table) -> bool:
    """Whether nothing is left to buy, now or later."""
    return not any(table.shop) and not _next_draw(table)


# -- blueprints and the end of a workday --------------------------------------------------------------------------


def opened(table: Table, stack: int, number: int) -> None:
    """A blueprint that nobody knew is opened."""
    stacks = list(table.blueprints)
    stacks[stack] = (number, *stacks[stack][1:])
    table.blueprints = (stacks[0], stacks[1])
    table.events.append(events.BlueprintOpened(stack, number, "R-9.4"))


def _refresh(table: Table) -> None:
    """Blueprints that lie sideways go under their stacks, and two new ones are opened (R-9.4)."""
    if table.completed == (0, 0):
        return
    first, second = table.blueprints
    table.blueprints = (first[1:] + first[:1], second[1:] + second[:1])
    table.completed = (0, 0)
    table.waiting[:0] = [ToOpen(stack) for stack in range(2) if table.blueprints[stack]]


def _turns_done(table: Table) -> None:
    """ARMAND-0's turn, if he plays: chip and purchase, rotation and blueprints in the rule set's order (R-10.2)."""
    if table.armand is not None:
        steps = [Upkeep.SHIFT_FOR_ARMAND, Upkeep.REFRESH]
        if table.origin.rules.solo_end_of_turn == "refresh_then_rotate":
            steps.reverse()
        table.waiting += [Upkeep.FLIP, *steps]
    table.waiting.append(Upkeep.CLOSE_DAY)


def _close_day(table: Table) -> None:
    """Where the factories close the workday, they run now (section 11)."""
    if table.origin.rules.factories_run == "closes_the_workday":
        table.turn = 0
        table.begin(Phase.RUN)
    else:
        table.waiting.append(Upkeep.DAY_DONE)


def _day_done(table: Table) -> None:
    """End the workday, and the game if nothing is left to buy (R-9.4)."""
    if _sold_out(table):
        _end(table, "R-9.4")
        return
    table.waiting[:0] = [Upkeep.REFRESH, Upkeep.NEW_DAY]


def _new_day(table: Table) -> None:
    table.day += 1
    table.turn = 0
    table.events.append(events.DayBegan(table.day))
    runs_first = table.origin.rules.factories_run == "opens_the_workday"
    table.begin(Phase.RUN if runs_first else Phase.SELL)


def _stop_if_sold_out(table: Table) -> None:
    if _sold_out(table):
        _end(table, "R-10.5")


def _end(table: Table, rule: str) -> None:
    table.waiting.clear()
    table.phase = Phase.OVER
    table.events.append(events.GameOver(rule))


# -- ARMAND-0 -----------------------------------------------------------------------------------------------------


def armand_gains(table: Table, made: Model) -> None:
    """An Overactive Fabricator made a bot: ARMAND-0's vault grows (R-10.4)."""
    assert table.armand is not None  # he plays
    coins = OVERACTIVE_TO_ARMAND[made]
    table.armand = replace(table.armand, vault=table.armand.vault + coins)
    table.events.append(events.ArmandGained(coins))


def flipped(table: Table, chip: int) -> None:
    """ARMAND-0 gets what his chip shows and buys what it tells him to (R-10.3)."""
    assert table.armand is not None  # he plays
    prices = table.origin.components.shop_spots.value
    taken = [spot for spot, kind in enumerate(table.shop) if kind is not None]
    money = table.armand.wallet + chip
    chosen: int | None = None
    if chip == 1:
        chosen = taken[-1] if taken else None
    elif table.origin.rules.solo_chip_five == "most_expensive_affordable":
        chosen = next((spot for spot in taken if prices[spot] <= money), None)
    else:
        chosen = taken[0] if taken else None
    if chosen is not None and prices[chosen] > money:
        chosen = None
    coins = chip + CONSOLATION if chip == 1 and chosen is None else chip
    money = table.armand.wallet + coins
    table.events.append(events.ChipFlipped(chip, coins))
    bought = table.armand.bought
    if chosen is not None:
        kind = table.shop[chosen]
        assert kind is not None  # the spot is taken
        table.shop[chosen] = None
        money -= prices[chosen]
        bought = (*bought, kind)
        table.events.append(events.ArmandBought(kind, prices[chosen], chosen))
        table.waiting.insert(0, Upkeep.STOP_IF_SOLD_OUT)
    table.armand = replace(table.armand, wallet=money, bought=bought)


_UPKEEP: Final = {
    Upkeep.SHIFT: _shift,
    Upkeep.SHIFT_FOR_ARMAND: _shift_for_armand,
    Upkeep.SHIFT_AGAIN: _shift_again,
    Upkeep.REFRESH: _refresh,
    Upkeep.STOP_IF_SOLD_OUT: _stop_if_sold_out,
    Upkeep.TURNS_DONE: _turns_done,
    Upkeep.CLOSE_DAY: _close_day,
    Upkeep.DAY_DONE: _day_done,
    Upkeep.NEW_DAY: _new_day,
}
