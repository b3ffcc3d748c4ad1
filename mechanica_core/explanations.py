"""What every kind of piece does, in sentences for players: help for the game itself.

What a piece does is a rule, so it is said here; what is printed on it is read from a component set (A-n).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, assert_never

from mechanica_core.editions import ComponentSet, Source
from mechanica_core.geometry import FACINGS, Facing
from mechanica_core.messages import Listed, Message, say
from mechanica_core.pieces import FABRICATORS, FLOOR_KINDS, IMPROVEMENTS, PRINTED, Kind, Model, Shape, Side
from mechanica_core.wording import hole_name, models_words

_SIDES: Final = {Side.ENTRANCE: say("entrance"), Side.EXIT: say("exit"), Side.FLAT: say("flat")}
_COMPASS: Final = {
    Facing.EAST: say("east"),
    Facing.NORTH: say("north"),
    Facing.WEST: say("west"),
    Facing.SOUTH: say("south"),
}
_RULES: Final = {
    Kind.UPGRADER: "R-6.2",
    Kind.DOWNGRADER: "R-6.3",
    Kind.DUPLICATOR: "R-6.4, R-3.6",
    Kind.REPURPOSER: "R-6.5",
    Kind.GIFT_WRAPPER: "R-5.10, R-5.12",
    Kind.STATIC_CHARGER: "R-5.11, R-5.12",
    Kind.FLIGHT_TESTER: "R-5.9, R-5.12",
    Kind.FORK: "R-5.8",
    Kind.BASIC_FABRICATOR: "R-7.4",
    Kind.ADVANCED_FABRICATOR: "R-7.4",
    Kind.OVERACTIVE_FABRICATOR: "R-7.4, R-7.5, R-10.4",
    Kind.SMALL_TRUCK: "R-7.2, R-9.2",
    Kind.BIG_TRUCK: "R-7.2, R-9.2, D-3.10",
    Kind.HUGE_TRUCK: "R-7.2, R-9.2, D-3.10",
}


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a kind of piece does in one sentence, the finer points, and the facts of a component set, a line each."""

    summary: Message
    details: tuple[Message, ...]
    facts: tuple[Message, ...]
    """Money as in the rules; a fact that nobody has looked up on the pieces says that it is assumed."""
    rules: str
    """The numbers of the rules that say it in full, as in docs/RULES.md."""


def explain(kind: Kind | str, components: ComponentSet) -> Explanation:
    """Explain a kind of piece to players. Raises ValueError if there is no such kind."""
    kind = Kind(kind)
    summary, *details = _what_it_does(kind, components)
    return Explanation(summary, tuple(details), tuple(_facts(kind, components)), _RULES[kind])


def _what_it_does(kind: Kind, components: ComponentSet) -> tuple[Message, ...]:
    basic, plus, deluxe = (components.model_names[model] for model in Model)
    match kind:
        case Kind.UPGRADER:
            return (
                say("Makes the bot that arrives one model better."),
                say(
                    "From {basic} to {plus}, from {plus} to {deluxe}; {deluxe} stays.",
                    basic=basic,
                    plus=plus,
                    deluxe=deluxe,
                ),
                say("What it has made sets out on the next workday."),
            )
        case Kind.DOWNGRADER:
            return (
                say("Splits the bot that arrives into three, one model lower."),
                say("One of them waits at each exit and sets out on the next workday."),
                say("{basic} cannot be split: you pick the exit at which it waits.", basic=basic),
            )
        case Kind.DUPLICATOR:
            return (
                say("Gives the bot that arrives a twin."),
                say("The two leave by different exits on the next workday."),
                say("Installed the other way up, it mirrors the exit at its side."),
            )
        case Kind.REPURPOSER:
            return (
                say("Trades two bots for one of any model; you name the model."),
                say("A first bot stays, over night too, until a second one arrives; their models do not matter."),
                say("What it has made sets out on the next workday."),
            )
        case Kind.GIFT_WRAPPER:
            return (
                say("Earns 1 for your vault with each bot that rides through."),
                say("The money stays yours, even if the bot is lost further on."),
                _once_a_workday(),
            )
        case Kind.STATIC_CHARGER:
            return (
                say("Adds a new {basic} to your factory for each bot that rides through.", basic=basic),
                say("It waits at one of the side exits, which you pick, and sets out on the next workday."),
                say("With a bot at every side exit already, you pick who stays."),
                _once_a_workday(),
            )
        case Kind.FLIGHT_TESTER:
            return (
                say("Throws each bot that arrives straight ahead, to a place that you pick."),
                say(
                    "It lands in an entrance that looks this way or, thrown east, in its row's truck; else it is lost."
                ),
                say(
                    "Flying over a fork or an improvement earns 1 for your wallet, or, by web_es, landing on one does."
                ),
                _once_a_workday(),
            )
        case Kind.FORK:
            return (
                say("Sends each bot on by one of two exits; you pick anew for every bot."),
                say("Bots do not stop here."),
            )
        case Kind.BASIC_FABRICATOR:
            return (say("Builds one {basic} in each of your turns.", basic=basic), _sets_out())
        case Kind.ADVANCED_FABRICATOR:
            return (
                say("Builds one {basic} in each of your turns and has room for another bot.", basic=basic),
                say("That room is for bots from recycling, or from an opponent's Overactive Fabricator."),
                _sets_out(),
            )
        case Kind.OVERACTIVE_FABRICATOR:
            return (
                say(
                    "Builds one {plus} or {deluxe} in each of your turns; opponents get a bot too.",
                    plus=plus,
                    deluxe=deluxe,
                ),
                say(
                    "After {plus} each of them gets {basic}; after {deluxe} each takes {basic} or {plus}.",
                    basic=basic,
                    plus=plus,
                    deluxe=deluxe,
                ),
                say(
                    "When you play alone, ARMAND-0 earns for his vault: 1 after {plus}, 5 after {deluxe}.",
                    plus=plus,
                    deluxe=deluxe,
                ),
                _sets_out(),
            )
        case Kind.SMALL_TRUCK | Kind.BIG_TRUCK | Kind.HUGE_TRUCK:
            return (
                say("Collects the bots that come to the end of its row."),
                say("They stay until you sell them, or hand them in for a blueprint, in a turn of yours."),
            )
        case _:
            assert_never(kind)


def _once_a_workday() -> Message:
    return say("A bot that comes here again on the same workday is lost.")


def _sets_out() -> Message:
    return say("Its bots set out on the next workday.")


def _facts(kind: Kind, components: ComponentSet) -> Iterator[Message]:
    if kind in PRINTED:
        yield say("printed on the board, so never bought and never demolished")
    elif kind in FLOOR_KINDS:
        yield say("goes on any square of the floor, facing any way")
    elif kind in FABRICATORS:
        yield say("goes into the Start Zone, one in a row")
    else:
        yield say("goes into the Loading Dock, in place of a smaller truck")
    yield from _shape_facts(kind, components)
    if price := components.prices.get(kind):
        yield _known(say("price, at any time in your turn: {price}", price=price.value), price.source)
    if kind is Kind.HUGE_TRUCK:
        price = components.huge_truck_for_big
        yield _known(say("price in place of a Big Truck: {price}", price=price.value), price.source)
    if kind not in IMPROVEMENTS:
        yield say("end value: none")
        return
    spots = components.shop_spots
    yield _known(say("price in the shop, falling: {prices}", prices=", ".join(map(str, spots.value))), spots.source)
    end_value, recycling = components.end_values[kind], components.recycling[kind]
    yield _known(say("end value: {value}", value=end_value.value), end_value.source)
    yield _known(say("recycles into: {bots}", bots=models_words(components, recycling.value)), recycling.source)


def _shape_facts(kind: Kind, components: ComponentSet) -> Iterator[Message]:
    """Sides and holes (A-3.4)."""
    if kind in components.truck_holes:
        room = components.truck_holes[kind]
        yield _known(say("room for bots: {number}", number=room.value), room.source)
    elif kind in components.start_shapes:
        start = components.start_shapes[kind]
        yield _known(say("holes: {holes}", holes=_named(start.value.holes)), start.source)
    else:
        for flipped in (False, True):
            if shape := components.shapes.get((kind, flipped)):
                lying = say("flipped, facing east") if flipped else say("facing east")
                yield _known(_shape_words(lying, shape.value), shape.source)


def _shape_words(lying: Message, shape: Shape) -> Message:
    """What each side is when the piece lies so, and its holes."""
    sides = Listed(tuple(_side_words(side, shape) for side in Side if side in shape.sides))
    if not shape.holes:
        return say("{lying}: {sides}; no holes", lying=lying, sides=sides)
    return say("{lying}: {sides}; holes: {holes}", lying=lying, sides=sides, holes=_named(shape.holes))


def _side_words(side: Side, shape: Shape) -> Message:
    towards = (_COMPASS[facing] for facing, there in zip(FACINGS, shape.sides, strict=True) if there is side)
    return say("{side} {directions}", side=_SIDES[side], directions=Listed(tuple(towards), ", "))


def _named(holes: tuple[str, ...]) -> Listed:
    return Listed(tuple(map(hole_name, holes)), ", ")


def _known(sentence: Message, source: Source) -> Message:
    return say("{fact} (assumed)", fact=sentence) if source is Source.ASSUMED else sentence
