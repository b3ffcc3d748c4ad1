"""Rule sets and component sets as tables for people."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from mechanica_core.editions import ComponentSet, Fact, RuleSet, Source
from mechanica_core.messages import say
from mechanica_core.pieces import Model, Shape, Side
from mechanica_core.wording import hole_name
from service.cli.output import Output

MARKS: Final = {Source.PRINTED: "", Source.MEASURED: "*", Source.ASSUMED: "?"}
"""What follows an entry to tell how it is known."""
SIDES: Final = {Side.ENTRANCE: say("entrance"), Side.EXIT: say("exit"), Side.FLAT: say("flat")}
SWITCHES: Final = {
    "big_trucks": say("Big Trucks in the box"),
    "huge_trucks": say("Huge Trucks in the box"),
    "bots_of_each_model": say("bots of each model"),
    "double_rotate": say("double rotate, 2-3 players"),
    "solo_vault_bonus": say("single player, vault bonus by level"),
    "solo_chip_five": say("single player, chip 5"),
    "solo_end_of_turn": say("single player, end of the turn"),
    "flight_coin": say("Flight Tester's coin"),
    "factories_run": say("when the factories run"),
}
"""The switches of section 11 in words."""


def show_rules(output: Output, rules: RuleSet) -> None:
    """Show a rule set's switches."""
    table = output.table(rules.title.text(output.language), "")
    for switch, words in SWITCHES.items():
        match getattr(rules, switch):
            case bool(on):
                value = output.words(say("yes") if on else say("no"))
            case dict(levels):
                value = ", ".join(f"{level} {bonus}" for level, bonus in levels.items()) or "-"
            case name_or_number:
                value = str(name_or_number).replace("_", " ")
        table.add_row(output.words(words), value)
    output.say(table)


def show_components(output: Output, components: ComponentSet) -> None:
    """Show all of a component set, with marks that tell how each entry is known."""
    output.say(
        components.title.text(output.language),
        say("columns: {columns}", columns=_marked(components.columns)),
        say("shop spots: {spots}", spots=_listed(components.shop_spots)),
        say("Huge Truck for a Big one: {price}", price=_marked(components.huge_truck_for_big)),
        "",
    )
    _show_bots(output, components)
    _show_pieces(output, components)
    _show_shapes(output, components)
    _show_holes(output, components)
    _show_blueprints(output, components)
    output.say(say("? assumed, * measured; all else is printed on the pieces or in the rules"))


def _show_bots(output: Output, components: ComponentSet) -> None:
    table = output.table(say("bot"), say("price"))
    for model, price in components.model_prices.items():
        table.add_row(components.model_names[model].text(output.language), _marked(price))
    output.say(table, "")


def _show_pieces(output: Output, components: ComponentSet) -> None:
    table = output.table(say("piece"), say("name"), say("count"), say("price"), say("end value"), say("recycling"))
    table.columns[0].no_wrap = True
    for kind, name in components.piece_names.items():
        numbers = [facts.get(kind) for facts in (components.counts, components.prices, components.end_values)]
        recycling = components.recycling.get(kind)
        gives = _bots(output, components, recycling.value) + MARKS[recycling.source] if recycling else ""
        table.add_row(
            kind, name.text(output.language), *(_marked(number) if number else "" for number in numbers), gives
        )
    output.say(table, "")


def _show_shapes(output: Output, components: ComponentSet) -> None:
    """Sides and holes as in the table of A-3.4, of pieces that face east."""
    table = output.table(
        say("facing east"), say("west"), say("north"), say("east"), say("south"), say("holes"), say("passes")
    )
    for (kind, flipped), shape in components.shapes.items():
        name = components.piece_names[kind].text(output.language)
        if flipped:
            name = output.words(say("{piece}, flipped", piece=name))
        east, north, west, south = (output.words(SIDES[side]) for side in shape.value.sides)
        table.add_row(name + MARKS[shape.source], west, north, east, south, *_holes_and_ways(output, shape.value))
    output.say(table, "")


def _holes_and_ways(output: Output, shape: Shape) -> tuple[str, str]:
    holes = "; ".join(_named(output, names) for names in (shape.inputs, shape.outputs) if names)
    ways = _named(output, shape.through)
    if shape.throws:
        ways = output.words(say("throws {way}", way=hole_name(shape.throws)))
    return holes, ways


def _named(output: Output, holes: Iterable[str]) -> str:
    return ", ".join(hole_name(hole).text(output.language) for hole in holes)


def _show_holes(output: Output, components: ComponentSet) -> None:
    table = output.table(say("Start Zone and Loading Dock"), say("holes"))
    for kind, start in components.start_shapes.items():
        name = components.piece_names[kind].text(output.language) if kind else output.words(say("empty start slot"))
        table.add_row(name, _named(output, start.value.holes) + MARKS[start.source])
    for kind, holes in components.truck_holes.items():
        table.add_row(components.piece_names[kind].text(output.language), _marked(holes))
    output.say(table, "")


def _show_blueprints(output: Output, components: ComponentSet) -> None:
    table = output.table(say("blueprint"), say("pays"))
    for card in components.blueprints:
        table.add_row(_bots(output, components, card.value.asks), f"{card.value.pays}{MARKS[card.source]}")
    output.say(table, "")


def _bots(output: Output, components: ComponentSet, models: Iterable[Model]) -> str:
    return ", ".join(components.model_names[model].text(output.language) for model in models)


def _marked(fact: Fact[int]) -> str:
    return f"{fact.value}{MARKS[fact.source]}"


def _listed(fact: Fact[tuple[int, ...]]) -> str:
    return ", ".join(map(str, fact.value)) + MARKS[fact.source]
