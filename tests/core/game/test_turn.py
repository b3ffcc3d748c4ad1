"""A turn: its phases, selling, buying, making bots and what may be done at any time (section 7)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mechanica_core import Facing, Factory, Kind, Model, Piece
from mechanica_core.editions.registry import built_in_text
from mechanica_core.errors import IllegalAction
from mechanica_core.game import Game, Phase, apply, legal_actions
from mechanica_core.game.actions import (
    Accept,
    Buy,
    BuyFork,
    BuyTruck,
    Complete,
    Decide,
    Decline,
    Demolish,
    GoOn,
    Install,
    LeaveOut,
    Make,
    Put,
    Recycle,
    Rotate,
    Run,
    Sell,
)
from mechanica_core.game.state import Bought
from mechanica_core.geometry import FACINGS, floor_place, start_place
from mechanica_core.pieces import IMPROVEMENTS
from tests.core.conftest import Registers
from tests.core.game.helpers import happened, in_turn, kinds_of, play, shop, with_factory

LOADED = ".=4=1/B(b)=4=2(bd)/.=4=3(ppd) 8+0 print_2019 demo"
OVERACTIVE = "O=4=1/B=4=1/O=4=1 8+0 print_2019 demo"


def loaded(phase: Phase = Phase.SELL, wallet: int = 8) -> Game:
    return with_factory(in_turn(phase=phase), Factory.from_text(LOADED).with_money(wallet, 0))


@pytest.mark.rule("R-4.1")
def test_every_factory_runs_before_the_first_turn() -> None:
    game = Game.new(3, seed=1)
    for player in range(3):
        assert (game.phase, game.actor) == (Phase.RUN, player)
        game = play(game, Run())
    assert (game.phase, game.actor) == (Phase.SELL, 0)


@pytest.mark.rule("R-4.1")
def test_what_a_run_leaves_open_is_decided_first() -> None:
    factory = Factory.from_text(".=4=1/B(b)=F3=1/.=4=1 8+0 print_2019 demo")
    game = with_factory(Game.new(1, seed=1), factory)
    choice, take = "floor/middle/1<start/middle/centre", "left"
    assert legal_actions(game) == (Decide(choice, "ahead"), Decide(choice, "left"))
    with pytest.raises(IllegalAction, match="still to be decided"):
        apply(game, Run())
    game = play(game, Decide(choice, take))
    assert legal_actions(game) == (Run(),)
    assert play(game, Run()).factories[0].bot_at("dock/middle/1") is None


@pytest.mark.rule("R-7.1", "D-7.1")
def test_a_turn_goes_through_its_phases_in_order() -> None:
    game = in_turn()
    phases = [game.phase]
    for action in (GoOn(), GoOn(), Make("start/middle", Model.BASIC), Rotate()):
        game = play(game, action)
        phases.append(game.phase)
    assert phases == [Phase.SELL, Phase.BUY, Phase.MAKE, Phase.ROTATE, Phase.END]
    game = play(game, GoOn())
    assert (game.turn, game.phase) == (1, Phase.SELL)


@pytest.mark.rule("D-7.1")
@pytest.mark.parametrize("phase", [Phase.SELL, Phase.BUY, Phase.MAKE, Phase.ROTATE, Phase.END])
def test_each_phase_offers_its_own_and_what_may_be_done_at_any_time(phase: Phase) -> None:
    own: dict[Phase, list[type]] = {
        Phase.SELL: [Sell],
        Phase.BUY: [Buy],
        Phase.MAKE: [Make],
        Phase.ROTATE: [Rotate],
        Phase.END: [],
    }
    goes_on: list[type] = [] if phase in (Phase.MAKE, Phase.ROTATE) else [GoOn]
    any_time: list[type] = [BuyFork, BuyTruck, Demolish]
    first, last = (own[phase], goes_on) if phase in (Phase.SELL, Phase.BUY, Phase.END) else ([], own[phase])
    assert kinds_of(legal_actions(replace(loaded(phase), waiting=()))) == [*first, *any_time, *last]


@pytest.mark.rule("R-7.2")
def test_bots_are_sold_out_of_trucks_at_their_prices() -> None:
    game = loaded()
    sales = [action for action in legal_actions(game) if isinstance(action, Sell)]
    assert sales == [
        *(Sell("dock/middle", Model.BASIC), Sell("dock/middle", Model.DELUXE)),
        *(Sell("dock/bottom", Model.PLUS), Sell("dock/bottom", Model.DELUXE)),
    ]
    after = play(game, Sell("dock/bottom", Model.PLUS), Sell("dock/middle", Model.DELUXE)).factories[0]
    assert after.wallet == 8 + 4 + 6
    assert after.to_text() == ".=4=1/B(b)=4=2(b)/.=4=3(pd) 18+0 print_2019 demo"


@pytest.mark.rule("R-7.2")
@pytest.mark.parametrize(
    "sale", [Sell("dock/top", Model.BASIC), Sell("dock/bottom", Model.BASIC), Sell("start/middle", Model.BASIC)]
)
def test_what_is_in_no_truck_cannot_be_sold(sale: Sell) -> None:
    with pytest.raises(IllegalAction, match=r"no such bot in that truck \(R-7.2\)"):
        apply(loaded(), sale)


@pytest.mark.rule("R-7.3", "D-7.1")
def test_an_improvement_is_paid_and_installed_before_anything_else() -> None:
    game = in_turn(phase=Phase.BUY, shop=shop(Kind.UPGRADER, None, Kind.DOWNGRADER))
    game = play(game, Buy(0))
    assert game.factories[0].wallet == 1
    assert game.shop[0] is None
    assert kinds_of(legal_actions(game)) == [Install, Recycle]
    with pytest.raises(IllegalAction, match="settled first"):
        apply(game, GoOn())
    game = play(game, Install("floor/middle/1"))
    assert game.factories[0].piece_at("floor/middle/1") is not None
    assert kinds_of(legal_actions(game))[-1] is GoOn


@pytest.mark.rule("R-7.3")
@pytest.mark.parametrize("spot", [1, 3, 4, -1])
def test_what_is_too_dear_or_not_there_is_not_sold(spot: int) -> None:
    game = in_turn(phase=Phase.BUY, wallet=4, shop=shop(None, Kind.UPGRADER, Kind.UPGRADER))
    assert [action for action in legal_actions(game) if isinstance(action, Buy)] == [Buy(2)]
    with pytest.raises(IllegalAction):
        apply(game, Buy(spot))


@pytest.mark.rule("R-7.3", "R-7.7")
def test_exactly_the_price_is_enough() -> None:
    game = in_turn(phase=Phase.BUY, wallet=5, shop=shop(None, Kind.UPGRADER))
    assert Buy(1) in legal_actions(game)
    assert BuyTruck("dock/top", Kind.HUGE_TRUCK) in legal_actions(game)
    after = play(game, Buy(1), Install("floor/middle/1"))
    assert after.factories[0].wallet == 0
    assert BuyFork() in legal_actions(with_factory(game, game.factories[0].with_money(1, 0)))
    assert kinds_of(legal_actions(after)) == [Demolish, GoOn]


@pytest.mark.rule("D-7.1")
def test_while_a_piece_waits_others_may_be_demolished() -> None:
    factory = Factory.from_text("A=U3=1/B(b)=4=1/.=4=1 8+0 print_2019 demo")
    game = with_factory(in_turn(phase=Phase.BUY, shop=shop(Kind.UPGRADER)), factory)
    game = play(game, Buy(0), Demolish("floor/top/1"))
    assert kinds_of(legal_actions(game)) == [Install, Recycle, Demolish]
    assert legal_actions(game)[-1] == Demolish("start/top")
    assert play(game, Install("floor/top/1")).waiting == ()


@pytest.mark.rule("R-3.7", "D-3.7", "R-3.6", "R-3.9")
@pytest.mark.parametrize("kind", [*IMPROVEMENTS, Kind.FORK])
@pytest.mark.parametrize("text", [
    "A=UG2=1/B(b)=1Fn2=1/O=Gs3=1 8+0 print_2019 demo",
    ".=1Uw1Dn=2/A=F2Te=1/A=SwGn2=3 8+0 print_2019 demo",
])  # fmt: skip
def test_a_piece_is_offered_wherever_it_fits(text: str, kind: Kind) -> None:
    factory = Factory.from_text(text, forgive=["does_not_fit"])
    game = with_factory(in_turn(waiting=(Bought(kind),)), factory)
    offered = [action for action in legal_actions(game) if isinstance(action, Install)]
    places = [floor_place(row, column) for row in range(3) for column in range(4)]
    squares = [
        Install(place, facing, flipped)
        for place in places
        for flipped in (False, True)
        for facing in FACINGS
        if factory.fits(place, kind, facing, flipped=flipped)
    ]
    starts = [Install(start_place(row)) for row in range(3) if factory.fits(start_place(row), kind)]
    assert offered == [*squares, *starts]


@pytest.mark.rule("D-7.1")
def test_installing_on_an_occupied_square_demolishes_what_is_there() -> None:
    factory = Factory.from_text(".=U(p-)3=1/B(b)=4=1/.=4=1 8+0 print_2019 demo")
    game = with_factory(in_turn(phase=Phase.BUY, shop=shop(Kind.GIFT_WRAPPER)), factory)
    after = play(game, Buy(0), Install("floor/top/1")).factories[0]
    assert after.to_text() == ".=G3=1/B(b)=4=1/.=4=1 1+0 print_2019 demo"


@pytest.mark.rule("R-7.3")
def test_what_is_offered_is_installed_as_it_was_chosen() -> None:
    factory = Factory.from_text(".=4=1/B(b)=1Fn2=2(bd)/O=4=1 8+5 print_2019 demo")
    game = with_factory(in_turn(waiting=(Bought(Kind.DUPLICATOR),)), factory)
    offered = [action for action in legal_actions(game) if isinstance(action, Install)]
    assert {(action.facing, action.flipped) for action in offered} > {(Facing.NORTH, True), (Facing.WEST, False)}
    for action in offered:
        after = play(game, action).factories[0]
        assert after.piece_at(action.place) == Piece(Kind.DUPLICATOR, action.facing, action.flipped)
        assert (after.wallet, after.vault) == (8, 5)


@pytest.mark.rule("R-7.3", "D-7.3")
def test_recycled_bots_go_into_start_holes_or_are_left_out() -> None:
    game = in_turn(phase=Phase.BUY, shop=shop(Kind.UPGRADER))  # recycles into two Plus
    game = play(game, Buy(0), Recycle())
    assert legal_actions(game) == (*(Put(f"start/{row}/centre") for row in ("top", "middle", "bottom")), LeaveOut())
    replaced = play(game, Put("start/middle/centre"), LeaveOut()).factories[0]
    assert replaced.bots() == {"start/middle/centre": Model.PLUS}
    both = play(game, Put("start/top/centre"), Put("start/bottom/centre")).factories[0]
    assert list(both.bots().values()) == [Model.PLUS, Model.BASIC, Model.PLUS]


@pytest.mark.rule("R-7.3")
@pytest.mark.parametrize("hole", ["dock/top/1", "start/top/side", "nowhere"])
def test_recycled_bots_go_nowhere_else(hole: str) -> None:
    game = play(in_turn(phase=Phase.BUY, shop=shop(Kind.UPGRADER)), Buy(0), Recycle())
    with pytest.raises(IllegalAction, match="no such hole in the Start Zone"):
        apply(game, Put(hole))


@pytest.mark.rule("R-7.4", "D-7.1")
def test_fabricators_make_their_bots_from_top_to_bottom() -> None:
    factory = Factory.from_text("A=4=1/B=4=1/A=4=1 8+0 print_2019 demo")
    game = with_factory(in_turn(phase=Phase.MAKE), factory)
    with pytest.raises(IllegalAction, match="the next fabricator is at start/top"):
        apply(game, Make("start/middle", Model.BASIC))
    for row in ("top", "middle", "bottom"):
        assert [action for action in legal_actions(game) if isinstance(action, Make)] == [
            Make(f"start/{row}", Model.BASIC)
        ]
        game = play(game, Make(f"start/{row}", Model.BASIC))
    assert set(game.factories[0].bots()) == {f"start/{row}/centre" for row in ("top", "middle", "bottom")}
    assert game.phase is Phase.ROTATE


@pytest.mark.rule("R-7.4")
def test_a_full_hole_keeps_the_old_bot_or_the_new_one() -> None:
    factory = Factory.from_text(".=4=1/B(d)=4=1/.=4=1 8+0 print_2019 demo")
    game = with_factory(in_turn(phase=Phase.MAKE), factory)
    new, old = (Make("start/middle", Model.BASIC, keep_old) for keep_old in (False, True))
    assert [action for action in legal_actions(game) if isinstance(action, Make)] == [new, old]
    assert play(game, new).factories[0].bot_at("start/middle/centre") is Model.BASIC
    assert play(game, old).factories[0].bot_at("start/middle/centre") is Model.DELUXE


@pytest.mark.rule("R-7.4")
def test_a_fabricator_that_is_demolished_before_its_time_makes_nothing() -> None:
    factory = Factory.from_text(".=4=1/B=4=1/A=4=1 8+0 print_2019 demo")
    game = with_factory(in_turn(phase=Phase.MAKE), factory)
    game = play(game, Make("start/middle", Model.BASIC), Demolish("start/bottom"))
    assert game.phase is Phase.ROTATE


@pytest.mark.rule("R-7.5", "D-11.6")
@pytest.mark.parametrize(("model", "given"), [(Model.PLUS, [Model.BASIC]), (Model.DELUXE, [Model.BASIC, Model.PLUS])])
def test_each_opponent_clockwise_gets_a_gift(model: Model, given: list[Model]) -> None:
    game = with_factory(in_turn(3, Phase.MAKE, turn=1), Factory.from_text(OVERACTIVE), 1)
    game = play(game, Make("start/top", model))
    receivers = []
    while game.actor != 1:
        assert game.actor is not None
        receivers.append(game.actor)
        accepts = legal_actions(game)
        assert accepts == tuple(
            Accept(gift, f"start/{row}/centre") for gift in given for row in ("top", "middle", "bottom")
        )
        game = play(game, accepts[-1])
        assert game.factories[receivers[-1]].bot_at("start/bottom/centre") is given[-1]
    assert receivers == [2, 0]


@pytest.mark.rule("R-7.5")
def test_the_gift_is_due_also_if_the_old_bot_is_kept() -> None:
    factory = Factory.from_text("O(b-)=4=1/B=4=1/.=4=1 8+0 print_2019 demo")
    game = with_factory(in_turn(2, Phase.MAKE), factory)
    game = play(game, Make("start/top", Model.DELUXE, keep_old=True))
    assert game.factories[0].bot_at("start/top/centre") is Model.BASIC
    assert game.actor == 1


@pytest.mark.rule("D-7.5")
def test_only_who_has_no_free_start_hole_may_decline() -> None:
    game = with_factory(in_turn(2, Phase.MAKE), Factory.from_text(OVERACTIVE))
    game = play(game, Make("start/top", Model.PLUS))
    with pytest.raises(IllegalAction, match="a start hole is free"):
        apply(game, Decline())
    full = Factory.from_text(".(b)=4=1/B(p)=4=1/.(d)=4=1 8+0 print_2019 demo")
    game = with_factory(game, full, 1)
    assert legal_actions(game)[-1] == Decline()
    assert play(game, Decline()).factories[1] == full


@pytest.mark.rule("R-7.6")
def test_the_shop_is_rotated_once_a_turn() -> None:
    game = play(in_turn(phase=Phase.ROTATE), Rotate())
    with pytest.raises(IllegalAction, match="phase"):
        apply(game, Rotate())


@pytest.mark.rule("R-7.7", "D-3.10")
@pytest.mark.parametrize(("place", "kind", "coins"), [
    ("dock/top", Kind.BIG_TRUCK, 3), ("dock/top", Kind.HUGE_TRUCK, 5), ("dock/middle", Kind.HUGE_TRUCK, 3),
])  # fmt: skip
def test_trucks_grow_for_their_price(place: str, kind: Kind, coins: int) -> None:
    game = loaded(wallet=coins)
    after = play(game, BuyTruck(place, kind)).factories[0]
    piece = after.piece_at(place)
    assert piece is not None
    assert (piece.kind, after.wallet) == (kind, 0)
    assert sorted(after.bots().values()) == sorted(game.factories[0].bots().values())
    with pytest.raises(IllegalAction, match="in the wallet"):
        apply(loaded(wallet=coins - 1), BuyTruck(place, kind))


@pytest.mark.rule("D-3.10")
@pytest.mark.parametrize(("place", "kind"), [
    ("dock/middle", Kind.BIG_TRUCK), ("dock/bottom", Kind.HUGE_TRUCK), ("dock/top", Kind.SMALL_TRUCK),
    ("floor/top/1", Kind.BIG_TRUCK), ("dock/top", Kind.UPGRADER),
])  # fmt: skip
def test_trucks_do_nothing_but_grow(place: str, kind: Kind) -> None:
    with pytest.raises(IllegalAction):
        apply(loaded(), BuyTruck(place, kind))


@pytest.mark.rule("R-7.7")
def test_a_fork_costs_one_and_is_installed_at_once() -> None:
    game = play(in_turn(), BuyFork())
    assert game.factories[0].wallet == 7
    assert kinds_of(legal_actions(game)) == [Install]
    with pytest.raises(IllegalAction, match="only improvements are recycled"):
        apply(game, Recycle())


@pytest.mark.rule("R-7.7", "R-9.2")
def test_blueprints_are_completed_at_any_time_of_the_turn() -> None:
    for phase in (Phase.SELL, Phase.BUY, Phase.MAKE, Phase.ROTATE, Phase.END):
        game = loaded(phase)
        asks = [(number, fact.value.asks) for number, fact in enumerate(game.components.blueprints)]
        number = next(number for number, bots in asks if set(bots) <= {Model.BASIC, Model.PLUS} and len(bots) <= 3)
        rich = ".=4=3(bbb)/B(b)=4=3(ppp)/.=4=3(bpp) 8+0 print_2019 demo"
        game = with_factory(replace(game, blueprints=((number,), ())), Factory.from_text(rich))
        assert Complete in kinds_of(legal_actions(game))


@pytest.mark.rule("R-3.8", "D-3.8")
def test_demolishing_brings_back_what_is_printed() -> None:
    factory = Factory.from_text("A(pp)=U3=2(b)/B(b)=4=1/.=4=1 8+0 print_2019 demo")
    game = with_factory(in_turn(), factory)
    game = play(game, Demolish("start/top"), Demolish("floor/top/1"), Demolish("dock/top"))
    assert game.factories[0] == Factory.from_text(".=4=1/B(b)=4=1/.=4=1 8+0 print_2019 demo")
    with pytest.raises(IllegalAction):
        apply(game, Demolish("dock/top"))


@pytest.mark.rule("R-3.8")
def test_what_was_installed_can_be_demolished_row_by_row() -> None:
    factory = Factory.from_text("A=U2U=2/B(b)=4=1/.=1F2=3 8+0 print_2019 demo")
    game = with_factory(in_turn(), factory)
    assert [action.place for action in legal_actions(game) if isinstance(action, Demolish)] == [
        *("start/top", "floor/top/1", "floor/top/4", "dock/top", "floor/bottom/2", "dock/bottom"),
    ]


@pytest.mark.rule("D-3.7")
def test_no_fork_is_sold_that_fits_nowhere(register: Registers) -> None:
    text = built_in_text("demo").replace("columns = { value = 4,", "columns = { value = 1,")
    fork = 'sides = { west = "entrance", north = "exit", east = "exit", south = "entrance" }\nthrough'
    assert fork in text
    register(text.replace(fork, fork.replace('south = "entrance"', 'south = "exit"')))
    full = Factory.from_text("A=G=1/A=G=1/A=G=1 8+0 print_2019 mine")
    game = with_factory(in_turn(components="mine"), full)
    assert BuyFork() not in legal_actions(game)
    with pytest.raises(IllegalAction, match=r"it fits nowhere \(D-3.7\)"):
        apply(game, BuyFork())


@pytest.mark.rule("D-11.7")
def test_a_covered_basic_fabricator_makes_nothing() -> None:
    factory = Factory.from_text(".=4=1/A=4=1/.=4=1 8+0 print_2019 demo")
    game = with_factory(in_turn(phase=Phase.MAKE), factory)
    made = happened(game, Make("start/middle", Model.BASIC))
    assert len([event for event in made if type(event).__name__ == "BotPut"]) == 1


def test_the_old_game_stays_as_it_was() -> None:
    game = in_turn(phase=Phase.BUY, shop=shop(Kind.UPGRADER))
    before = repr(game)
    play(game, Buy(0), Recycle(), LeaveOut())
    assert repr(game) == before
