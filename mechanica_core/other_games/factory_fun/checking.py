"""Whether a hall keeps the rules of sections 3.4 and 3.5: every broken rule by its letter and square."""

from __future__ import annotations

import graphlib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from typing import TypeAlias

from mechanica_core.messages import Language, Message, say
from mechanica_core.other_games.factory_fun.flows import Flows, Network, trace
from mechanica_core.other_games.factory_fun.hall import Hall
from mechanica_core.other_games.factory_fun.parts import (
    SIDES,
    Connector,
    Container,
    Flow,
    Joint,
    PlacedMachine,
    Product,
    Reservoir,
    Square,
    Store,
)
from mechanica_core.other_games.factory_fun.words import product_words, store_words

Part: TypeAlias = PlacedMachine | Connector | Container | Reservoir
_Key: TypeAlias = tuple[Square, str, str]


class Rule(StrEnum):
    """The rules that a hall can break: letters of 3.4, and names for those that have no letter."""

    A = "a"
    B = "b"
    C = "c"
    D = "d"
    E = "e"
    F = "f"
    G = "g"
    H = "h"
    I = "i"  # noqa: E741 (its letter)
    J = "j"
    L = "l"
    M = "m"
    N = "n"
    INSIDE = "inside"
    PILLAR = "pillar"
    OVERLAP = "overlap"
    LOOSE_PART = "loose part"


@dataclass(frozen=True, slots=True)
class Violation:
    """A rule that a hall breaks: which, on which square, and a sentence."""

    rule: Rule
    square: Square
    message: Message

    def __str__(self) -> str:
        return self.text("en")

    @property
    def sentence(self) -> Message:
        """Square, sentence and rule."""
        return say("{place}: {sentence} ({rule})", place=str(self.square), sentence=self.message, rule=self.rule.value)

    def text(self, language: Language) -> str:
        """Square, sentence and rule in that language."""
        return self.sentence.text(language)

    def as_json(self, language: Language = "en") -> dict[str, str]:
        """The violation as a JSON object."""
        return {"rule": self.rule.value, "square": str(self.square), "message": self.message.text(language)}


def check(hall: Hall) -> list[Violation]:
    """Every rule of 3.4 and 3.5 that a hall breaks, by square and letter; none of a legal hall.

    What a player owns or the common stock holds is not asked here; a game knows that.
    """
    flows = trace(hall)
    broken = [*_places(hall), *_ends(flows), *_reservoirs(flows), *_loops(flows)]
    for network in flows.networks:
        broken += _network(network)
    return sorted(broken, key=lambda violation: (violation.square, violation.rule))


def is_legal(hall: Hall) -> bool:
    """Whether a hall breaks no rule."""
    return not check(hall)


def _places(hall: Hall) -> Iterator[Violation]:
    """Rules a and m, the pillar, overlaps, and the edge of the hall."""
    taken: dict[Square, Part] = {}
    parts: tuple[Part, ...] = (*hall.machines, *hall.connectors, *hall.containers, *hall.reservoirs)
    rows, columns, pillar = hall.rows, hall.columns, hall.pillar
    for part in parts:
        for square in part.squares if isinstance(part, PlacedMachine) else (part.square,):
            if not (0 <= square[0] < rows and 0 <= square[1] < columns):
                if isinstance(part, PlacedMachine):
                    why = say("{machine} must cover two spaces of the hall", machine=part.machine.name)
                    yield Violation(Rule.A, part.square, why)
                else:
                    yield Violation(Rule.INSIDE, square, say("this is outside the hall"))
            elif square == pillar:
                yield Violation(Rule.PILLAR, square, say("nothing may lie on the pillar"))
            elif square not in taken:
                taken[square] = part
            elif isinstance(part, Connector) and isinstance(taken[square], Connector):
                yield Violation(Rule.M, square, say("two connectors on one space"))
            else:
                yield Violation(Rule.OVERLAP, square, say("two parts on one space"))


def _ends(flows: Flows) -> Iterator[Violation]:
    """Rules b and j, and containers and reservoirs joined to nothing (3.8)."""
    for joint in flows.unjoined:
        yield Violation(Rule.B, joint.square, say("{end} is joined to nothing", end=end_words(joint)))
    for connector, side in flows.loose_ends:
        yield Violation(Rule.J, connector.square, say("a connector ends loosely, side {side}", side=SIDES[side]))
    for store in flows.untouched:
        why = say("{part} is joined to nothing", part=part_words(store))
        yield Violation(Rule.LOOSE_PART, store.square, why)


def _network(network: Network) -> Iterator[Violation]:
    """Rules c, d, e, f, g, h and l in one network."""
    outputs, inputs = network.outputs, network.inputs
    product = network.product
    for joint in chain(outputs, inputs):
        if joint.end.product is not product:
            yield _mixed(joint.square, joint.end.product, product)
    for container in network.containers:
        if container.product is not product:
            yield _mixed(container.square, container.product, product)
    if not (outputs or network.containers):
        for joint in inputs:
            yield Violation(Rule.C, joint.square, say("nothing feeds {end}", end=end_words(joint)))
        if not inputs:
            yield from _dead(network)
        return
    if product is not Product.END:
        for reservoir in network.reservoirs:
            if reservoir.store is Store.END:
                yield _mixed(reservoir.square, Product.END, product)
    if not outputs:
        return
    for container in network.containers:
        why = say("{end} is joined to a supply container", end=end_words(outputs[0]))
        yield Violation(Rule.L, container.square, why)
    if product is Product.END:
        yield from _end_product(network)
        return
    if not (inputs or any(reservoir.store is Store.OUTPUT for reservoir in network.reservoirs)):
        for joint in outputs:
            why = say("{end} leads neither to a reservoir nor to an input", end=end_words(joint))
            yield Violation(Rule.D, joint.square, why)
    made, needed = sum(joint.end.number for joint in outputs), sum(joint.end.number for joint in inputs)
    if made < needed and not network.containers:
        why = say("the inputs need {needed}, the outputs give {made}", needed=needed, made=made)
        yield Violation(Rule.F, inputs[0].square, why)


def _dead(network: Network) -> Iterator[Violation]:
    """A network without source and sink: connectors and reservoirs that serve nothing."""
    if not network.loose:  # else the loose end is what is wrong
        for reservoir in network.reservoirs:
            why = say("{part} is joined to nothing", part=part_words(reservoir))
            yield Violation(Rule.LOOSE_PART, reservoir.square, why)
        if not network.reservoirs:
            square = network.pipes[0][0].square
            yield Violation(Rule.LOOSE_PART, square, say("connectors in a circle are joined to nothing"))


def _end_product(network: Network) -> Iterator[Violation]:
    """Rules g and h: one source and one end-product reservoir, nothing else; that no input takes it, rule e tells."""
    first = network.outputs[0]
    if [reservoir.store for reservoir in network.reservoirs] != [Store.END]:
        why = say("{end} needs one end-product reservoir and no other", end=end_words(first))
        yield Violation(Rule.G, first.square, why)
    if len(network.outputs) > 1:
        yield _shared(first.square)


def _reservoirs(flows: Flows) -> Iterator[Violation]:
    """Rules e and h where several networks end in one reservoir."""
    ending: dict[Reservoir, list[Network]] = defaultdict(list)
    for network in flows.networks:
        if network.outputs:
            for reservoir in network.reservoirs:
                ending[reservoir].append(network)
    for reservoir, networks in ending.items():
        if len(networks) < 2:
            continue
        products = {network.product for network in networks}
        if len(products) > 1:
            yield Violation(Rule.E, reservoir.square, say("different products meet in one reservoir"))
        if reservoir.store is Store.END:
            yield _shared(reservoir.square)


def _loops(flows: Flows) -> Iterator[Violation]:
    """Rule n: machines whose production leads back to them, each circle told once."""
    machines: dict[_Key, PlacedMachine] = {}
    follows: dict[_Key, set[_Key]] = {}
    for source, target in flows.feeding():
        for placed in (source, target):
            machines.setdefault(_key(placed), placed)
        follows.setdefault(_key(source), set()).add(_key(target))
    try:
        graphlib.TopologicalSorter(follows).prepare()
    except graphlib.CycleError:
        reached = {key: _reached(key, follows) for key in machines}
        told: set[_Key] = set()
        for key in sorted(machines):
            if key in reached[key] and key not in told:
                circle = [other for other in sorted(machines) if other in reached[key] and key in reached[other]]
                told.update(circle)
                names = ", ".join(machines[other].machine.name for other in circle)
                why = say("production leads back to the same machine: {machines}", machines=names)
                yield Violation(Rule.N, machines[key].square, why)


def _key(placed: PlacedMachine) -> _Key:
    """Tells machines apart much faster than they compare themselves."""
    return placed.square, placed.facing.value, placed.machine.name


def _reached(start: _Key, follows: dict[_Key, set[_Key]]) -> set[_Key]:
    """The machines that a machine's products come to, also by way of others."""
    found: set[_Key] = set()
    ahead = [start]
    while ahead:
        for target in follows.get(ahead.pop(), set()) - found:
            found.add(target)
            ahead.append(target)
    return found


def _mixed(square: Square, found: Product, wanted: Product | None) -> Violation:
    wanted_words = None if wanted is None else product_words(wanted)
    return Violation(Rule.E, square, say("{found} meets {wanted}", found=product_words(found), wanted=wanted_words))


def _shared(square: Square) -> Violation:
    return Violation(Rule.H, square, say("several outputs share an end-product reservoir"))


def end_words(joint: Joint) -> Message:
    """A pipe end for people: "the output blue 2 of Press"."""
    product, number, machine = product_words(joint.end.product), joint.end.number, joint.placed.machine.name
    if joint.end.flow is Flow.OUT:
        return say("the output {product} {number} of {machine}", product=product, number=number, machine=machine)
    return say("the input {product} {number} of {machine}", product=product, number=number, machine=machine)


def part_words(part: Container | Reservoir) -> Message:
    """A container or reservoir for people."""
    if isinstance(part, Container):
        return say("the supply container ({product})", product=product_words(part.product))
    return store_words(part.store)
