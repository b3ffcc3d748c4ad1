"""The JSON document of a whole game, read through pydantic, its JSON Schema, and events as JSON.

Factories are documents of section 12. As there, everything is counted from 1: players, spots of the shop (1 is the
dearest), stacks and blueprints.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Annotated, Any, Final, Literal, TypeAlias, assert_never

from pydantic import Field

from mechanica_core.choices import Decision
from mechanica_core.document import FactoryDocument, KindName, ModelName, Money, Name, Object, validated
from mechanica_core.errors import DocumentError, GameError, LayoutError
from mechanica_core.factory import Factory
from mechanica_core.game.checks import MAX_STACK, checked
from mechanica_core.game.events import FactoryRan, GameEvent
from mechanica_core.game.state import (
    MOST_PLAYERS,
    Armand,
    Bought,
    Game,
    Gift,
    Phase,
    Recycled,
    ToDraw,
    ToOpen,
    Upkeep,
    Waiting,
)
from mechanica_core.layout import MAX_MONEY
from mechanica_core.machinery import N_ROWS
from mechanica_core.messages import Message

FORMAT: Final = "mechanica-game/1"
COUNTED_FROM_ONE: Final = frozenset({"player", "spot", "stack", "blueprint"})
"""Fields of events that count from 0 in the library."""

_Player = Annotated[int, Field(ge=1, le=MOST_PLAYERS)]
_Stack = Annotated[int, Field(ge=1, le=2)]
_Number = Annotated[int, Field(ge=1, le=10_000)]
_Text = Annotated[str, Field(max_length=200)]
_Kinds = Annotated[list[KindName | None], Field(max_length=MAX_STACK)]
_Blueprints = Annotated[list[_Number | None], Field(max_length=MAX_STACK)]
_Players = Annotated[list[_Player], Field(max_length=MOST_PLAYERS)]


class _Bought(Object):
    """A piece waits to be installed or recycled."""

    waits: Literal["bought"]
    kind: KindName


class _Recycled(Object):
    """A recycled bot waits to be put into the Start Zone."""

    waits: Literal["recycled"]
    model: ModelName


class _Gift(Object):
    """A player is to take a bot of one of these models."""

    waits: Literal["gift"]
    player: _Player
    models: Annotated[list[ModelName], Field(min_length=1, max_length=3)]


class _ToDraw(Object):
    """The next improvement is to be drawn onto a spot of the shop."""

    waits: Literal["draw"]
    source: Literal["stack", "extras"]
    spot: _Number


class _ToOpen(Object):
    """The top blueprint of a stack is to be opened."""

    waits: Literal["open"]
    stack: _Stack


class _WaitingUpkeep(Object):
    """What happens by itself as soon as nothing waits before it."""

    waits: Literal["upkeep"]
    what: Annotated[Upkeep, Field(strict=False)]


_Waiting: TypeAlias = Annotated[
    _Bought | _Recycled | _Gift | _ToDraw | _ToOpen | _WaitingUpkeep, Field(discriminator="waits")
]


class _Decision(Object):
    """A decision taken for the run that comes next."""

    choice: _Text
    take: _Text


class _Armand(Object):
    """ARMAND-0's money, what he bought, and the level of difficulty, if the rules have levels."""

    wallet: Money
    vault: Money
    bought: list[KindName] = Field(max_length=MAX_STACK, default_factory=list)
    difficulty: Name | None = None

    def armand(self) -> Armand:
        """The opponent, unchecked."""
        return Armand(self.wallet, self.vault, tuple(self.bought), self.difficulty)


class GameDocument(Object):
    """One game of Mechanica as it stands; null in a stack is what nobody has seen, in the shop an empty spot."""

    format: Literal["mechanica-game/1"]
    rules: Name
    components: Name
    players: Annotated[list[_Text], Field(min_length=1, max_length=MOST_PLAYERS)]
    day: Annotated[int, Field(ge=0, le=MAX_MONEY)]
    phase: Annotated[Phase, Field(strict=False)]
    turn: _Player
    factories: Annotated[list[FactoryDocument], Field(min_length=1, max_length=MOST_PLAYERS)]
    shop: Annotated[list[KindName | None], Field(max_length=99)]
    stack: _Kinds
    extras: _Kinds
    blueprints: Annotated[list[_Blueprints], Field(min_length=2, max_length=2)]
    completed: Annotated[list[_Players], Field(min_length=2, max_length=2)]
    waiting: list[_Waiting] = Field(max_length=99, default_factory=list)
    decided: list[_Decision] = Field(max_length=MAX_STACK, default_factory=list)
    made: Annotated[int, Field(ge=0, le=N_ROWS)] = 0
    armand: _Armand | None = None
    seed: int | None = None

    def game(self) -> Game:
        """The game, checked. Raises :class:`DocumentError`, :class:`EditionError`."""
        game = Game(
            players=tuple(self.players),
            rules_name=self.rules,
            components_name=self.components,
            factories=_factories(self.factories),
            day=self.day,
            phase=self.phase,
            turn=self.turn - 1,
            shop=tuple(self.shop),
            stack=tuple(self.stack),
            extras=tuple(self.extras),
            blueprints=(_numbers(self.blueprints[0]), _numbers(self.blueprints[1])),
            completed=(_bits(self.completed[0]), _bits(self.completed[1])),
            waiting=tuple(map(_waiting, self.waiting)),
            decided=tuple(Decision(decision.choice, decision.take) for decision in self.decided),
            made=self.made,
            armand=self.armand.armand() if self.armand else None,
            seed=self.seed,
        )
        try:
            return checked(game)
        except GameError as error:
            raise DocumentError(error.problems) from None


def read_game(document: str | bytes | dict[str, Any], *, ignore_unknown: bool = False) -> Game:
    """Read a game, given as JSON text or as the parsed object; any position that the engine can go on from.

    Raises :class:`DocumentError` listing all that is wrong with its places, unknown keys too unless they are to be
    ignored, :class:`EditionError` for unknown rules or components. Pieces in factories need not fit, as in photos.
    """
    return validated(GameDocument, document, ignore_unknown=ignore_unknown).game()


def game_document(game: Game) -> dict[str, Any]:
    """The document of a game, with every key, ready for ``json.dumps``."""
    return {
        "format": FORMAT,
        "rules": game.rules_name,
        "components": game.components_name,
        "players": list(game.players),
        "day": game.day,
        "phase": game.phase.value,
        "turn": game.turn + 1,
        "factories": [factory.to_json() for factory in game.factories],
        "shop": [kind and kind.value for kind in game.shop],
        "stack": [kind and kind.value for kind in game.stack],
        "extras": [kind and kind.value for kind in game.extras],
        "blueprints": [[None if number is None else number + 1 for number in stack] for stack in game.blueprints],
        "completed": [[n + 1 for n in range(len(game.players)) if bits >> n & 1] for bits in game.completed],
        "waiting": [_waiting_document(waiting) for waiting in game.waiting],
        "decided": [decision._asdict() for decision in game.decided],
        "made": game.made,
        "armand": _armand_document(game.armand),
        "seed": game.seed,
    }


def game_schema() -> dict[str, Any]:
    """The JSON Schema of a game document."""
    dialect = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    return dialect | GameDocument.model_json_schema()


def event_document(event: GameEvent) -> dict[str, Any]:
    """An event as a JSON object: its name, then its fields; of a workday decisions, gain and the factory after it."""
    document: dict[str, Any] = {"event": type(event).__name__}
    for entry in fields(event):
        value = getattr(event, entry.name)
        if entry.name in COUNTED_FROM_ONE and value is not None:
            value += 1
        document[entry.name] = list(value) if isinstance(value, tuple) else value
    if isinstance(event, FactoryRan):
        workday = event.workday
        document["workday"] = {
            "decisions": [decision._asdict() for decision in workday.decisions],
            "gained": workday.gained._asdict(),
            "factory": workday.factory.to_json(),
        }
    return document


def _factories(documents: list[FactoryDocument]) -> tuple[Factory, ...]:
    """The factories. Raises :class:`DocumentError` listing what is wrong with any of them."""
    factories: list[Factory] = []
    problems: list[tuple[str, Message]] = []
    for number, document in enumerate(documents, start=1):
        try:
            factories.append(Factory.from_layout(document.layout(), forgive=["does_not_fit"]))
        except LayoutError as error:
            problems += [(f"factories/{number}/{problem.place}", problem.message) for problem in error.problems]
    if problems:
        raise DocumentError(problems)
    return tuple(factories)


def _numbers(counted: list[int | None]) -> tuple[int | None, ...]:
    return tuple(None if number is None else number - 1 for number in counted)


def _bits(players: list[int]) -> int:
    return sum(1 << player - 1 for player in set(players))


def _waiting(document: _Bought | _Recycled | _Gift | _ToDraw | _ToOpen | _WaitingUpkeep) -> Waiting:
    match document:
        case _Bought():
            return Bought(document.kind)
        case _Recycled():
            return Recycled(document.model)
        case _Gift():
            return Gift(document.player - 1, tuple(document.models))
        case _ToDraw():
            return ToDraw(document.source == "extras", document.spot - 1)
        case _ToOpen():
            return ToOpen(document.stack - 1)
        case _WaitingUpkeep():
            return document.what
        case _:
            assert_never(document)


def _waiting_document(waiting: Waiting) -> dict[str, Any]:
    match waiting:
        case Bought(kind):
            return {"waits": "bought", "kind": kind.value}
        case Recycled(model):
            return {"waits": "recycled", "model": model.value}
        case Gift(player, models):
            return {"waits": "gift", "player": player + 1, "models": [model.value for model in models]}
        case ToDraw(from_extras, spot):
            return {"waits": "draw", "source": "extras" if from_extras else "stack", "spot": spot + 1}
        case ToOpen(stack):
            return {"waits": "open", "stack": stack + 1}
        case _:
            return {"waits": "upkeep", "what": waiting.value}


def _armand_document(armand: Armand | None) -> dict[str, Any] | None:
    if armand is None:
        return None
    return {
        "wallet": armand.wallet,
        "vault": armand.vault,
        "bought": [kind.value for kind in armand.bought],
        "difficulty": armand.difficulty,
    }
