"""What players tell about their table, as JSON: how the game was set up, and the entries of its journal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import AfterValidator, ConfigDict, Field, TypeAdapter

from mechanica_core.document import FactoryDocument, Name, Object, validated
from mechanica_core.game.action_text import MAX_LENGTH
from mechanica_core.game.game_document import GameDocument, game_document
from mechanica_core.game.state import MOST_PLAYERS, Game

FORMAT: Final = "mechanica-table/1"
MAX_TITLE: Final = 80
MOST_AT_ONCE: Final = 200
"""So many actions one entry may hold; a turn has some ten."""
MOST_ENTRIES: Final = 5_000
"""A longer journal is refused as a mistake; a long game has 1,000 actions."""

Follow: TypeAlias = Literal["turns", "days"]
"""How closely a game is followed: every action of every turn, or of each day only how the factory runs."""


def _printable(text: str) -> str:
    if not text.isprintable():
        raise ValueError("characters that cannot be printed")
    return text


Title = Annotated[str, Field(max_length=MAX_TITLE), AfterValidator(_printable)]
PlayerNumber = Annotated[int, Field(ge=1, le=MOST_PLAYERS)]
ActionText = Annotated[str, Field(min_length=1, max_length=MAX_LENGTH)]


class Do(Object):
    """Actions that were done, one after the other, as :mod:`service.tables.actions` writes them."""

    entry: Literal["do"] = "do"
    actions: Annotated[list[ActionText], Field(min_length=1, max_length=MOST_AT_ONCE)]


class Board(Object):
    """What really lies on a player's board; it counts from now on. ``counted`` says that their money is right too."""

    entry: Literal["board"] = "board"
    player: PlayerNumber
    factory: FactoryDocument
    counted: bool = False


class Position(Object):
    """How the whole game really stands; it counts from now on."""

    entry: Literal["position"] = "position"
    position: GameDocument


class Undo(Object):
    """The last entry that still counts is taken back."""

    entry: Literal["undo"] = "undo"


Entry: TypeAlias = Do | Board | Position | Undo
"""One entry of a journal. A journal only grows: what is taken back stays in it."""

_Entry = Annotated[Entry, Field(discriminator="entry")]
_ENTRY: Final[TypeAdapter[Entry]] = TypeAdapter(_Entry)


def read_entry(text: str) -> Entry:
    """An entry from the JSON that ``model_dump_json`` made of it."""
    return _ENTRY.validate_json(text)


class SetUp(Object):
    """How a game at a table began, how closely it is followed, and with which copy of the game it is played."""

    model_config = ConfigDict(validate_by_name=True, serialize_by_alias=True)

    title: Title = ""
    follow: Follow = "turns"
    copy_name: Annotated[Name | None, Field(alias="copy")] = None
    start: GameDocument


class TableDocument(SetUp):
    """A whole game at a table, to be taken elsewhere: nothing is lost but what was taken back."""

    format: Literal["mechanica-table/1"] = FORMAT
    entries: list[_Entry] = Field(max_length=MOST_ENTRIES, default_factory=list)


def set_up_game(
    players: Sequence[str], rules: str, components: str, difficulty: str | None, follow: Follow
) -> GameDocument:
    """A game at a table before its first workday; raises as :meth:`mechanica_core.game.Game.at_table` does.

    Where only days are followed, nobody tells what the shop holds and which blueprints are open: both are empty, and
    the stack is full of what nobody has seen.
    """
    game = Game.at_table(players, rules, components, difficulty=difficulty)
    if follow == "days":
        game = replace(game, waiting=(), blueprints=((), ()))
    return document_of(game)


def document_of(game: Game) -> GameDocument:
    """A game as a document. Raises :class:`DocumentError` where it is larger than one holds."""
    return validated(GameDocument, game_document(game), ignore_unknown=False)
