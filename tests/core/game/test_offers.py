"""What can be done in words, as a menu offers it, in every language."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from mechanica_core import Facing, Factory, Kind, Model
from mechanica_core.game import Action, Game, Phase, legal_actions
from mechanica_core.game.actions import (
    ACTIONS,
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
from mechanica_core.game.offers import action_words
from mechanica_core.messages import LANGUAGES
from tests.core.game.helpers import in_turn, play, shop, with_factory

FACTORY: Final = Factory.from_text("O(p-)=U3=2(p)/B(b)=4=1(b)/.=4=1 20+0 print_2019 demo")
SELLING: Final = with_factory(in_turn(blueprints=((1,), ())), FACTORY)
BUYING: Final = replace(
    SELLING, phase=Phase.BUY, shop=shop(Kind.UPGRADER, Kind.DUPLICATOR, Kind.ADVANCED_FABRICATOR, Kind.GIFT_WRAPPER)
)
RECYCLING: Final = play(BUYING, Buy(0), Recycle())
MAKING: Final = replace(SELLING, phase=Phase.MAKE)
FULL: Final = Factory.from_text(".(d)=4=1/B(b)=4=1/.(d)=4=1 8+0 print_2019 demo")
GIVING: Final = play(with_factory(MAKING, FULL, 1), Make("start/top", Model.DELUXE))
RUNNING: Final = with_factory(in_turn(phase=Phase.RUN), Factory.from_text(".=4=1/B(b)=F3=1/.=4=1 8+0 print_2019 demo"))

OFFERS: Final[dict[str, tuple[Game, Action]]] = {
    "up: into Small Truck (top)": (RUNNING, Decide("floor/middle/1<start/middle/centre", "left")),
    "run the factory": (in_turn(phase=Phase.RUN), Run()),
    "sell Plus from Big Truck (top) for 4": (SELLING, Sell("dock/top", Model.PLUS)),
    "sell Basic from Small Truck (middle) for 2": (SELLING, Sell("dock/middle", Model.BASIC)),
    "buy Duplicator for 5": (BUYING, Buy(1)),
    "buy Fork for 1": (SELLING, BuyFork()),
    "buy Huge Truck for 3, in place of Big Truck (top)": (SELLING, BuyTruck("dock/top", Kind.HUGE_TRUCK)),
    "buy Huge Truck for 5, in place of Small Truck (bottom)": (SELLING, BuyTruck("dock/bottom", Kind.HUGE_TRUCK)),
    "complete the blueprint for 8: Plus, Basic": (
        SELLING,
        Complete(0, (("dock/top", Model.PLUS), ("dock/middle", Model.BASIC))),
    ),
    "install it at middle 2, its arrow up": (play(BUYING, Buy(0)), Install("floor/middle/2", Facing.NORTH)),
    "install it at Upgrader (top 1), its arrow right": (play(BUYING, Buy(3)), Install("floor/top/1")),
    "install it at bottom 4, flipped, its arrow left": (
        play(BUYING, Buy(1)),
        Install("floor/bottom/4", Facing.WEST, True),
    ),
    "install it at start slot (bottom)": (play(BUYING, Buy(2)), Install("start/bottom")),
    "install it at Overactive Fabricator (top)": (play(BUYING, Buy(2)), Install("start/top")),
    "recycle it into 2 × Plus": (play(BUYING, Buy(0)), Recycle()),
    "demolish Upgrader (top 1)": (SELLING, Demolish("floor/top/1")),
    "put the bot into Overactive Fabricator (top), hole side": (RECYCLING, Put("start/top/side")),
    "put the bot into Overactive Fabricator (top), hole centre, replacing Plus": (RECYCLING, Put("start/top/centre")),
    "leave the bot out": (RECYCLING, LeaveOut()),
    "Overactive Fabricator (top): make Deluxe": (MAKING, Make("start/top", Model.DELUXE)),
    "Overactive Fabricator (top): make Deluxe, and keep the old bot": (MAKING, Make("start/top", Model.DELUXE, True)),
    "take Plus into empty start slot (top), hole centre, replacing Deluxe": (
        GIVING,
        Accept(Model.PLUS, "start/top/centre"),
    ),
    "decline the gift": (GIVING, Decline()),
    "stop selling": (SELLING, GoOn()),
    "stop buying": (BUYING, GoOn()),
    "end the turn": (in_turn(phase=Phase.END), GoOn()),
    "rotate the shop": (in_turn(phase=Phase.ROTATE), Rotate()),
    "the chip shows 5": (play(in_turn(1, Phase.END), GoOn()), Flip(5)),
    "Upgrader is drawn": (play(in_turn(phase=Phase.ROTATE, stack=(None,)), Rotate()), Draw(Kind.UPGRADER)),
    "blueprint 2 is opened: Basic, Plus for 8": (Game.at_table(2), Open(1)),
}


@pytest.mark.parametrize("words", OFFERS)
def test_every_action_is_offered_in_words(words: str) -> None:
    game, action = OFFERS[words]
    assert action in legal_actions(game)
    told = action_words(game, action)
    assert str(told) == words
    assert len({told.text(language) for language in LANGUAGES}) == len(LANGUAGES)


def test_no_kind_of_action_is_forgotten() -> None:
    assert {type(action) for _, action in OFFERS.values()} == set(ACTIONS)
