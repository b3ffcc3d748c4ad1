"""What pieces earn: where to put them, which to buy, what to demolish."""

from __future__ import annotations

import pytest

from mechanica_core import Factory, Kind
from mechanica_core.best import best_day, best_demolitions, best_pieces, best_placements
from mechanica_core.errors import ObjectiveError
from mechanica_core.placing import placements

BELT = ".=4=1/B(b)=4=1/.=4=1 8+0 print_2019 demo"
BUSY = "A(b-)=U(-p)1G1=2(p)/B(b)=FsT1R(b--)=1/.=1U(-p)F1=3(bd) 9+4 print_2019 demo"


def test_a_gift_wrapper_earns_most_where_bots_pass_it() -> None:
    changes = best_placements(Factory.from_text(BELT), "gift_wrapper", days=2)
    assert {change.place for change in changes if change.earns == 2} == {f"floor/middle/{col}" for col in (1, 2, 3, 4)}
    assert changes[0].earns == 2
    assert changes[0].piece is not None
    assert changes[0].piece.facing == "east"


@pytest.mark.parametrize("kind", [Kind.UPGRADER, Kind.DUPLICATOR, Kind.HUGE_TRUCK, Kind.OVERACTIVE_FABRICATOR])
def test_every_legal_placement_is_ranked_by_what_it_earns(kind: Kind) -> None:
    factory = Factory.from_text(BUSY)
    changes = best_placements(factory, kind)
    assert sorted((c.place, c.piece[1:]) for c in changes if c.piece) == sorted(
        (place, (facing, flipped)) for place, facing, flipped in placements(factory.machinery, kind)
    )
    assert [change.earns for change in changes] == sorted((change.earns for change in changes), reverse=True)
    before = best_day(factory, "money").worth.money
    for change in changes:
        assert change.piece is not None
        after = factory.install(change.place, kind, change.piece.facing, flipped=change.piece.flipped)
        assert change.earns == best_day(after, "money").worth.money - before
        assert change.replaces == factory.piece_at(change.place)
        assert change.exact


def test_one_side_can_be_asked_for() -> None:
    sides = {c.piece.flipped for c in best_placements(Factory.from_text(BUSY), "duplicator", flipped=True) if c.piece}
    assert sides == {True}


def test_shop_pieces_are_compared_at_their_prices() -> None:
    factory = Factory.from_text(BELT)
    dear, cheap = Kind.GIFT_WRAPPER, Kind.STATIC_CHARGER
    changes = best_pieces(factory, {dear: 7, cheap: 1}, days=3)
    assert changes[0].piece is not None
    assert changes[0].piece.kind is cheap
    free = {change.place: change.earns for change in best_placements(factory, dear, days=3)[:1]}
    paid = next(change for change in changes if change.piece and change.piece.kind is dear)
    assert paid.earns == free[paid.place] - 7


def test_what_is_in_the_way_is_worth_demolishing() -> None:
    factory = Factory.from_text(".=4=1/B(b)=1Gn2=1/.=4=1 8+0 print_2019 demo")
    (change,) = best_demolitions(factory)
    assert (change.place, change.piece, change.earns) == ("floor/middle/2", None, 2)
    assert change.replaces is not None
    assert change.replaces.kind is Kind.GIFT_WRAPPER


def test_printed_pieces_are_never_placed() -> None:
    assert best_placements(Factory.from_text(BELT), "small_truck") == ()
    assert best_demolitions(Factory.from_text(BELT)) == ()


def test_what_cannot_be_planned_is_refused() -> None:
    with pytest.raises(ObjectiveError):
        best_placements(Factory.from_text(BELT), "fork", days=9)
    with pytest.raises(ObjectiveError, match=r"^unknown name 'spork'; there are upgrader, .*, huge_truck$"):
        best_placements(Factory.from_text(BELT), "spork")


def test_who_waits_for_demolitions_sees_what_is_tried() -> None:
    factory = Factory.from_text(BUSY)
    tried: list[str] = []

    def watch(places: list[str]) -> list[str]:
        tried.extend(places)
        return places[:2]

    changes = best_demolitions(factory, watch=watch)
    assert {change.place for change in changes} == set(tried[:2])
    assert tried[0] == "start/top"
    assert len(tried) == len(set(tried)) == len(best_demolitions(factory))
    assert not {"start/middle", "dock/middle"} & set(tried)  # these are printed
