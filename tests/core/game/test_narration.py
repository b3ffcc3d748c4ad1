"""What happens in a game in words, in every language."""

from __future__ import annotations

from typing import Final, get_args

import pytest

from mechanica_core import Facing, Factory, Kind, Model, run_workday
from mechanica_core.game import Game, GameEvent, Phase
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
    GameOver,
    ImprovementDrawn,
    Installed,
    PhaseBegan,
    PieceBought,
    PieceRecycled,
    ShopRotated,
    Sold,
)
from mechanica_core.game.narration import tell, what_happened, whose
from mechanica_core.game.record import replay
from mechanica_core.messages import LANGUAGES, Language, translate
from tests.core.game.helpers import in_turn, with_factory
from tools.golden import golden_game

FACTORY: Final = Factory.from_text("A=GU2=2/B(b)=G3=1(p)/.=4=1 8+0").install("floor/top/3", "fork", Facing.EAST)
GAME: Final = with_factory(in_turn(2), FACTORY)
EVENTS: Final[dict[GameEvent, str]] = {
    FactoryRan(1, run_workday(GAME.factories[1])): "player 2: the factory runs; in the trucks: Basic",
    FactoryRan(0, run_workday(FACTORY, {"dock/middle:keep": "plus"})): (
        "player 1: the factory runs, 0 into the wallet, 1 into the vault; in the trucks: Plus"
    ),
    Sold(0, "dock/top", Model.PLUS, 4): "player 1: Plus sold for 4",
    PieceBought(0, Kind.FORK, 1, None, "R-7.7"): "player 1: Fork bought for 1",
    Installed(0, "floor/top/2", Kind.UPGRADER, None): "player 1: Upgrader installed (top 2)",
    Installed(0, "dock/top", Kind.BIG_TRUCK, Kind.SMALL_TRUCK): "player 1: Big Truck installed (top)",
    Installed(0, "dock/top", Kind.HUGE_TRUCK, Kind.BIG_TRUCK): (
        "player 1: Huge Truck installed in place of Big Truck (top)"
    ),
    PieceRecycled(0, Kind.UPGRADER, (Model.PLUS, Model.PLUS), "R-7.3"): "player 1: Upgrader recycled: 2 × Plus",
    BotPut(0, Model.PLUS, "start/top/side", None, "recycling", "R-7.3"): (
        "player 1: Plus put into the Start Zone (top row, hole side)"
    ),
    BotPut(0, Model.BASIC, "start/middle/centre", Model.PLUS, "fabricator", "R-7.4"): (
        "player 1: Basic made (middle), Plus there is lost"
    ),
    BotPut(1, Model.PLUS, "start/top/centre", None, "gift", "R-7.5"): "player 2: Plus received as a gift (top)",
    BotRefused(0, Model.PLUS, "recycling", "D-7.3"): "player 1: Plus left out",
    BotRefused(0, Model.PLUS, "fabricator", "R-7.4", "start/top"): "player 1: Plus made, but the old bot is kept (top)",
    BotRefused(1, Model.PLUS, "gift", "D-7.5"): "player 2: Plus declined",
    BlueprintCompleted(0, 1, 1, 8): "player 1: blueprint 2 (Basic, Plus) completed: 8 into the vault",
    Demolished(0, "floor/top/2", Kind.UPGRADER): "player 1: Upgrader demolished (top 2)",
    PhaseBegan(0, "make"): "player 1: now making bots",
    ShopRotated(None): "the shop is rotated",
    ShopRotated(Kind.UPGRADER): "the shop is rotated, Upgrader falls out",
    ImprovementDrawn(Kind.UPGRADER, 1, False): "new in the shop: Upgrader for 5",
    BlueprintOpened(0, 0): "blueprint 1 (2 × Basic) is open",
    ChipFlipped(1, 5): "ARMAND-0's chip shows 1, he gets 5",
    ArmandBought(Kind.UPGRADER, 3, 2): "ARMAND-0 buys Upgrader for 3",
    ArmandGained(5): "ARMAND-0 gets 5 into his vault",
    DayBegan(3): "workday 3 begins",
    GameOver("R-9.4"): "the game is over",
}


@pytest.mark.parametrize("event", EVENTS, ids=EVENTS.get)
def test_every_event_is_told_in_every_language(event: GameEvent) -> None:
    message = tell(event, GAME)
    assert str(message) == EVENTS[event]
    assert len({message.text(language) for language in LANGUAGES}) == len(LANGUAGES)


@pytest.mark.parametrize(
    ("language", "where"),
    [
        ("en", "(middle row, hole centre)"),
        ("de", "(Reihe „Mitte“, Loch „Mitte“)"),
        ("es", "(fila «centro», agujero «centro»)"),
    ],
)
def test_a_hole_is_told_apart_from_its_row(language: Language, where: str) -> None:
    game = with_factory(in_turn(), Factory.from_text(".=4=1/O(b)=4=1/.=4=1 8+0"))
    for source in ("recycling", "gift"):
        told = tell(BotPut(0, Model.PLUS, "start/middle/centre", None, source, "R-7.3"), game)
        assert where in told.text(language)


def test_no_kind_of_event_is_forgotten() -> None:
    assert {type(event) for event in EVENTS} == set(get_args(GameEvent))


def test_a_list_below_a_players_name_leaves_it_out() -> None:
    event = Sold(1, "dock/top", Model.PLUS, 4)
    assert whose(event) == 1
    assert str(what_happened(event, GAME)) == "Plus sold for 4"
    assert whose(ArmandGained(5)) is None


@pytest.mark.parametrize("phase", Phase)
def test_every_phase_has_a_name(phase: Phase) -> None:
    told = tell(PhaseBegan(0, phase.value), GAME)
    assert len({told.text(language) for language in LANGUAGES}) == len(LANGUAGES)


@pytest.mark.parametrize(("players", "rules"), [(1, "print_2019"), (4, "web_es")])
def test_whole_games_can_be_told(players: int, rules: str) -> None:
    record = golden_game(players, rules)
    told = [tell(event, step.game).text("de") for step in replay(record) for event in step.events]
    assert translate("the game is over", "de") == told[-1]


def test_players_are_called_by_their_names() -> None:
    game = Game.new(["Ann", "Ben {name}"], seed=1)
    assert str(tell(Sold(1, "dock/top", Model.PLUS, 4), game)) == "Ben {name}: Plus sold for 4"
