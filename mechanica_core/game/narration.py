"""The events of a game in sentences for players."""

from __future__ import annotations

from typing import assert_never

from mechanica_core.game.events import (
    ArmandBought,
    ArmandGained,
    BlueprintCompleted,
    BlueprintOpened,
    BotPut,
    BotRefused,
    ChipFlipped,
    DayBegan,
    Demolished,
    FactoryRan,
    GameEvent,
    GameOver,
    ImprovementDrawn,
    Installed,
    PhaseBegan,
    PieceBought,
    PieceRecycled,
    ShopRotated,
    Sold,
)
from mechanica_core.game.state import PHASES, Game, Phase
from mechanica_core.geometry import dock_place, parse_place
from mechanica_core.machinery import N_ROWS
from mechanica_core.messages import Listed, Message, Names, say
from mechanica_core.pieces import MODELS, PRINTED, Kind, Model
from mechanica_core.places import row_words, square_words
from mechanica_core.wording import hole_name, models_words
from mechanica_core.workday import Workday


def tell(event: GameEvent, game: Game) -> Message:
    """What happened, and to whom; ``game`` is the game after it, for names."""
    player = whose(event)
    what = what_happened(event, game)
    return what if player is None else say("{player}: {what}", player=game.players[player], what=what)


def whose(event: GameEvent) -> int | None:
    """The player to whom an event happened; None if it happened to nobody in particular, or to ARMAND-0."""
    match event:
        case (
            FactoryRan(player)
            | Sold(player)
            | PieceBought(player)
            | Installed(player)
            | PieceRecycled(player)
            | BotPut(player)
            | BotRefused(player)
            | BlueprintCompleted(player)
            | Demolished(player)
            | PhaseBegan(player)
        ):
            return player
        case _:
            return None


def what_happened(event: GameEvent, game: Game) -> Message:
    """What happened, without the player: for a list below the player's name."""
    match event:
        case FactoryRan(workday=workday):
            return _ran(workday, game)
        case Sold(model=model, coins=coins):
            return say("{bot} sold for {coins}", bot=_bot(game, model), coins=coins)
        case PieceBought(kind=kind, coins=coins):
            return say("{piece} bought for {coins}", piece=_piece(game, kind), coins=coins)
        case Installed(_, place, kind, Kind() as old) if old not in PRINTED:
            return say(
                "{piece} installed in place of {old} ({where})",
                piece=_piece(game, kind),
                old=_piece(game, old),
                where=_where(place),
            )
        case Installed(_, place, kind):
            return say("{piece} installed ({where})", piece=_piece(game, kind), where=_where(place))
        case PieceRecycled(kind=kind, models=models):
            return say("{piece} recycled: {bots}", piece=_piece(game, kind), bots=models_words(game.components, models))
        case BotPut():
            return _put(event, game)
        case BotRefused(model=model, source="recycling"):
            return say("{bot} left out", bot=_bot(game, model))
        case BotRefused(model=model, source="fabricator", place=str(place)):
            return say("{bot} made, but the old bot is kept ({where})", bot=_bot(game, model), where=_where(place))
        case BotRefused(model=model):
            return say("{bot} declined", bot=_bot(game, model))
        case BlueprintCompleted(blueprint=number, coins=coins):
            blueprint = _blueprint(game, number)
            return say("{blueprint} completed: {coins} into the vault", blueprint=blueprint, coins=coins)
        case Demolished(place=place, kind=kind):
            return say("{piece} demolished ({where})", piece=_piece(game, kind), where=_where(place))
        case PhaseBegan(phase=phase):
            return say("now {phase}", phase=PHASES[Phase(phase)])
        case ShopRotated(Kind() as fell):
            return say("the shop is rotated, {piece} falls out", piece=_piece(game, fell))
        case ShopRotated():
            return say("the shop is rotated")
        case ImprovementDrawn(kind, spot):
            price = game.components.shop_spots.value[spot]
            return say("new in the shop: {piece} for {price}", piece=_piece(game, kind), price=price)
        case BlueprintOpened(blueprint=number):
            return say("{blueprint} is open", blueprint=_blueprint(game, number))
        case ChipFlipped(chip, coins):
            return say("ARMAND-0's chip shows {chip}, he gets {coins}", chip=chip, coins=coins)
        case ArmandBought(kind, coins):
            return say("ARMAND-0 buys {piece} for {coins}", piece=_piece(game, kind), coins=coins)
        case ArmandGained(coins):
            return say("ARMAND-0 gets {coins} into his vault", coins=coins)
        case DayBegan(day):
            return say("workday {day} begins", day=day)
        case GameOver():
            return say("the game is over")
        case _:
            assert_never(event)


def _ran(workday: Workday, game: Game) -> Message:
    """A workday by what a player plans with: the money gained, and what is in the trucks now."""
    factory = workday.factory
    ranges = [factory.machinery.range_of[dock_place(row)] for row in range(N_ROWS)]
    codes = sorted(code for holes in ranges for code in factory.contents[holes.first : holes.last] if code)
    bots = models_words(game.components, [MODELS[code - 1] for code in codes]) if codes else say("nothing")
    wallet, vault = workday.gained
    if not wallet and not vault:
        return say("the factory runs; in the trucks: {bots}", bots=bots)
    return say(
        "the factory runs, {wallet} into the wallet, {vault} into the vault; in the trucks: {bots}",
        wallet=wallet,
        vault=vault,
        bots=bots,
    )


def _put(event: BotPut, game: Game) -> Message:
    bot, where = _bot(game, event.model), _start_hole(event, game)
    match event.source:
        case "recycling":
            put = say("{bot} put into the Start Zone ({where})", bot=bot, where=where)
        case "fabricator":
            put = say("{bot} made ({where})", bot=bot, where=where)
        case "gift":
            put = say("{bot} received as a gift ({where})", bot=bot, where=where)
    if event.lost is None:
        return put
    return say("{put}, {bot} there is lost", put=put, bot=_bot(game, event.lost))


def _start_hole(event: BotPut, game: Game) -> Message:
    """A hole of the Start Zone by its row, and by its own name where there are several."""
    place, _, hole = event.hole.rpartition("/")
    names = game.factories[event.player].machinery.range_of[place].names
    row = _where(place)
    return row if len(names) == 1 else say("{row} row, hole {name}", row=row, name=hole_name(hole))


def _where(place: str) -> Message:
    """A square, or the row of a slot or truck, where the piece itself tells which."""
    area, row, column = parse_place(place)
    return square_words(row, column) if area == "floor" else row_words(row)


def _bot(game: Game, model: Model) -> Names:
    return game.components.model_names[model]


def _piece(game: Game, kind: Kind) -> Names:
    return game.components.piece_names[kind]


def _blueprint(game: Game, number: int) -> Message:
    """A blueprint by its number and what it asks: "blueprint 7 (Basic, 2 × Plus)"."""
    asks: Listed = models_words(game.components, game.components.blueprints[number].value.asks)
    return say("blueprint {number} ({bots})", number=number + 1, bots=asks)
