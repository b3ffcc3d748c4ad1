"""What may be changed on the table while an action is carried out: a game, open for writing."""

from __future__ import annotations

from typing import Literal

from mechanica_core.choices import Decision
from mechanica_core.factory import Factory, canonical
from mechanica_core.game import events
from mechanica_core.game.state import Armand, Game, Phase, Recycled, Waiting
from mechanica_core.machinery import HoleRange
from mechanica_core.pieces import MODEL_CODE, MODELS, Kind, Model


class Table:
    """A game's fields, to be written; :meth:`game` freezes them again."""

    __slots__ = (
        "armand",
        "blueprints",
        "completed",
        "day",
        "decided",
        "events",
        "extras",
        "factories",
        "made",
        "origin",
        "phase",
        "shop",
        "stack",
        "turn",
        "waiting",
    )

    def __init__(self, game: Game) -> None:
        self.origin = game
        self.factories: list[Factory] = list(game.factories)
        self.day: int = game.day
        self.phase: Phase = game.phase
        self.turn: int = game.turn
        self.shop: list[Kind | None] = list(game.shop)
        self.stack = game.stack
        self.extras = game.extras
        self.blueprints = game.blueprints
        self.completed = game.completed
        self.waiting: list[Waiting] = list(game.waiting)
        self.decided: tuple[Decision, ...] = game.decided
        self.made: int = game.made
        self.armand: Armand | None = game.armand
        self.events: list[events.GameEvent] = []

    def game(self) -> Game:
        """The game as it stands now."""
        origin = self.origin
        return Game(
            origin.players,
            origin.rules_name,
            origin.components_name,
            tuple(self.factories),
            self.day,
            self.phase,
            self.turn,
            tuple(self.shop),
            self.stack,
            self.extras,
            self.blueprints,
            self.completed,
            tuple(self.waiting),
            self.decided,
            self.made,
            self.armand,
            origin.seed,
        )

    def begin(self, phase: Phase) -> None:
        """Come to the next phase of a turn, or of the day."""
        self.phase = phase
        self.events.append(events.PhaseBegan(self.turn, phase.value))

    def put(
        self,
        player: int,
        model: Model,
        index: int,
        hole: str,
        source: Literal["recycling", "fabricator", "gift"],
        rule: str,
    ) -> None:
        """Put a bot into a player's hole of that number and name; what is there is lost."""
        factory = self.factories[player]
        there = factory.contents[index]
        self.factories[player] = with_bot(factory, index, MODEL_CODE[model])
        lost = MODELS[there - 1] if there else None
        self.events.append(events.BotPut(player, model, hole, lost, source, rule))

    def recycle(self, kind: Kind, rule: str) -> list[Waiting]:
        """Recycle an improvement: the bots that now wait to be put into the Start Zone."""
        models = self.origin.components.recycling[kind].value
        self.events.append(events.PieceRecycled(self.turn, kind, models, rule))
        return [Recycled(model) for model in models]


def paid(factory: Factory, coins: int) -> Factory:
    """A factory with so many coins less in the wallet; below 0: more."""
    return Factory(factory.machinery, factory.contents, factory.wallet - coins, factory.vault)


def with_bot(factory: Factory, hole: int, code: int) -> Factory:
    """A factory with another bot, or none (0), in the hole of that number."""
    contents = bytearray(factory.contents)
    contents[hole] = code
    return Factory(factory.machinery, bytes(contents), factory.wallet, factory.vault)


def without_truck_bot(factory: Factory, holes: HoleRange, code: int) -> Factory:
    """A factory without one bot of a model in a truck, which must hold one."""
    contents = bytearray(factory.contents)
    contents[contents.index(code, holes.first, holes.last)] = 0
    ordered = canonical(factory.machinery, contents)
    return Factory(factory.machinery, ordered, factory.wallet, factory.vault)
