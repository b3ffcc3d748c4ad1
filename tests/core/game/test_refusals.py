"""What cannot be done, why, and by which rule."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from mechanica_core import Factory, Kind, Model
from mechanica_core.errors import IllegalAction
from mechanica_core.game import Action, Game, Phase, apply, legal_actions
from mechanica_core.game.action_text import write_action
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
from tests.core.game.helpers import in_turn, play, shop, with_factory

FACTORY: Final = Factory.from_text("O(b-)=U3=2(p)/B(b)=4=3/.=4=1 8+0 print_2019 demo")
SELLING: Final = with_factory(in_turn(blueprints=((1,), ()), completed=(2, 0)), FACTORY)
BUYING: Final = replace(SELLING, phase=Phase.BUY, shop=shop(None, Kind.UPGRADER))
MAKING: Final = replace(SELLING, phase=Phase.MAKE)
BOUGHT: Final = play(BUYING, Buy(1))
FORKED: Final = play(SELLING, BuyFork())
RECYCLED: Final = play(BOUGHT, Recycle())
GIVING: Final = play(MAKING, Make("start/top", Model.PLUS))
RUNNING: Final = with_factory(in_turn(phase=Phase.RUN), Factory.from_text(".=4=1/B(b)=F3=1/.=4=1 8+0 print_2019 demo"))
ADVANCED: Final = with_factory(MAKING, FACTORY.install("start/top", Kind.ADVANCED_FABRICATOR))
POOR: Final = with_factory(BUYING, FACTORY.with_money(0, 9))
OVER: Final = replace(SELLING, phase=Phase.OVER)
UNKNOWN: Final = Game.at_table(2)
CHOICE: Final = "floor/middle/1<start/middle/centre"


@pytest.mark.parametrize(
    ("game", "action", "why"),
    [
        (BUYING, Sell("dock/top", Model.PLUS), "this is not done in this phase: buying (D-7.1)"),
        (BOUGHT, BuyFork(), "something else is to be settled first (D-7.1)"),
        (SELLING, Decide(CHOICE, "left"), "this is not done in this phase: selling (D-7.1)"),
        (
            RUNNING,
            Decide("dock/top:keep", "left"),
            "the choice to be decided next is floor/middle/1<start/middle/centre (R-4.2)",
        ),
        (RUNNING, Decide(CHOICE, "right"), "decide one of ahead, left (R-4.2)"),
        (
            play(RUNNING, Decide(CHOICE, "left")),
            Decide(CHOICE, "left"),
            "nothing is left to decide: run the factory (R-4.2)",
        ),
        (SELLING, Run(), "this is not done in this phase: selling (D-7.1)"),
        (RUNNING, Run(), "floor/middle/1<start/middle/centre is still to be decided (R-4.2)"),
        (SELLING, Sell("dock/top", Model.BASIC), "there is no such bot in that truck (R-7.2)"),
        (SELLING, Buy(1), "this is not done in this phase: selling (D-7.1)"),
        (BUYING, Buy(0), "there is no improvement on that spot (R-7.3)"),
        (POOR, Buy(1), "it costs 5, and 0 are in the wallet (R-7.3)"),
        (POOR, BuyFork(), "it costs 1, and 0 are in the wallet (R-7.7)"),
        (RUNNING, BuyFork(), "this is not done in this phase: the factories run (D-7.1)"),
        (SELLING, BuyTruck("floor/top/1", Kind.BIG_TRUCK), "trucks go into the Loading Dock (R-3.2)"),
        (SELLING, BuyTruck("dock/top", Kind.BIG_TRUCK), "trucks only grow: Small to Big or Huge, Big to Huge (D-3.10)"),
        (POOR, BuyTruck("dock/top", Kind.HUGE_TRUCK), "it costs 3, and 0 are in the wallet (R-7.7)"),
        (RUNNING, BuyTruck("dock/top", Kind.HUGE_TRUCK), "this is not done in this phase: the factories run (D-7.1)"),
        (SELLING, Complete(1, ()), "that blueprint is completed already, or there is none (R-9.2)"),
        (SELLING, Complete(2, ()), "that blueprint is completed already, or there is none (R-9.2)"),
        (
            SELLING,
            Complete(0, (("dock/top", Model.PLUS),)),
            "these bots in trucks are not what the blueprint asks for (R-9.2)",
        ),
        (RUNNING, Complete(0, ()), "this is not done in this phase: the factories run (D-7.1)"),
        (SELLING, Install("floor/top/1"), "no piece was bought that waits (D-7.1)"),
        (BOUGHT, Install("start/top"), "Upgrader does not go here (R-3.2)"),
        (BOUGHT, Install("nowhere"), "there is no such place (R-3.2)"),
        (SELLING, Recycle(), "no piece was bought that waits (D-7.1)"),
        (FORKED, Recycle(), "only improvements are recycled (R-7.3)"),
        (RECYCLED, Demolish("floor/top/1"), "something else is to be settled first (D-7.1)"),
        (SELLING, Demolish("floor/top/2"), "nothing was installed here that could be demolished (R-3.8)"),
        (SELLING, Demolish("nowhere"), "there is no such place (R-3.8)"),
        (SELLING, Put("start/top/side"), "no recycled bot waits (R-7.3)"),
        (RECYCLED, Put("dock/top/1"), "there is no such hole in the Start Zone (R-7.3)"),
        (RECYCLED, Put("nowhere"), "there is no such hole in the Start Zone (R-7.3)"),
        (SELLING, LeaveOut(), "no recycled bot waits (R-7.3)"),
        (SELLING, Make("start/top", Model.PLUS), "this is not done in this phase: selling (D-7.1)"),
        (MAKING, Make("start/middle", Model.BASIC), "the next fabricator is at start/top (D-7.1)"),
        (MAKING, Make("start/top", Model.BASIC), "this fabricator does not make that model (R-7.4)"),
        (ADVANCED, Make("start/top", Model.PLUS), "this fabricator does not make that model (R-7.4)"),
        (ADVANCED, Make("start/top", Model.BASIC, True), "there is no other bot in its hole to keep (R-7.4)"),
        (
            play(MAKING, Make("start/top", Model.PLUS), Accept(Model.BASIC, "start/top/centre")),
            Make("start/top", Model.PLUS),
            "the next fabricator is at start/middle (D-7.1)",
        ),
        (SELLING, Accept(Model.BASIC, "start/top/centre"), "no gift waits (R-7.5)"),
        (GIVING, Accept(Model.PLUS, "start/top/centre"), "that model is not given (R-7.5)"),
        (GIVING, Accept(Model.BASIC, "start/top/side"), "there is no such hole in the Start Zone (R-7.5)"),
        (SELLING, Decline(), "no gift waits (R-7.5)"),
        (GIVING, Decline(), "a start hole is free, so the gift must be taken (D-7.5)"),
        (MAKING, GoOn(), "this is not done in this phase: making bots (D-7.1)"),
        (SELLING, Rotate(), "this is not done in this phase: selling (D-7.1)"),
        (SELLING, Draw(Kind.UPGRADER), "chance has nothing of the kind to bring now (R-8.3)"),
        (SELLING, Flip(5), "chance has nothing of the kind to bring now (R-8.3)"),
        (UNKNOWN, Draw(Kind.UPGRADER), "chance has nothing of the kind to bring now (R-8.3)"),
        (UNKNOWN, Open(15), "chance has nothing of the kind to bring now (R-8.3)"),
        (OVER, GoOn(), "the game is over (D-7.1)"),
    ],
)
def test_every_refusal_names_its_reason_and_its_rule(game: Game, action: Action, why: str) -> None:
    assert action not in legal_actions(game)
    with pytest.raises(IllegalAction) as refused:
        apply(game, action)
    assert str(refused.value) == f"{write_action(action)}: {why}"
