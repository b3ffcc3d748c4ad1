"""A whole game as JSON: what is read, what is refused and where, what is written."""

from __future__ import annotations

import copy
import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest
from jsonschema import Draft202012Validator

from mechanica_core import DocumentError, EditionError, Factory, LayoutError
from mechanica_core.game import Game
from mechanica_core.game.events import FactoryRan
from mechanica_core.game.game_document import event_document, game_document, game_schema, read_game
from mechanica_core.game.record import replay
from tools.golden import golden_game

ROOT: Final = Path(__file__).parents[3]
SCHEMA_FILE: Final = ROOT / "docs/game.schema.json"
REGENERATE: Final = (
    "python -c 'import json; from mechanica_core.game.game_document import game_schema;"
    f" print(json.dumps(game_schema(), indent=2))' > docs/{SCHEMA_FILE.name}"
)
SCHEMA: Final = game_schema()
VALIDATOR: Final = Draft202012Validator(SCHEMA)
GAMES: Final = [(1, "print_2019"), (3, "web_de"), (4, "web_es")]


def document(**entries: Any) -> dict[str, Any]:
    """A game of two at its start, with these entries instead."""
    return game_document(Game.new(["Ann", "Ben"], seed=1)) | entries


def problems(document: object) -> dict[str, str]:
    """What the reader says of each place."""
    with pytest.raises(DocumentError) as raised:
        read_game(document)  # type: ignore[arg-type]
    return {place: str(message) for place, message in raised.value.problems}


@pytest.mark.parametrize(("players", "rules"), GAMES)
def test_every_moment_of_a_game_is_read_as_it_was_written(players: int, rules: str) -> None:
    record = golden_game(players, rules)
    for game in (record.start, *(step.game for step in list(replay(record))[::5])):
        written = game_document(game)
        assert read_game(json.dumps(written)) == game
        assert VALIDATOR.is_valid(written)


def test_everything_is_counted_from_one() -> None:
    game = Game.new(["Ann", "Ben"], seed=1)
    written = game_document(game)
    assert written["turn"] == 1
    assert written["blueprints"][0][0] == (game.blueprints[0][0] or 0) + 1
    assert written["format"] == "mechanica-game/1"
    assert written["factories"] == [factory.to_json() for factory in game.factories]


def test_what_may_be_left_out() -> None:
    written = document()
    for key in ("waiting", "decided", "made", "armand", "seed"):
        del written[key]
    assert read_game(written) == replace(Game.new(["Ann", "Ben"], seed=1), seed=None)


def test_unknown_keys_can_be_ignored() -> None:
    assert problems(document(colour="red")) == {"document": "unknown key 'colour'"}
    assert read_game(document(colour="red"), ignore_unknown=True) == Game.new(["Ann", "Ben"], seed=1)


def test_everything_wrong_is_told_with_its_place() -> None:
    spoilt = document(phase="dinner", turn=0, shop=["gold"], waiting=[{"waits": "tea"}, {}, 3])
    spoilt["factories"][1]["wallet"] = -1
    spoilt["blueprints"][1][2] = 0
    del spoilt["day"]
    assert problems(spoilt) == {
        "document": "the key 'day' is missing",
        "phase": 'unknown name "dinner"; there are run, sell, buy, make, rotate, end, over',
        "turn": "0 is below 1",
        "factories/2/wallet": "-1 is below 0",
        "shop/1": problems(document(shop=["gold"]))["shop/1"],
        "blueprints/2/3": "0 is below 1",
        "waiting/1": 'unknown name {"waits": "tea"}; there are bought, recycled, gift, draw, open, upkeep',
        "waiting/2": "the key 'waits' is missing",
        "waiting/3": "3 is no object",
    }


def test_what_is_wrong_with_factories_is_told_of_each() -> None:
    spoilt = document()
    for factory in spoilt["factories"]:
        factory["start"]["middle"] = {"kind": None, "bots": {}}
    spoilt["factories"][1]["dock"]["top"]["bots"] = ["plus", "plus"]
    assert list(problems(spoilt)) == ["factories/1/start/middle", "factories/2/start/middle", "factories/2/dock/top"]


def test_pieces_need_not_fit_since_those_in_photos_need_not() -> None:
    text = "A=Gn3=1/B=1UUw1=1/.=4=1 8+0 print_2019 demo"
    with pytest.raises(LayoutError):
        Factory.from_text(text)
    factory = Factory.from_text(text, forgive=["does_not_fit"])
    spoilt = document()
    spoilt["factories"][0] = factory.to_json()
    assert read_game(spoilt).factories[0] == factory


@pytest.mark.parametrize(
    ("entries", "told"),
    [
        ({"players": ["Ann", "Ann"]}, "two players are called Ann"),
        ({"turn": 3}, "there is no player number 3"),
        ({"waiting": [{"waits": "upkeep", "what": "shift"}]}, "shift has happened by itself already"),
        ({"waiting": [{"waits": "draw", "source": "stack", "spot": 99}]}, "nothing is left to be drawn"),
        ({"decided": [{"choice": "dock/top:keep", "take": "plus"}]}, "nothing is left to decide: run the factory"),
        ({"armand": {"wallet": 1, "vault": 1}}, "ARMAND-0 plays against a single player, and only then"),
    ],
)
def test_what_can_be_no_game_is_refused(entries: dict[str, Any], told: str) -> None:
    assert told in problems(document(**entries))[next(iter(entries))]


def test_unknown_editions_are_told_as_such() -> None:
    with pytest.raises(EditionError, match="unknown rule set 'chess'"):
        read_game(document(rules="chess", factories=[Factory.new().to_json() | {"rules": "chess"}] * 2))


def test_what_is_no_json_is_refused() -> None:
    assert list(problems("{")) == ["document"]
    assert list(problems("[]")) == ["document"]
    assert list(problems('{"day": 1, "day": 2}')) == ["document"]


# -- events -------------------------------------------------------------------------------------------------------


def test_every_event_is_json() -> None:
    record = golden_game(1, "print_2019")
    for step in replay(record):
        for event in step.events:
            told = json.loads(json.dumps(event_document(event)))
            assert told["event"] == type(event).__name__
            assert told["rule"] == event.rule
            if isinstance(event, FactoryRan):
                assert told["player"] == event.player + 1
                assert Factory.from_json(told["workday"]["factory"]) == event.workday.factory


# -- the JSON Schema ----------------------------------------------------------------------------------------------


def test_the_schema_is_a_schema() -> None:
    assert SCHEMA["$schema"] == Draft202012Validator.META_SCHEMA["$schema"]
    Draft202012Validator.check_schema(SCHEMA)


def test_the_schema_in_the_docs_is_the_one_the_reader_follows() -> None:
    generated = json.dumps(game_schema(), indent=2) + "\n"
    assert SCHEMA_FILE.read_text(encoding="utf-8") == generated, f"write it anew: {REGENERATE}"


REPLACEMENTS: Final[tuple[object, ...]] = (None, True, -1, 0, 1, 3, 100, 1.5, "", "plus", "run", [], {}, ["plus"])


@pytest.mark.parametrize("seed", range(5))
def test_the_schema_refuses_what_the_reader_finds_malformed(seed: int) -> None:
    """A document with one value replaced: what the schema accepts may still be no game, never the other way round."""
    dice = random.Random(seed)
    record = golden_game(1, "web_es")
    games = [step.game for step in replay(record)]
    for _ in range(60):
        spoilt = copy.deepcopy(game_document(dice.choice(games)))
        at: Any = spoilt
        while True:
            key = dice.choice(list(at) if isinstance(at, dict) else range(len(at)))
            if not isinstance(at[key], dict | list) or not at[key] or not dice.randrange(3):
                break
            at = at[key]
        at[key] = copy.deepcopy(dice.choice(REPLACEMENTS))
        try:
            read_game(spoilt)
        except (DocumentError, EditionError):
            continue
        assert VALIDATOR.is_valid(spoilt)
