"""Carry out an action: from one game to the next, with what came of it (sections 7 to 10)."""

from __future__ import annotations

from typing import NamedTuple, NoReturn

from mechanica_core.choices import Decision
from mechanica_core.errors import DecisionError, IllegalAction, InstallError
from mechanica_core.factory import Factory
from mechanica_core.game import events
from mechanica_core.game.action_text import write_action
from mechanica_core.game.actions import (
    Accept,
    Action,
    Buy,
    BuyFork,
    BuyTruck,
    Complete,
    Decide,
    Decline,
    Demolish,
    Draw,
    Flip,
    GoOn,
    Install,
    LeaveOut,
    Make,
    Open,
    Put,
    Recycle,
    Rotate,
    Run,
    Sell,
    refuse_stranger,
)
from mechanica_core.game.events import GameEvent
from mechanica_core.game.legal import (
    ANY_TIME,
    DOCKS,
    completions,
    legal_actions,
    load_of,
    may_complete,
    models_made,
    next_fabricator,
    truck_price,
)
from mechanica_core.game.state import PHASES, Bought, Game, Gift, Phase, Recycled, ToDraw, ToOpen, Upkeep
from mechanica_core.game.table import Table, paid, without_truck_bot
from mechanica_core.game.upkeep import armand_gains, carry_on, drawn, flipped, opened
from mechanica_core.geometry import start_place
from mechanica_core.messages import Message, say
from mechanica_core.pieces import IMPROVEMENTS, KINDS, MODEL_CODE, MODELS, Kind, Model
from mechanica_core.placing import placements
from mechanica_core.workday import next_choice, run_workday


class Step(NamedTuple):
    """The game after an action, and what happened on the way."""

    game: Game
    events: tuple[GameEvent, ...]


def apply(game: Game, action: Action) -> Step:
    """Carry out an action of :attr:`Game.actor`, or of chance, and all that follows by itself.

    The game given stays as it is. Raises :class:`IllegalAction`, with the reason and the rule, for what
    :func:`legal_actions` does not list, TypeError for what is no action at all.
    """
    table = Table(game)
    _act(game, table, action)
    carry_on(table)
    return Step(table.game(), tuple(table.events))


def _act(game: Game, table: Table, action: Action) -> None:
    match action:
        case Decide():
            _decide(game, table, action)
        case Run():
            _run(game, table, action)
        case Sell():
            _sell(game, table, action)
        case Buy():
            _buy(game, table, action)
        case BuyFork():
            _buy_fork(game, table, action)
        case BuyTruck():
            _buy_truck(game, table, action)
        case Complete():
            _complete(game, table, action)
        case Install():
            _install(game, table, action)
        case Recycle():
            _recycle(game, table, action)
        case Demolish():
            _demolish(game, table, action)
        case Put():
            _put(game, table, action)
        case LeaveOut():
            _leave_out(game, table, action)
        case Make():
            _make(game, table, action)
        case Accept():
            _accept(game, table, action)
        case Decline():
            _decline(game, table, action)
        case GoOn():
            _go_on(game, table, action)
        case Rotate():
            _rotate(game, table, action)
        case Flip() | Draw() | Open():
            _chance(game, table, action)
        case _:
            refuse_stranger(action)


def _refuse(action: Action, why: Message, rule: str) -> NoReturn:
    raise IllegalAction(write_action(action), why, rule)


def _in_phase(game: Game, action: Action, *phases: Phase) -> None:
    """Raise unless nothing waits and the turn is in one of these phases."""
    if game.waiting:
        _refuse(action, say("something else is to be settled first"), "D-7.1")
    if game.is_over:
        _refuse(action, say("the game is over"), "D-7.1")
    if game.phase not in phases:
        _refuse(action, say("this is not done in this phase: {phase}", phase=PHASES[game.phase]), "D-7.1")


def _any_time(game: Game, action: Action) -> None:
    _in_phase(game, action, *ANY_TIME)


def _afford(factory: Factory, coins: int, action: Action, rule: str) -> None:
    if coins > factory.wallet:
        _refuse(
            action, say("it costs {coins}, and {wallet} are in the wallet", coins=coins, wallet=factory.wallet), rule
        )


# -- the workday --------------------------------------------------------------------------------------------------


def _decide(game: Game, table: Table, action: Decide) -> None:
    _in_phase(game, action, Phase.RUN)
    choice = next_choice(game.factories[game.turn], dict(game.decided))
    if choice is None:
        _refuse(action, say("nothing is left to decide: run the factory"), "R-4.2")
    if choice.id != action.choice:
        _refuse(action, say("the choice to be decided next is {choice}", choice=choice.id), "R-4.2")
    if action.take not in choice.takes:
        _refuse(action, say("decide one of {takes}", takes=", ".join(choice.takes)), "R-4.2")
    table.decided = (*game.decided, Decision(action.choice, action.take))


def _run(game: Game, table: Table, action: Run) -> None:
    _in_phase(game, action, Phase.RUN)
    try:
        workday = run_workday(game.factories[game.turn], game.decided)
    except DecisionError as error:
        _refuse(action, say("{choice} is still to be decided", choice=error.choice), "R-4.2")
    table.factories[game.turn] = workday.factory
    table.events.append(events.FactoryRan(game.turn, workday))
    table.decided = ()
    if game.turn + 1 < len(game.factories):
        table.turn += 1
        return
    table.turn = 0
    if game.rules.factories_run == "closes_the_workday":
        table.waiting.append(Upkeep.DAY_DONE)
    else:
        table.begin(Phase.SELL)


# -- money and pieces ---------------------------------------------------------------------------------------------


def _sell(game: Game, table: Table, action: Sell) -> None:
    _in_phase(game, action, Phase.SELL)
    factory = game.factories[game.turn]
    code = MODEL_CODE[action.model]
    holes = factory.machinery.range_of[action.truck] if action.truck in DOCKS else None
    if holes is None or code not in factory.contents[holes.first : holes.last]:
        _refuse(action, say("there is no such bot in that truck"), "R-7.2")
    coins = game.components.model_prices[action.model].value
    table.factories[game.turn] = paid(without_truck_bot(factory, holes, code), -coins)
    table.events.append(events.Sold(game.turn, action.truck, action.model, coins))


def _buy(game: Game, table: Table, action: Buy) -> None:
    _in_phase(game, action, Phase.BUY)
    kind = game.shop[action.spot] if 0 <= action.spot < len(game.shop) else None
    if kind is None:
        _refuse(action, say("there is no improvement on that spot"), "R-7.3")
    factory = game.factories[game.turn]
    coins = game.components.shop_spots.value[action.spot]
    _afford(factory, coins, action, "R-7.3")
    table.factories[game.turn] = paid(factory, coins)
    table.shop[action.spot] = None
    table.waiting.append(Bought(kind))
    table.events.append(events.PieceBought(game.turn, kind, coins, action.spot, "R-7.3"))


def _buy_fork(game: Game, table: Table, action: BuyFork) -> None:
    _any_time(game, action)
    factory = game.factories[game.turn]
    coins = game.components.prices[Kind.FORK].value
    _afford(factory, coins, action, "R-7.7")
    if not placements(factory.machinery, Kind.FORK):
        _refuse(action, say("it fits nowhere"), "D-3.7")
    table.factories[game.turn] = paid(factory, coins)
    table.waiting.append(Bought(Kind.FORK))
    table.events.append(events.PieceBought(game.turn, Kind.FORK, coins, None, "R-7.7"))


def _buy_truck(game: Game, table: Table, action: BuyTruck) -> None:
    _any_time(game, action)
    factory = game.factories[game.turn]
    if action.place not in DOCKS:
        _refuse(action, say("trucks go into the Loading Dock"), "R-3.2")
    there = factory.machinery.dock_kind(DOCKS.index(action.place))
    coins = truck_price(game.components, there, action.kind)
    if coins is None:
        _refuse(action, say("trucks only grow: Small to Big or Huge, Big to Huge"), "D-3.10")
    _afford(factory, coins, action, "R-7.7")
    table.factories[game.turn] = paid(factory.install(action.place, action.kind), coins)
    table.events.append(events.PieceBought(game.turn, action.kind, coins, None, "R-7.7"))
    table.events.append(events.Installed(game.turn, action.place, action.kind, there))


def _complete(game: Game, table: Table, action: Complete) -> None:
    _any_time(game, action)
    factory = game.factories[game.turn]
    if action.stack not in (0, 1) or not may_complete(game, game.turn, action.stack):
        _refuse(action, say("that blueprint is completed already, or there is none"), "R-9.2")
    if action not in completions(game, load_of(factory), action.stack):
        _refuse(action, say("these bots in trucks are not what the blueprint asks for"), "R-9.2")
    number = game.blueprints[action.stack][0]
    assert number is not None  # else nothing completes it
    pays = game.components.blueprints[number].value.pays
    for truck, model in action.bots:
        factory = without_truck_bot(factory, factory.machinery.range_of[truck], MODEL_CODE[model])
    table.factories[game.turn] = Factory(factory.machinery, factory.contents, factory.wallet, factory.vault + pays)
    completed = list(game.completed)
    completed[action.stack] |= 1 << game.turn
    table.completed = (completed[0], completed[1])
    table.events.append(events.BlueprintCompleted(game.turn, action.stack, number, pays))


def _install(game: Game, table: Table, action: Install) -> None:
    kind = _bought(game, action)
    factory = game.factories[game.turn]
    try:
        there = factory.piece_at(action.place)
        table.factories[game.turn] = factory.install(action.place, kind, action.facing, flipped=action.flipped)
    except InstallError as error:
        _refuse(action, error.reason, error.rule)
    except ValueError:
        _refuse(action, say("there is no such place"), "R-3.2")
    table.waiting.pop(0)
    _after_purchase(table)
    replaced = there.kind if there else None
    table.events.append(events.Installed(game.turn, action.place, kind, replaced))


def _recycle(game: Game, table: Table, action: Recycle) -> None:
    kind = _bought(game, action)
    if kind not in IMPROVEMENTS:
        _refuse(action, say("only improvements are recycled"), "R-7.3")
    table.waiting[:1] = table.recycle(kind, "R-7.3")
    _after_purchase(table)


def _bought(game: Game, action: Action) -> Kind:
    if not game.waiting or not isinstance(game.waiting[0], Bought):
        _refuse(action, say("no piece was bought that waits"), "D-7.1")
    return game.waiting[0].kind


def _after_purchase(table: Table) -> None:
    if table.armand is not None:
        table.waiting.append(Upkeep.STOP_IF_SOLD_OUT)


def _demolish(game: Game, table: Table, action: Demolish) -> None:
    if not (game.waiting and isinstance(game.waiting[0], Bought)):
        _any_time(game, action)
    factory = game.factories[game.turn]
    try:
        there = factory.piece_at(action.place)
        table.factories[game.turn] = factory.demolish(action.place)
    except InstallError as error:
        _refuse(action, error.reason, error.rule)
    except ValueError:
        _refuse(action, say("there is no such place"), "R-3.8")
    assert there is not None  # else there was nothing to demolish
    table.events.append(events.Demolished(game.turn, action.place, there.kind))


# -- bots ---------------------------------------------------------------------------------------------------------


def _put(game: Game, table: Table, action: Put) -> None:
    model = _recycled(game, action)
    hole = _start_hole(game, game.turn, action, "R-7.3")
    table.waiting.pop(0)
    table.put(game.turn, model, hole, action.hole, "recycling", "R-7.3")


def _leave_out(game: Game, table: Table, action: LeaveOut) -> None:
    model = _recycled(game, action)
    table.waiting.pop(0)
    table.events.append(events.BotRefused(game.turn, model, "recycling", "D-7.3"))


def _recycled(game: Game, action: Action) -> Model:
    if not game.waiting or not isinstance(game.waiting[0], Recycled):
        _refuse(action, say("no recycled bot waits"), "R-7.3")
    return game.waiting[0].model


def _start_hole(game: Game, player: int, action: Put | Accept, rule: str) -> int:
    """The number of a hole of a player's Start Zone."""
    index = game.factories[player].machinery.hole_index.get(action.hole)
    if index is None or not action.hole.startswith("start/"):
        _refuse(action, say("there is no such hole in the Start Zone"), rule)
    return index


def _make(game: Game, table: Table, action: Make) -> None:
    _in_phase(game, action, Phase.MAKE)
    factory = game.factories[game.turn]
    row = next_fabricator(factory.machinery, game.made)
    assert row is not None  # else the phase would be over
    if action.place != start_place(row):
        _refuse(action, say("the next fabricator is at {place}", place=start_place(row)), "D-7.1")
    kind = KINDS[factory.machinery.start[row] - 1]
    if action.model not in models_made(kind):
        _refuse(action, say("this fabricator does not make that model"), "R-7.4")
    hole = f"{action.place}/centre"
    index = factory.machinery.hole_index[hole]
    there = factory.contents[index]
    if action.keep_old and (not there or MODELS[there - 1] is action.model):
        _refuse(action, say("there is no other bot in its hole to keep"), "R-7.4")
    table.made = row + 1
    if action.keep_old:
        table.events.append(events.BotRefused(game.turn, action.model, "fabricator", "R-7.4", action.place))
    else:
        table.put(game.turn, action.model, index, hole, "fabricator", "R-7.4")
    if kind is Kind.OVERACTIVE_FABRICATOR:
        _give(game, table, action.model)


def _give(game: Game, table: Table, made: Model) -> None:
    """An Overactive Fabricator's gifts: to each opponent clockwise, or to ARMAND-0 (R-7.5, D-11.6, R-10.4)."""
    if table.armand is not None:
        armand_gains(table, made)
        return
    models = (Model.BASIC,) if made is Model.PLUS else (Model.BASIC, Model.PLUS)
    count = len(game.factories)
    table.waiting.extend(Gift((game.turn + after) % count, models) for after in range(1, count))


def _accept(game: Game, table: Table, action: Accept) -> None:
    gift = _gift(game, action)
    if action.model not in gift.models:
        _refuse(action, say("that model is not given"), "R-7.5")
    hole = _start_hole(game, gift.player, action, "R-7.5")
    table.waiting.pop(0)
    table.put(gift.player, action.model, hole, action.hole, "gift", "R-7.5")


def _decline(game: Game, table: Table, action: Decline) -> None:
    gift = _gift(game, action)
    factory = game.factories[gift.player]
    if not all(factory.contents[index] for index, _ in factory.machinery.start_holes):
        _refuse(action, say("a start hole is free, so the gift must be taken"), "D-7.5")
    table.waiting.pop(0)
    table.events.append(events.BotRefused(gift.player, gift.models[0], "gift", "D-7.5"))


def _gift(game: Game, action: Action) -> Gift:
    if not game.waiting or not isinstance(game.waiting[0], Gift):
        _refuse(action, say("no gift waits"), "R-7.5")
    return game.waiting[0]


# -- phases and chance --------------------------------------------------------------------------------------------


def _go_on(game: Game, table: Table, action: GoOn) -> None:
    _in_phase(game, action, Phase.SELL, Phase.BUY, Phase.END)
    if game.phase is Phase.SELL:
        table.begin(Phase.BUY)
    elif game.phase is Phase.BUY:
        table.made = 0
        table.begin(Phase.MAKE)
    elif game.turn + 1 < len(game.factories):
        table.turn += 1
        table.begin(Phase.SELL)
    else:
        table.waiting.append(Upkeep.TURNS_DONE)


def _rotate(game: Game, table: Table, action: Rotate) -> None:
    _in_phase(game, action, Phase.ROTATE)
    table.begin(Phase.END)
    table.waiting.append(Upkeep.SHIFT)


def _chance(game: Game, table: Table, action: Flip | Draw | Open) -> None:
    if action not in legal_actions(game):
        _refuse(action, say("chance has nothing of the kind to bring now"), "R-8.3")
    first = table.waiting.pop(0)
    match action, first:
        case Flip(chip), _:
            flipped(table, chip)
        case Draw(kind), ToDraw():
            drawn(table, kind, first)
        case Open(blueprint), ToOpen(stack):
            opened(table, stack, blueprint)
