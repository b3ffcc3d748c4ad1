"""The choices of a workday put as questions, with their options in words."""

from __future__ import annotations

from mechanica_core.choices import Choice, ChoiceKind, Option
from mechanica_core.geometry import FACINGS
from mechanica_core.machinery import Machinery
from mechanica_core.messages import Message, say
from mechanica_core.pieces import MODELS, Kind, Model
from mechanica_core.routes import Charger, Enter, Route, RouteNode, Stop, Throw
from mechanica_core.settlement import Settlement, Survivors
from mechanica_core.wording import bots_words, heading_words, hole_name, hole_words, loss_words, place_words


def ask_way(machinery: Machinery, route: Route, node: RouteNode) -> Choice:
    """Where does the bot go on from the junction that ``node`` ends at, by R-5.8 or R-5.9?"""
    place = node.choice.partition("<")[0]
    options = tuple(_way_option(machinery, route, node, take) for take in node.options)
    bot = hole_words(machinery, route.start)
    there = place_words(machinery, place)
    if isinstance(next(iter(node.options.values())).steps[0], Throw):
        message = say("{tester}: where to throw the bot from {bot}?", tester=there, bot=bot)
        return Choice(node.choice, ChoiceKind.LANDING, place, options, message, "R-5.9", route.start)
    message = say("{fork}: which way for the bot from {bot}?", fork=there, bot=bot)
    return Choice(node.choice, ChoiceKind.EXIT, place, options, message, "R-5.8", route.start)


def _way_option(machinery: Machinery, route: Route, node: RouteNode, take: str) -> Option:
    """What comes of an option, up to the bot's next choice or the end of its way."""
    gifts = machinery.routes.gifts
    after = route.follow(node, take)
    vault = (after.passed & gifts).bit_count() - (node.passed & gifts).bit_count()
    steps = [step for leg in after.legs for step in leg.steps]
    first, heading = steps[0], steps[0].heading
    end = next(step.place for step in reversed(steps) if isinstance(step, Enter | Throw))
    if after.loss is not None:
        fate = loss_words(after.loss)
    elif after.choice:
        fate = say("on to {place}", place=place_words(machinery, end))
    else:
        fate = say("into {place}", place=place_words(machinery, end))
    if isinstance(first, Throw) and first.place != end:
        fate = say("by way of {place}, {fate}", place=place_words(machinery, first.place), fate=fate)
    earned = _earning(fate, after.coins - node.coins, vault)
    message = say("{heading}: {fate}", heading=heading_words(heading), fate=earned)
    place = None if after.loss else end
    return Option(take, message, FACINGS[heading], place, after.coins - node.coins, vault)


def _earning(fate: Message, wallet: int, vault: int) -> Message:
    if wallet:
        fate = say("{fate}, +{coins} wallet", fate=fate, coins=wallet)
    return say("{fate}, +{coins} vault", fate=fate, coins=vault) if vault else fate


def ask_charge(machinery: Machinery, charger: Charger, passer: Route) -> Choice:
    """Into which of its two holes does a Static Charger put its Basic, by R-5.11?"""
    message = say("{charger}: which hole for the new Basic?", charger=place_words(machinery, charger.place))
    options = tuple(_hole_option(machinery, charger.place, name) for name in charger.names)
    return Choice(charger.choice(passer), ChoiceKind.CHARGE, charger.place, options, message, "R-5.11", passer.start)


def ask_keep(machinery: Machinery, stop: Stop, settlement: Settlement) -> Choice:
    """Which of the bots that meet survive, by R-5.14?"""
    options = []
    for take, survivors in settlement.survivors.items():
        models = tuple(MODELS[model - 1] for model in survivors.models)
        options.append(Option(take, say("keep {bots}", bots=bots_words(machinery, models)), models=models))
    message = say("{place}: bots collide; which survive?", place=place_words(machinery, stop.place))
    return Choice(stop.keep_choice, ChoiceKind.KEEP, stop.place, tuple(options), message, "R-5.14")


def ask_result(machinery: Machinery, stop: Stop, survivors: Survivors) -> Choice:
    """What does a Repurposer make (R-6.5), or where does a Downgrader put a Basic (R-6.3)?"""
    there = place_words(machinery, stop.place)
    if stop.kind is Kind.REPURPOSER:
        makes = tuple(
            Option(
                take,
                say("make a {bot}", bot=machinery.components.model_names[Model(take)]),
                models=(Model(take),),
            )
            for take in survivors.results
        )
        message = say("{piece}: which bot to make?", piece=there)
        return Choice(stop.make_choice, ChoiceKind.MAKE, stop.place, makes, message, "R-6.5")
    puts = tuple(_hole_option(machinery, stop.place, take) for take in survivors.results)
    message = say("{piece}: which hole for the Basic?", piece=there)
    return Choice(stop.make_choice, ChoiceKind.PUT, stop.place, puts, message, "R-6.3")


def _hole_option(machinery: Machinery, place: str, name: str) -> Option:
    """An output hole as an option: its bot leaves by the exit it is named after."""
    hole = f"{place}/{name}"
    route = next(route for route in machinery.routes.departures if route.start == hole)
    message = say("hole {name}: leaves {heading}", name=hole_name(name), heading=heading_words(route.heading))
    return Option(name, message, FACINGS[route.heading], hole, models=(Model.BASIC,))
