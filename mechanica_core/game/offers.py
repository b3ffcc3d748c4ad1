"""What a player can do, in words: legal actions as the entries of a menu."""

from __future__ import annotations

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
from mechanica_core.game.legal import DOCKS, truck_price
from mechanica_core.game.state import Bought, Game, Phase
from mechanica_core.geometry import FACING_INDEX
from mechanica_core.messages import Message, say
from mechanica_core.pieces import Kind, Model
from mechanica_core.places import where_words
from mechanica_core.wording import bots_words, heading_words, hole_words, models_words, place_words
from mechanica_core.workday import open_choices


def action_words(game: Game, action: Action) -> Message:
    """A legal action in the words of a menu, with what it costs or pays."""
    player = game.turn if game.actor is None else game.actor
    components, machinery = game.components, game.factories[player].machinery
    pieces, models = components.piece_names, components.model_names
    match action:
        case Decide(_, take):
            choice = open_choices(game.factories[player], game.decided)[0]
            return next(option.message for option in choice.options if option.take == take)
        case Run():
            return say("run the factory")
        case Sell(truck, model):
            coins = components.model_prices[model].value
            return say(
                "sell {model} from {truck} for {coins}",
                model=models[model],
                truck=place_words(machinery, truck),
                coins=coins,
            )
        case Buy(spot):
            kind = game.shop[spot]
            assert kind is not None  # else it is not legal
            return say("buy {piece} for {coins}", piece=pieces[kind], coins=components.shop_spots.value[spot])
        case BuyFork():
            return say("buy {piece} for {coins}", piece=pieces[Kind.FORK], coins=components.prices[Kind.FORK].value)
        case BuyTruck(place, kind):
            there = machinery.dock_kind(DOCKS.index(place))
            return say(
                "buy {piece} for {coins}, in place of {truck}",
                piece=pieces[kind],
                coins=truck_price(components, there, kind),
                truck=place_words(machinery, place),
            )
        case Complete(stack, bots):
            number = game.blueprints[stack][0]
            assert number is not None  # else it is not legal
            return say(
                "complete the blueprint for {coins}: {bots}",
                coins=components.blueprints[number].value.pays,
                bots=bots_words(machinery, [model for _, model in bots]),
            )
        case Install():
            return _install_words(game, action)
        case Recycle():
            waiting = game.waiting[0]
            assert isinstance(waiting, Bought)  # else it is not legal
            recycling = components.recycling[waiting.kind].value
            return say("recycle it into {bots}", bots=models_words(components, recycling))
        case Demolish(place):
            return say("demolish {piece}", piece=place_words(machinery, place))
        case Put(hole):
            return say("put the bot into {hole}", hole=_hole(game, player, hole))
        case LeaveOut():
            return say("leave the bot out")
        case Make(place, model, keep_old):
            made = say("{piece}: make {model}", piece=place_words(machinery, place), model=models[model])
            return say("{making}, and keep the old bot", making=made) if keep_old else made
        case Accept(model, hole):
            return say("take {model} into {hole}", model=models[model], hole=_hole(game, player, hole))
        case Decline():
            return say("decline the gift")
        case GoOn():
            return _GOING_ON[game.phase]
        case Rotate():
            return say("rotate the shop")
        case Flip(chip):
            return say("the chip shows {side}", side=chip)
        case Draw(kind):
            return say("{piece} is drawn", piece=pieces[kind])
        case Open(number):
            blueprint = components.blueprints[number].value
            asks = models_words(components, blueprint.asks)
            return say(
                "blueprint {number} is opened: {bots} for {coins}", number=number + 1, bots=asks, coins=blueprint.pays
            )
        case _:
            refuse_stranger(action)


_GOING_ON = {
    Phase.SELL: say("stop selling"),
    Phase.BUY: say("stop buying"),
    Phase.END: say("end the turn"),
}


def _install_words(game: Game, action: Install) -> Message:
    machinery = game.factories[game.turn].machinery
    where = place_words(machinery, action.place) if _taken(game, action.place) else where_words(action.place)
    if not action.place.startswith("floor/"):
        return say("install it at {place}", place=where)
    heading = heading_words(FACING_INDEX[action.facing])
    if action.flipped:
        return say("install it at {place}, flipped, its arrow {heading}", place=where, heading=heading)
    return say("install it at {place}, its arrow {heading}", place=where, heading=heading)


def _taken(game: Game, place: str) -> bool:
    return game.factories[game.turn].piece_at(place) is not None


def _hole(game: Game, player: int, hole: str) -> Message:
    """A hole, and the bot that would be lost there."""
    factory = game.factories[player]
    there: Model | None = factory.bot_at(hole)
    words = hole_words(factory.machinery, hole)
    if there is None:
        return words
    return say("{hole}, replacing {model}", hole=words, model=game.components.model_names[there])
