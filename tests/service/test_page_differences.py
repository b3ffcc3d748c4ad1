"""What a photo shows otherwise than expected, as the page's cards: told shortly, and put right by one tap each."""

from __future__ import annotations

import json
from typing import Any

import httpx
from hypothesis import given, settings
from hypothesis import strategies as st

from mechanica_core import Facing, Factory, Model, run_workday, take_first
from mechanica_core.comparison import OtherPiece, compare
from service.page.answers import change
from service.page.differences import cards
from tests.core.strategies import factories
from tests.service.conftest import SAMPLES

MORNING = Factory.from_text("A(b-)=U(-p)1G1=2(p)/B(b)=FsT1R(b--)=1/.=1U(-p)F1=3(bd) 9+4 print_2019 demo")
EVENING = run_workday(MORNING, policy=take_first).factory


def told(expected: Factory, found: Factory, before: Factory | None = None) -> list[tuple[str, str, str]]:
    found = found.with_money(expected.wallet, expected.vault)
    found_cards = cards(expected, found, compare(expected, found, before=before), "en")
    return [(card["title"], card["photo"], card["expected"]) for card in found_cards]


def put_right(expected: Factory, found: Factory, before: Factory | None) -> str:
    found = found.with_money(expected.wallet, expected.vault)
    differences = cards(expected, found, compare(expected, found, before=before), "en")
    changes = [one for card in differences for one in card["as_expected"]]
    text: str = change("en", text=found.to_text(), changes=changes)["text"]
    return text


def test_a_bot_that_stands_elsewhere_is_one_card() -> None:
    found = EVENING.with_bots({"floor/top/1/ahead": None, "floor/top/1/in": Model.PLUS})
    assert told(EVENING, found) == [("Plus", "Upgrader (top 1), hole in", "Upgrader (top 1), hole ahead")]
    found = EVENING.with_bots({"floor/top/1/ahead": None, "start/bottom/centre": Model.PLUS})
    assert told(EVENING, found) == [("Plus", "empty start slot (bottom)", "Upgrader (top 1), hole ahead")]


def test_a_bot_that_did_not_move_is_told_where_it_stands_and_where_it_should() -> None:
    found = EVENING.with_bots({"start/top/centre": Model.BASIC, "floor/top/1/ahead": None})
    assert told(EVENING, found, MORNING) == [
        ("Basic", "Advanced Fabricator (top), hole centre", "Upgrader (top 1), hole in")
    ]
    assert put_right(EVENING, found, MORNING) == EVENING.to_text()


def test_all_about_one_place_is_one_card() -> None:
    found = Factory.from_text(EVENING.to_text().replace("U(-p)1G", "2G"))
    assert told(EVENING, found) == [("top 1", "nothing", "→ Upgrader, Plus in hole ahead")]
    assert told(found, EVENING) == [("top 1", "→ Upgrader, Plus in hole ahead", "nothing")]


def test_nothing_moved_is_one_card_that_puts_all_right() -> None:
    assert told(EVENING, MORNING, MORNING) == [("No bot has moved", "as before the workday", "as after the workday")]
    assert put_right(EVENING, MORNING, MORNING) == EVENING.to_text()


@settings(max_examples=60, deadline=None)
@given(factories(min_bots=2), st.data())
def test_as_expected_on_every_card_leads_to_what_was_expected(morning: Factory, data: st.DataObject) -> None:
    evening = run_workday(morning, policy=take_first).factory
    found = data.draw(st.sampled_from([evening, morning]))
    for hole in data.draw(st.lists(st.sampled_from(evening.machinery.holes), max_size=4)):
        found = found.with_bots({hole: data.draw(st.sampled_from([None, *Model]))})
    assert put_right(evening, found, morning) == evening.to_text()


def test_the_photo_side_of_a_card_puts_what_it_says() -> None:
    """Where the photo was read as expected although it shows something else, the card offers that."""
    (there,) = [piece for place in ["floor/top/1"] if (piece := EVENING.piece_at(place))]
    turned = there._replace(facing=Facing.SOUTH)
    (card,) = cards(EVENING, EVENING, [OtherPiece("floor/top/1", there, turned, doubtful=True)], "en")
    assert card["doubtful"]
    assert "Us(-p)1G" in change("en", text=EVENING.to_text(), changes=card["as_in_photo"])["text"]


def test_a_photo_is_compared_with_what_is_expected(api: httpx.Client) -> None:
    photo = (SAMPLES / "photos" / "a_board_1016.jpg").read_bytes()
    truth = json.loads((SAMPLES / "photos" / "a_board_1016.json").read_text(encoding="utf-8"))["factory"]
    expected = Factory.from_layout(Factory.from_json(truth).layout, ("does_not_fit",))
    other = expected.with_bots({next(iter(expected.bots())): None})
    form = {"copy": "copy_a", "expected": json.dumps(other.to_json())}
    reading = api.post("/api/readings", files={"photo": photo}, data=form).json()

    def compared(factory: Factory) -> Any:
        answer = api.post("/page/differences", json={"reading": reading["id"], "expected": factory.to_text()})
        assert answer.status_code == 200, answer.text
        return answer.json()["cards"]

    assert compared(expected) == []
    (card,) = compared(other)
    assert card["expected"] == "no bot"
    assert api.post("/page/differences", json={"reading": "gone", "expected": other.to_text()}).status_code == 404
