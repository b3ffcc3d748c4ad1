"""What is told of each action: everything that came of it, in order, with its rule."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from mechanica_core import Factory, Kind, Model, run_workday
from mechanica_core.game import Action, Game, GameEvent, Phase
from mechanica_core.game.actions import (
    Accept,
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
)
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
from mechanica_core.game.state import Armand
from tests.core.game.helpers import happened, in_turn, play, shop, with_factory

BASIC, PLUS, DELUXE = Model
UPGRADER, WRAPPER = Kind.UPGRADER, Kind.GIFT_WRAPPER
FACTORY: Final = Factory.from_text("O(b-)=U3=2(p)/B(b)=4=1(b)/.=4=1 8+0 print_2019 demo")
FULL: Final = Factory.from_text(".(d)=4=1/B(b)=4=1/.(d)=4=1 8+0 print_2019 demo")
SELLING: Final = with_factory(in_turn(3, turn=1, blueprints=((), (1,))), FACTORY, 1)
BUYING: Final = replace(SELLING, phase=Phase.BUY, shop=shop(None, UPGRADER))
BOUGHT: Final = play(BUYING, Buy(1))
RECYCLED: Final = play(BOUGHT, Recycle())
MAKING: Final = with_factory(replace(SELLING, phase=Phase.MAKE), FULL, 2)
GIVING: Final = play(MAKING, Make("start/top", PLUS))
ROTATING: Final = in_turn(3, Phase.ROTATE, turn=1, shop=shop(None, None, None, UPGRADER), stack=(WRAPPER,), extras=())
CROSSING: Final = Factory.from_text(".=4=1/B(b)=F3=1/.=4=1 8+0 print_2019 demo")
RUNNING: Final = replace(with_factory(in_turn(3, Phase.RUN), CROSSING, 1), turn=1)
CHOICE: Final = "floor/middle/1<start/middle/centre"
ALONE: Final = in_turn(1, Phase.END, shop=shop(UPGRADER), stack=(WRAPPER,), completed=(1, 0), blueprints=((3, 4), ()))
SOLD_OUT: Final = in_turn(1, Phase.BUY, shop=shop(UPGRADER), stack=())

TOLD: Final[list[tuple[Game, Action, list[GameEvent]]]] = [
    (RUNNING, Decide(CHOICE, "left"), []),
    (play(RUNNING, Decide(CHOICE, "left")), Run(), [FactoryRan(1, run_workday(CROSSING, {CHOICE: "left"}))]),
    (
        replace(RUNNING, turn=2),
        Run(),
        [FactoryRan(2, run_workday(RUNNING.factories[2])), PhaseBegan(0, "sell")],
    ),
    (SELLING, Sell("dock/top", PLUS), [Sold(1, "dock/top", PLUS, 4)]),
    (BUYING, Buy(1), [PieceBought(1, UPGRADER, 5, 1, "R-7.3")]),
    (SELLING, BuyFork(), [PieceBought(1, Kind.FORK, 1, None, "R-7.7")]),
    (
        SELLING,
        BuyTruck("dock/top", Kind.HUGE_TRUCK),
        [
            PieceBought(1, Kind.HUGE_TRUCK, 3, None, "R-7.7"),
            Installed(1, "dock/top", Kind.HUGE_TRUCK, Kind.BIG_TRUCK),
        ],
    ),
    (SELLING, Complete(1, (("dock/top", PLUS), ("dock/middle", BASIC))), [BlueprintCompleted(1, 1, 1, 8)]),
    (BOUGHT, Install("floor/top/1"), [Installed(1, "floor/top/1", UPGRADER, UPGRADER)]),
    (BOUGHT, Install("floor/top/2"), [Installed(1, "floor/top/2", UPGRADER, None)]),
    (BOUGHT, Recycle(), [PieceRecycled(1, UPGRADER, (PLUS, PLUS), "R-7.3")]),
    (BOUGHT, Demolish("floor/top/1"), [Demolished(1, "floor/top/1", UPGRADER)]),
    (RECYCLED, Put("start/top/centre"), [BotPut(1, PLUS, "start/top/centre", BASIC, "recycling", "R-7.3")]),
    (RECYCLED, Put("start/top/side"), [BotPut(1, PLUS, "start/top/side", None, "recycling", "R-7.3")]),
    (RECYCLED, LeaveOut(), [BotRefused(1, PLUS, "recycling", "D-7.3")]),
    (MAKING, Make("start/top", PLUS), [BotPut(1, PLUS, "start/top/centre", BASIC, "fabricator", "R-7.4")]),
    (MAKING, Make("start/top", DELUXE, True), [BotRefused(1, DELUXE, "fabricator", "R-7.4", "start/top")]),
    (GIVING, Accept(BASIC, "start/top/centre"), [BotPut(2, BASIC, "start/top/centre", DELUXE, "gift", "R-7.5")]),
    (GIVING, Decline(), [BotRefused(2, BASIC, "gift", "D-7.5")]),
    (
        replace(MAKING, made=1),
        Make("start/middle", BASIC),
        [BotPut(1, BASIC, "start/middle/centre", BASIC, "fabricator", "R-7.4"), PhaseBegan(1, "rotate")],
    ),
    (SELLING, GoOn(), [PhaseBegan(1, "buy")]),
    (BUYING, GoOn(), [PhaseBegan(1, "make")]),
    (replace(SELLING, phase=Phase.END), GoOn(), [PhaseBegan(2, "sell")]),
    (replace(SELLING, phase=Phase.END, turn=2), GoOn(), [DayBegan(2), PhaseBegan(0, "run")]),
    (
        replace(SELLING, phase=Phase.END, turn=2, completed=(0, 1), blueprints=((3, 4), (5, 6))),
        GoOn(),
        [BlueprintOpened(0, 4), BlueprintOpened(1, 6), DayBegan(2), PhaseBegan(0, "run")],
    ),
    (
        ROTATING,
        Rotate(),
        [
            *(PhaseBegan(1, "end"), ShopRotated(UPGRADER), PieceRecycled(1, UPGRADER, (PLUS, PLUS), "R-8.3")),
            ImprovementDrawn(WRAPPER, 0, False),
        ],
    ),
    (
        replace(ROTATING, shop=shop(), extras=(UPGRADER,)),
        Rotate(),
        [
            *(PhaseBegan(1, "end"), ShopRotated(None), ImprovementDrawn(WRAPPER, 0, False)),
            *(ShopRotated(None), ImprovementDrawn(UPGRADER, 0, True)),
        ],
    ),
    (
        play(replace(ROTATING, shop=shop(WRAPPER), stack=(None,)), Rotate()),
        Draw(UPGRADER),
        [ImprovementDrawn(UPGRADER, 0, False)],
    ),
    (Game.at_table(2), Open(4), [BlueprintOpened(0, 4)]),
    (play(Game.at_table(2), Open(4)), Open(5), [BlueprintOpened(1, 5)]),
    (
        with_factory(in_turn(1, Phase.MAKE), FACTORY),
        Make("start/top", DELUXE),
        [BotPut(0, DELUXE, "start/top/centre", BASIC, "fabricator", "R-7.4"), ArmandGained(5)],
    ),
    (ALONE, GoOn(), []),
    (
        play(ALONE, GoOn()),
        Flip(5),
        [
            *(ChipFlipped(5, 5), ArmandBought(UPGRADER, 7, 0)),
            *(ShopRotated(None), ImprovementDrawn(WRAPPER, 0, False), BlueprintOpened(0, 4)),
            *(DayBegan(2), PhaseBegan(0, "run")),
        ],
    ),
    (
        play(replace(ALONE, armand=Armand(0, 0), completed=(0, 0)), GoOn()),
        Flip(1),
        [
            *(ChipFlipped(1, 5), ShopRotated(None), ImprovementDrawn(WRAPPER, 0, False)),
            *(DayBegan(2), PhaseBegan(0, "run")),
        ],
    ),
    (
        play(SOLD_OUT, Buy(0)),
        Install("floor/top/1"),
        [Installed(0, "floor/top/1", UPGRADER, None), GameOver("R-10.5")],
    ),
    (
        replace(SELLING, phase=Phase.END, turn=2, shop=shop(), stack=()),
        GoOn(),
        [GameOver("R-9.4")],
    ),
]


@pytest.mark.parametrize(("game", "action", "events"), TOLD)
def test_everything_that_comes_of_an_action_is_told(game: Game, action: Action, events: list[GameEvent]) -> None:
    assert happened(game, action) == events
