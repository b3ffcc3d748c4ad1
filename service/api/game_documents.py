"""What requests about games ask and answers tell, as documents."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from mechanica_core.comparison import Difference, difference_json, difference_words
from mechanica_core.document import FactoryDocument, KindName, ModelName, Name, Object
from mechanica_core.events import event_json
from mechanica_core.game import Game, final_standings
from mechanica_core.game.events import FactoryRan
from mechanica_core.game.game_document import GameDocument, game_document
from mechanica_core.messages import Language, say
from mechanica_core.narration import event_words
from mechanica_core.wording import models_words
from mechanica_core.workday import Workday
from service.api.documents import EXAMPLE_FACTORY, AFactory, ChoiceDocument, GainedDocument, choice_json
from service.api.scores import Pot
from service.keeper import Kept
from service.store import Role
from service.tables import Board, Do, Observation, Table, TableDocument, document_of
from service.tables.actions import offers
from service.tables.entries import MOST_AT_ONCE, ActionText, Follow, PlayerNumber, Title
from service.tables.telling import headline, open_choice, question, told

EXAMPLE_POSITION: Final = game_document(Game.at_table(["Ann", "Ben"]))
Version = Annotated[
    int, Field(ge=0, description="The version of the game that the caller saw; 409 if it has moved on.", examples=[4])
]


# -- requests -----------------------------------------------------------------------------------------------------


class NewGame(Object):
    """A game that begins. Alone, one plays against ARMAND-0."""

    title: Title = Field("", examples=["the table at the window"])
    players: Annotated[list[str], Field(min_length=1, max_length=4, examples=[["Ann", "Ben"]])]
    rules: Name = "print_2019"
    components: Annotated[
        Name | None, Field(description="Without it those that go with the copy, or `demo`.", examples=["demo"])
    ] = None
    difficulty: Annotated[
        Name | None, Field(description="Of one player: how far ARMAND-0 is ahead, in rule sets with levels.")
    ] = None
    follow: Annotated[
        Follow,
        Field(
            description="`turns`: every action is told, so shop, blueprints and money are known. `days`: only how the "
            "factories run, and before that what lies on each board.",
        ),
    ] = "turns"
    copy_name: Annotated[Name | None, Field(alias="copy", description="The copy of the game, for photos.")] = None


class ImportedGame(Object):
    """A game from elsewhere: exactly one of `journal`, `record` and `position`."""

    title: Title = ""
    follow: Follow = "turns"
    copy_name: Annotated[Name | None, Field(alias="copy")] = None
    journal: Annotated[TableDocument | None, Field(description="As exported; it has its own title and copy.")] = None
    record: Annotated[str | None, Field(max_length=200_000, description="A game as text.")] = None
    position: Annotated[GameDocument | None, Field(description="A game as it stands.")] = None


class Actions(Object):
    """Actions that were done, as `offers` of the state give them or a record has them; all of them, or none."""

    version: Version
    actions: Annotated[
        list[ActionText], Field(min_length=1, max_length=MOST_AT_ONCE, examples=[["sell dock/top plus", "go on"]])
    ]


class Observed(Object):
    """What really lies on a player's board: a factory or a reading, not both; a reading's money is as expected.

    With both pots told their money counts as known.
    """

    player: Annotated[PlayerNumber, Field(examples=[1])]
    factory: Annotated[FactoryDocument | None, Field(examples=[EXAMPLE_FACTORY])] = None
    reading: Annotated[str | None, Field(max_length=64, description="The id of a reading of a photo.")] = None
    wallet: Pot = None
    vault: Pot = None


class ObservedBoard(Observed):
    """What lies on a player's board counts from now on."""

    version: Version


class CorrectedGame(Object):
    """How the whole game really stands: the `position` of a state, corrected."""

    version: Version
    position: GameDocument


class ToUndo(Object):
    """The version whose last entry is taken back."""

    version: Version


# -- answers ------------------------------------------------------------------------------------------------------


class Links(BaseModel):
    """The ids that open the game. Who has one can pass it on, so only players are told theirs."""

    players: Annotated[str | None, Field(description="Lets play; null to those who watch.")]
    watching: Annotated[str, Field(examples=["VMaM6dA-0rrSSIkhjmBx3A"])]


class OfferDocument(BaseModel):
    """Something that can be done now."""

    action: Annotated[str, Field(description="To be sent back as it is.", examples=["sell dock/top plus"])]
    words: Annotated[str, Field(examples=["sell Plus from Small Truck (top) for 4"])]
    kind: Annotated[str, Field(examples=["sell"])]
    place: Annotated[str | None, Field(description="Where on the board.", examples=["dock/top"])]


class SpotDocument(BaseModel):
    """A spot of the shop, 1 being the dearest."""

    spot: int
    price: int
    kind: KindName | None
    words: str


class OpenBlueprint(BaseModel):
    """An open blueprint."""

    stack: int
    number: int
    asks: list[ModelName]
    pays: int
    completed: Annotated[list[int], Field(description="Players who completed it since it was opened.")]
    words: str


class DifferenceDocument(BaseModel):
    """One thing that lies otherwise than expected; further fields as `mechanica compare --json` has them."""

    model_config = ConfigDict(extra="allow")

    difference: Annotated[str, Field(examples=["unmoved_bot"])]
    doubtful: bool
    words: Annotated[str, Field(examples=["the Plus in Upgrader (top 2), hole ahead did not move"])]


class StepDocument(BaseModel):
    """One event of a workday; further fields as `mechanica run --json` has them."""

    model_config = ConfigDict(extra="allow")

    event: Annotated[str, Field(examples=["stopped"])]
    tick: int
    words: str


class RunDocument(BaseModel):
    """A factory ran: enough to show every bot's way."""

    player: PlayerNumber
    before: AFactory
    after: AFactory
    decisions: list[dict[str, str]]
    gained: GainedDocument
    events: list[StepDocument]


class GameState(BaseModel):
    """A game as it stands, in the caller's language, and what can be done now."""

    model_config = ConfigDict(validate_by_name=True)

    version: Annotated[int, Field(description="How many entries there are; writes carry it.")]
    created: Annotated[str, Field(examples=["2026-11-30T19:30:00.000+00:00"])]
    role: Role
    links: Links
    title: str
    follow: Follow
    copy_name: Annotated[str | None, Field(alias="copy")]
    position: Annotated[GameDocument, Field(description="Players, boards, shop and all: the game itself.")]
    actor: Annotated[int | None, Field(description="The player who is to act, from 1; null if chance is, or nobody.")]
    over: bool
    known_boards: Annotated[
        list[bool], Field(description="Of each player whether it is known what lies on the board now.")
    ]
    known_money: Annotated[
        list[bool],
        Field(
            description="Of each player whether their money is known; where it is not, they have spent and earned "
            "untold, and only the vault is at least what it was."
        ),
    ]
    headline: Annotated[str, Field(examples=["Day 3, Ann: selling"])]
    question: Annotated[str | None, Field(examples=["Upgrader: where to?"])]
    choice: Annotated[
        ChoiceDocument | None,
        Field(
            description="What is to be decided before the factory runs; the first offers take its options, in order."
        ),
    ]
    offers: Annotated[list[OfferDocument], Field(description="All that can be done now; empty for those who watch.")]
    shop: list[SpotDocument]
    blueprints: list[OpenBlueprint]
    happened: Annotated[list[str], Field(description="What came of the last entry, as it is done at the table.")]
    runs: Annotated[list[RunDocument], Field(description="The workdays that the last entry ran.")]
    differences: Annotated[
        list[DifferenceDocument], Field(description="If the last entry told what lies on a board: what was otherwise.")
    ]
    scores: Annotated[dict[str, Any], Field(description="Scores as the game stands; final once it is over.")]


class Comparison(BaseModel):
    """What lies on a board beside what should."""

    equal: bool
    sure: Annotated[
        bool,
        Field(description="False if the player has taken a turn that nobody told: then differences are what they did."),
    ]
    expected: AFactory
    found: AFactory
    differences: list[DifferenceDocument]


class HistoryEntry(BaseModel):
    """One entry of a game's history."""

    version: int
    created: str
    entry: Literal["do", "board", "position", "undo"]
    day: int
    counts: Annotated[bool, Field(description="False if it was taken back, or took something back.")]
    player: Annotated[int | None, Field(description="Whose turn it was, or whose board.")]
    actions: list[str]
    words: list[str]


class History(BaseModel):
    """Entries, the newest first."""

    entries: list[HistoryEntry]
    more: Annotated[bool, Field(description="Whether there are older ones: ask with `before`.")]


# -- making them --------------------------------------------------------------------------------------------------


def state_of(kept: Kept, language: Language, version: int | None = None) -> GameState:
    """A game as it stands, or as it stood at a version."""
    stored = kept.stored
    table = kept.table if version is None else kept.table.at(version)
    game, now = table.game, table.now
    plays = stored.role is Role.PLAYERS
    return GameState(
        version=table.version,
        created=stored.created,
        role=stored.role,
        links=Links(players=stored.players_link if plays else None, watching=stored.watching_link),
        title=table.set_up.title,
        follow=table.set_up.follow,
        copy_name=table.set_up.copy_name,
        position=document_of(game),
        actor=None if game.actor is None else game.actor + 1,
        over=game.is_over,
        known_boards=[player in now.seen for player in range(len(game.players))],
        known_money=[player in now.counted for player in range(len(game.players))],
        headline=headline(table).text(language),
        question=asked.text(language) if (asked := question(table)) else None,
        choice=ChoiceDocument(**choice_json(choice, language)) if (choice := open_choice(game)) else None,
        offers=_offers(table, language) if plays else [],
        shop=_shop(table, language),
        blueprints=_blueprints(table, language),
        happened=[message.text(language) for message in told(now)],
        runs=[_run(event.player, event.workday, language) for event in now.events if isinstance(event, FactoryRan)],
        differences=(_differences(now.observation, now.observation.differences, language) if now.observation else []),
        scores=final_standings(game).as_json(),
    )


def comparison_of(observation: Observation, differences: Iterable[Difference], language: Language) -> Comparison:
    """What lies on a board beside what should, with all that differs."""
    told = _differences(observation, differences, language)
    return Comparison(
        equal=not told,
        sure=observation.sure,
        expected=FactoryDocument.model_validate(observation.expected.to_json()),
        found=FactoryDocument.model_validate(observation.found.to_json()),
        differences=told,
    )


def _differences(
    observation: Observation, differences: Iterable[Difference], language: Language
) -> list[DifferenceDocument]:
    expected, found = observation.expected, observation.found
    return [
        DifferenceDocument.model_validate(
            difference_json(difference) | {"words": difference_words(expected, found, difference).text(language)}
        )
        for difference in differences
    ]


def history_of(table: Table, created: dict[int, str], versions: range, language: Language) -> list[HistoryEntry]:
    """These entries, the newest first."""
    counting = set(table.counting)
    found = []
    for version in reversed(versions):
        moment, before = table.moments[version], table.moments[version - 1].game
        entry = moment.entry
        assert entry is not None  # only the first moment has none
        player = entry.player if isinstance(entry, Board) else None if before.actor is None else before.actor + 1
        found.append(
            HistoryEntry(
                version=version,
                created=created[version],
                entry=entry.entry,
                day=before.day,
                counts=version in counting,
                player=player,
                actions=entry.actions if isinstance(entry, Do) else [],
                words=[message.text(language) for message in told(moment)],
            )
        )
    return found


def _offers(table: Table, language: Language) -> list[OfferDocument]:
    return [
        OfferDocument(action=offer.text, words=offer.words.text(language), kind=offer.kind, place=offer.place)
        for offer in offers(table.game, table.set_up.follow)
    ]


def _shop(table: Table, language: Language) -> list[SpotDocument]:
    components = table.game.components
    return [
        SpotDocument(
            spot=spot,
            price=price,
            kind=kind,
            words=(say("nothing") if kind is None else components.piece_names[kind]).text(language),
        )
        for spot, (price, kind) in enumerate(zip(components.shop_spots.value, table.game.shop, strict=True), start=1)
    ]


def _blueprints(table: Table, language: Language) -> list[OpenBlueprint]:
    game, found = table.game, []
    for stack, numbers in enumerate(game.blueprints):
        if not numbers or numbers[0] is None:
            continue
        blueprint = game.components.blueprints[numbers[0]].value
        asks = models_words(game.components, blueprint.asks)
        words = say("{bots} for {coins} into the vault", bots=asks, coins=blueprint.pays)
        found.append(
            OpenBlueprint(
                stack=stack + 1,
                number=numbers[0] + 1,
                asks=list(blueprint.asks),
                pays=blueprint.pays,
                completed=[n + 1 for n in range(len(game.players)) if game.completed[stack] >> n & 1],
                words=words.text(language),
            )
        )
    return found


def _run(player: int, workday: Workday, language: Language) -> RunDocument:
    machinery = workday.before.machinery
    return RunDocument(
        player=player + 1,
        before=FactoryDocument.model_validate(workday.before.to_json()),
        after=FactoryDocument.model_validate(workday.factory.to_json()),
        decisions=[decision._asdict() for decision in workday.decisions],
        gained=GainedDocument(**workday.gained._asdict()),
        events=[
            StepDocument.model_validate(event_json(event) | {"words": event_words(machinery, event).text(language)})
            for event in workday.events
        ],
    )
