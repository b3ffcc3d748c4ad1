"""Games at a table over HTTP: links, versions, undo, comparisons, and what hostile callers get."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from mechanica_core.factory import Factory
from mechanica_core.game import read_record
from service.api.app import create_app
from service.api.settings import DATABASE, Settings
from service.store import Database, Games
from service.tables import Do
from tests.service.asgi import serving

DRAWN = ["open 1", "open 9", "draw upgrader", "draw gift_wrapper"]
SCRIPT = "<script>alert(1)</script>"
Json = dict[str, Any]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def client(data: Path) -> Iterator[httpx.Client]:
    with serving(create_app(Settings(data=data))) as client:
        yield client


class Table:
    """A game as a client follows it."""

    def __init__(self, client: httpx.Client, state: Json) -> None:
        self.client, self.state = client, state

    @property
    def link(self) -> str:
        return str(self.state["links"]["players"])

    @property
    def watching(self) -> str:
        return str(self.state["links"]["watching"])

    def post(self, what: str, key: str | None = None, **asked: Any) -> httpx.Response:
        headers = {} if key is None else {"Idempotency-Key": key}
        body = {"version": self.state["version"]} | asked
        return self.client.post(f"/api/games/{self.link}/{what}", json=body, headers=headers)

    def write(self, what: str, **asked: Any) -> Json:
        answer = self.post(what, **asked)
        assert answer.status_code == 200, answer.text
        self.state = answer.json()
        return self.state

    def do(self, *actions: str) -> Json:
        return self.write("actions", actions=list(actions))


def begin(client: httpx.Client, *players: str, **asked: Any) -> Table:
    answer = client.post("/api/games", json={"players": list(players or ("Ann", "Ben"))} | asked)
    assert answer.status_code == 201, answer.text
    return Table(client, answer.json())


def code_of(answer: httpx.Response, status: int) -> str:
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    return str(answer.json()["code"])


# -- playing ----------------------------------------------------------------------------------------------------------


def test_a_whole_game_is_played_by_what_is_offered(client: httpx.Client) -> None:
    """Whatever a page sends back of the offers is taken, to the final score."""
    table = begin(client, "Ann", "Ben")
    for number in range(2_000):
        if table.state["over"]:
            break
        offers = [offer["action"] for offer in table.state["offers"][:-1]]
        # Boldly: the last in each list goes on, so that the shop empties within some days.
        table.do(offers[-1] if number > 4 else offers[number % len(offers)])
    assert table.state["over"]
    assert table.state["offers"] == []
    assert set(table.state["scores"]["winners"]) <= {"Ann", "Ben"}
    assert table.state["headline"] == "the game is over"


def test_a_game_by_days_comes_to_its_score_in_few_calls(client: httpx.Client) -> None:
    table = begin(client, "Ann", "Ben", follow="days")
    table.do("run", "run", "new day")
    assert table.state["known_boards"] == [False, False]
    fork = Factory.from_text(".=4=1/B(b)=1FG1=1/.=4=1 3+0 print_2019 demo").to_json()
    state = table.write("boards", player=1, factory=fork)
    assert state["choice"]["words"].startswith("Fork (middle 2)")
    ahead = state["offers"][[option["take"] for option in state["choice"]["options"]].index("ahead")]
    state = table.do(ahead["action"], "run")
    [run] = state["runs"]
    assert run["gained"] == {"wallet": 0, "vault": 1}
    assert run["events"][0]["words"].startswith("The Basic")
    assert any("vault" in words for words in state["happened"])
    state = table.do("run", "finish")
    assert {name: score["total"] for name, score in state["scores"]["scores"].items()} == {"Ann": 7, "Ben": 8}


def test_solo_armands_chip_is_asked_for_and_told(client: httpx.Client) -> None:
    table = begin(client, "Ann", difficulty="hard")
    table.do(*DRAWN)
    table.do("run", "go on", "go on", "make start/middle basic", "rotate", "draw repurposer", "go on")
    assert [offer["words"] for offer in table.state["offers"][:2]] == ["the chip shows 1", "the chip shows 5"]
    assert table.state["actor"] is None
    state = table.do("chip 1")
    assert state["position"]["armand"]["vault"] == 20
    assert "ARMAND-0" in state["scores"]["scores"]


def test_final_scores_alone_are_three_calls(client: httpx.Client) -> None:
    table = begin(client, "Ann", "Ben", follow="days")
    for player, wallet in ((1, 12), (2, 5)):
        table.write("boards", player=player, factory=Factory.new().with_money(wallet, 1).to_json())
    assert table.do("finish")["scores"]["winners"] == ["Ann"]


def test_money_counts_as_known_once_both_pots_are_told(client: httpx.Client) -> None:
    table = begin(client, "Ann", "Ben", follow="days")
    assert table.do("run", "run")["known_money"] == [True, True]
    assert table.do("new day")["known_money"] == [False, False]
    lying = Factory.new().to_json()
    assert table.write("boards", player=2, factory=lying, wallet=5)["known_money"] == [False, False]
    state = table.write("boards", player=2, factory=lying, wallet=5, vault=3)
    assert state["known_money"] == [False, True]
    assert state["position"]["factories"][1]["vault"] == 3


def test_the_language_of_the_caller_is_spoken(client: httpx.Client) -> None:
    table = begin(client)
    german, spanish = (
        client.get(f"/api/games/{table.link}", headers={"Accept-Language": language}).json()
        for language in ("de-AT,en;q=0.5", "es")
    )
    assert german["headline"] != spanish["headline"] != table.state["headline"]
    assert german["offers"][0]["action"] == spanish["offers"][0]["action"]


# -- writes and versions ----------------------------------------------------------------------------------------------


def test_a_write_on_an_old_version_is_a_conflict_that_tells_the_new_one(client: httpx.Client) -> None:
    table = begin(client)
    first, second = Table(client, table.state), Table(client, table.state)
    first.do(*DRAWN)
    answer = second.post("actions", actions=["open 2"])
    assert code_of(answer, 409) == "version_conflict"
    assert answer.json()["version"] == 1
    assert client.get(f"/api/games/{table.link}").json() == first.state


def test_an_entry_sent_again_after_a_lost_answer_is_not_done_twice(client: httpx.Client) -> None:
    table = begin(client, follow="days")
    sent = [table.post("actions", "first", actions=["run"]) for _ in range(3)]
    assert [answer.json()["version"] for answer in sent] == [1, 1, 1]
    again = begin(client, follow="days")
    assert again.post("actions", "first", actions=["run"]).json()["version"] == 1
    table.state = sent[-1].json()
    assert code_of(table.post("actions", "first", actions=["finish"]), 422) == "key_reused"


def test_two_clients_writing_to_one_game_neither_lose_nor_mix_a_day(client: httpx.Client) -> None:
    """Each tells what lies on a board of its own, ten times, by the money; whoever is late looks again and repeats."""
    state = begin(client).state
    link = state["links"]["players"]
    days = 10
    refused = []

    def play(player: int) -> None:
        version = state["version"]
        for day in range(1, days + 1):
            factory = Factory.new().with_money(day, player).to_json()
            while True:
                body = {"version": version, "player": player, "factory": factory}
                key = {"Idempotency-Key": f"{player}-{day}"}
                answer = client.post(f"/api/games/{link}/boards", json=body, headers=key)
                version = answer.json()["version"]
                if answer.status_code == 200:
                    assert answer.json()["position"]["factories"][player - 1]["wallet"] == day
                    break
                assert answer.status_code == 409
                refused.append(answer)

    threads = [threading.Thread(target=play, args=(player,)) for player in (1, 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    journal = client.get(f"/api/games/{link}/journal").json()["entries"]
    for player in (1, 2):
        told = [entry["factory"]["wallet"] for entry in journal if entry["player"] == player]
        assert told == list(range(1, days + 1))
        assert all(entry["factory"]["vault"] == entry["player"] for entry in journal)
    assert len(journal) == 2 * days


def test_an_illegal_action_tells_which_and_why_and_nothing_is_written(client: httpx.Client) -> None:
    table = begin(client)
    table.do(*DRAWN)
    answer = table.post("actions", actions=["run", "run", "buy shop/1", "buy shop/2"])
    assert code_of(answer, 422) == "illegal_action"
    assert "buy shop/1" in answer.json()["detail"]
    assert client.get(f"/api/games/{table.link}").json() == table.state


def test_undo_goes_back_to_the_start_and_no_further(client: httpx.Client) -> None:
    table = begin(client)
    start = table.state
    table.do(*DRAWN)
    table.do("run")
    table.write("boards", player=2, factory=Factory.new().with_money(1, 1).to_json())
    position = table.state["position"] | {"day": 7}
    assert table.write("position", position=position)["position"]["day"] == 7
    for _ in range(4):
        table.write("undo")
    kept = {"position", "offers", "headline", "known_boards", "shop", "scores"}
    assert {name: table.state[name] for name in kept} == {name: start[name] for name in kept}
    assert table.state["version"] == 8
    assert code_of(table.post("undo"), 409) == "nothing_to_undo"


def test_history_tells_what_was_done_and_what_was_taken_back(client: httpx.Client) -> None:
    table = begin(client)
    table.do(*DRAWN)
    table.do("run")
    table.write("undo")
    history = client.get(f"/api/games/{table.watching}/history").json()
    assert [(entry["version"], entry["entry"], entry["counts"]) for entry in history["entries"]] == [
        (3, "undo", False),
        (2, "do", False),
        (1, "do", True),
    ]
    assert history["entries"][1]["words"][0] == "Ann: the factory runs; in the trucks: Basic"
    assert not history["more"]
    page = client.get(f"/api/games/{table.watching}/history", params={"limit": 1, "before": 3}).json()
    assert ([entry["version"] for entry in page["entries"]], page["more"]) == ([2], True)


def test_how_a_game_stood_can_be_looked_at(client: httpx.Client) -> None:
    table = begin(client)
    start = table.state
    table.do(*DRAWN)
    assert client.get(f"/api/games/{table.link}", params={"version": 0}).json() == start
    assert code_of(client.get(f"/api/games/{table.link}", params={"version": 2}), 404) == "not_found"


# -- what lies on the table -------------------------------------------------------------------------------------------


def test_a_comparison_names_what_differs_and_writes_nothing(client: httpx.Client) -> None:
    table = begin(client)
    table.do(*DRAWN)
    morning = Factory.from_text(".(b)=4=1/B=1U(-p)2=1/.=4=1 8+0 print_2019 demo")
    table.write("boards", player=1, factory=morning.to_json())
    table.do("run")
    lies = Factory.from_text(".=4=1(b)/B=1U(-p)2=1/.=4=1 8+0 print_2019 demo").to_json()
    compared = client.post(f"/api/games/{table.link}/comparisons", json={"player": 1, "factory": lies}).json()
    assert (compared["equal"], compared["sure"]) == (False, True)
    assert [difference["words"] for difference in compared["differences"]] == [
        "the Plus in Upgrader (middle 2), hole ahead did not move, predicted: to Small Truck (middle), hole 1"
    ]
    assert compared["differences"][0]["difference"] == "unmoved_bot"
    assert client.get(f"/api/games/{table.link}").json() == table.state
    state = table.write("boards", player=1, factory=lies)
    assert state["differences"] == compared["differences"]
    assert state["position"]["factories"][0] == lies | {"columns": None}


def test_a_board_is_a_factory_or_a_reading(client: httpx.Client) -> None:
    table = begin(client)
    assert code_of(table.post("boards", player=1), 422) == "bad_request"
    both: Json = {"player": 1, "factory": Factory.new().to_json(), "reading": "nobody"}
    assert code_of(table.post("boards", **both), 422) == "bad_request"
    assert code_of(table.post("boards", player=1, reading="nobody"), 404) == "not_found"
    assert code_of(table.post("boards", player=4, factory=Factory.new().to_json()), 422) == "bad_game"


# -- links ------------------------------------------------------------------------------------------------------------

WRITES: dict[str, Json] = {
    "actions": {"actions": ["run"]},
    "boards": {"player": 1, "factory": Factory.new().to_json()},
    "undo": {},
}


def test_a_link_for_watching_shows_all_and_changes_nothing(client: httpx.Client) -> None:
    table = begin(client)
    table.do(*DRAWN)
    seen = client.get(f"/api/games/{table.watching}").json()
    assert (seen["role"], seen["links"], seen["offers"]) == (
        "watching",
        {"players": None, "watching": table.watching},
        [],
    )
    assert seen["position"] == table.state["position"]
    for what, asked in WRITES.items():
        answer = client.post(f"/api/games/{table.watching}/{what}", json={"version": 1} | asked)
        assert code_of(answer, 403) == "only_watching"
    assert code_of(client.delete(f"/api/games/{table.watching}"), 403) == "only_watching"
    assert code_of(client.get(f"/api/games/{table.watching}/qr", params={"of": "players"}), 403) == "only_watching"
    everything = (f"/api/games/{table.watching}{path}" for path in ("", "/history", "/record", "/journal", "/qr"))
    assert not any(table.link in client.get(path).text for path in everything)
    assert client.get(f"/api/games/{table.link}").json() == table.state


@pytest.mark.parametrize(
    "guess", ["1", "a" * 22, "%00", "..", "%2e%2e%2fmechanica.sqlite3", "' OR 1=1 --", "x" * 5_000, "ü", "%F0%9F%92%A5"]
)
def test_a_guessed_link_opens_nothing(client: httpx.Client, guess: str) -> None:
    for path in ("/api/games/{}", "/api/games/{}/journal", "/api/games/{}/qr", "/api/evenings/{}"):
        assert client.get(path.format(guess)).status_code == 404
    assert client.delete(f"/api/games/{guess}").status_code in (404, 405)
    answer = client.post(f"/api/games/{guess}/actions", json={"version": 0, "actions": ["run"]})
    assert answer.status_code in (404, 405)


def test_a_link_is_a_picture_to_scan(client: httpx.Client) -> None:
    table = begin(client, SCRIPT, title=SCRIPT)
    watching = client.get(f"/api/games/{table.link}/qr")
    playing = client.get(f"/api/games/{table.link}/qr", params={"of": "players"})
    assert watching.headers["content-type"] == "image/svg+xml"
    assert watching.content != playing.content
    assert b"script" not in playing.content


# -- hostile words ----------------------------------------------------------------------------------------------------


def test_script_in_names_comes_back_as_text_in_json_alone(client: httpx.Client) -> None:
    table = begin(client, SCRIPT, "Ben", title=SCRIPT)
    table.do(*DRAWN)
    table.do("run")
    assert table.state["position"]["players"][0] == SCRIPT
    for path in ("", "/history", "/journal", "/record"):
        answer = client.get(f"/api/games/{table.link}{path}")
        assert answer.headers["content-type"].split(";")[0] in ("application/json", "text/plain")
        assert answer.headers["x-content-type-options"] == "nosniff"
    assert "attachment" in client.get(f"/api/games/{table.link}/record").headers["content-disposition"]


@pytest.mark.parametrize(
    "asked",
    [
        {"players": []},
        {"players": ["Ann"] * 5},
        {"players": ["Ann", "Ann"]},
        {"players": [" "]},
        {"players": ["x" * 10_000]},
        {"players": ["Ann\x00"]},
        {"players": ["\u202eAnn"]},
        {"players": ["ARMAND-0"]},
        {"players": ["Ann"], "title": "x" * 81},
        {"players": ["Ann"], "title": "a\nb"},
        {"players": ["Ann"], "rules": "../../etc/passwd"},
        {"players": ["Ann"], "components": "nowhere"},
        {"players": ["Ann"], "copy": "nowhere"},
        {"players": ["Ann", "Ben"], "difficulty": "hard"},
        {"players": ["Ann"], "difficulty": "ridiculous"},
        {"players": ["Ann"], "follow": "nobody"},
        {"players": ["Ann"], "seed": 1},
    ],
)
def test_games_that_cannot_be_are_refused(client: httpx.Client, asked: Json) -> None:
    assert client.post("/api/games", json=asked).status_code == 422


def test_writes_that_cannot_be_are_refused(client: httpx.Client) -> None:
    table = begin(client)
    hopeless: tuple[Json, ...] = (
        {"actions": []},
        {"actions": ["run"] * 201},
        {"actions": ["x" * 3_000]},
        {"actions": ["dance"]},
        {"actions": ["run"], "version": -1},
        {"actions": ["run"], "version": 10**40},
        {"actions": ["run"], "version": True},
    )
    for asked in hopeless:
        assert table.post("actions", **asked).status_code in (409, 422)
    assert code_of(table.post("actions", "bad key", actions=["run"]), 422) == "invalid_request"
    assert client.get(f"/api/games/{table.link}").json() == table.state


@pytest.mark.parametrize("path", ["/api/games", "/api/games/import", "/api/evenings"])
@pytest.mark.parametrize("body", [b"", b"{", b"\xff", b"null", b"[]", b"7", rb'{"\ud800": 1}', b"[" * 9_999])
def test_a_body_that_is_none_is_refused(client: httpx.Client, path: str, body: bytes) -> None:
    assert client.post(path, content=body).status_code in (400, 422)


def test_what_is_wrong_within_a_document_is_told_with_its_place(client: httpx.Client) -> None:
    journal = client.get(f"/api/games/{begin(client).link}/journal").json()
    floor = [{"row": "top", "col": 1, "kind": "spork", "facing": "east"}]
    factory = Factory.new().to_json() | {"floor": floor}
    told = {"journal": journal | {"entries": [{"entry": "board", "player": 1, "factory": factory}]}}
    answer = client.post("/api/games/import", json=told)
    assert code_of(answer, 422) == "invalid_request"
    assert "floor/top/1/kind" in answer.json()["problems"][0]["place"]


# -- taking it elsewhere, and deleting --------------------------------------------------------------------------------


def test_a_game_is_exported_and_imported_whole(client: httpx.Client) -> None:
    table = begin(client, title="window")
    table.do(*DRAWN)
    table.write("boards", player=2, factory=Factory.new().with_money(2, 2).to_json())
    table.do("run")
    table.do("run")
    table.write("undo")
    journal = client.get(f"/api/games/{table.watching}/journal").json()
    again = client.post("/api/games/import", json={"journal": journal})
    assert again.status_code == 201
    assert again.json()["position"] == table.state["position"]
    assert (again.json()["title"], again.json()["version"]) == ("window", 3)
    assert again.json()["links"]["players"] != table.link


def test_a_record_goes_out_and_comes_in(client: httpx.Client) -> None:
    table = begin(client)
    table.do(*DRAWN)
    table.do("run", "run", "go on", "buy shop/2", "recycle", "put start/top/centre", "leave out")
    text = client.get(f"/api/games/{table.link}/record").text
    assert read_record(text).start.players == ("Ann", "Ben")
    again = client.post("/api/games/import", json={"record": text}).json()
    assert again["position"] == table.state["position"]
    assert again["version"] == 11


def test_a_game_goes_on_from_any_position(client: httpx.Client) -> None:
    table = begin(client)
    table.do(*DRAWN)
    table.do("run", "run")
    again = client.post("/api/games/import", json={"position": table.state["position"]}).json()
    assert again["position"] == table.state["position"]
    assert [offer["action"] for offer in again["offers"]] == [offer["action"] for offer in table.state["offers"]]


def test_what_is_no_game_is_not_imported(client: httpx.Client) -> None:
    position = begin(client).state["position"]
    assert code_of(client.post("/api/games/import", json={}), 422) == "bad_request"
    twice = {"position": position, "record": "record: mechanica-game/1"}
    assert code_of(client.post("/api/games/import", json=twice), 422) == "bad_request"
    assert code_of(client.post("/api/games/import", json={"record": "nonsense"}), 422) == "bad_record"
    wrong = {"position": position | {"turn": 2, "day": 1, "made": 3, "phase": "make", "waiting": []}}
    assert client.post("/api/games/import", json=wrong).status_code == 422


def test_a_game_that_its_changed_pieces_forbid_is_told_as_that_and_can_be_deleted(
    client: httpx.Client, data: Path
) -> None:
    """An entry that is illegal now stands for one that a component set allowed when it was written."""
    table = begin(client)
    evening = client.post("/api/evenings", json={"name": "Friday"}).json()["links"]["hosting"]
    client.post(f"/api/evenings/{evening}/games", json={"game": table.link})
    database = Database(data / DATABASE)
    found = Games(database).find(table.link)
    assert found is not None
    Games(database).append(found.id, 0, Do(actions=["buy shop/1"]).model_dump_json())
    database.close()
    for answer in (client.get(f"/api/games/{table.watching}"), table.post("undo", version=1)):
        assert code_of(answer, 409) == "cannot_replay"
        assert "buy shop/1" in answer.json()["detail"]
    assert client.get(f"/api/evenings/{evening}").json()["games"] == []
    assert client.delete(f"/api/games/{table.watching}").status_code == 403
    assert client.delete(f"/api/games/{table.link}").status_code == 204


def test_a_deleted_game_is_gone_from_the_file(client: httpx.Client, data: Path) -> None:
    table = begin(client, "Uniquely Named", "Ben")
    table.do(*DRAWN)
    table.write("boards", player=1, factory=Factory.new().with_money(987654, 0).to_json())
    files = [data / f"{DATABASE}{suffix}" for suffix in ("", "-wal")]
    marks = [b"Uniquely Named", b"987654", table.link.encode()]
    before = b"".join(file.read_bytes() for file in files)
    assert all(mark in before for mark in marks)
    assert client.delete(f"/api/games/{table.link}").status_code == 204
    after = b"".join(file.read_bytes() for file in files)
    assert not any(mark in after for mark in marks)
    for link in (table.link, table.watching):
        assert code_of(client.get(f"/api/games/{link}"), 404) == "not_found"
    assert code_of(table.post("actions", actions=["run"]), 404) == "not_found"


# -- photos -----------------------------------------------------------------------------------------------------------


def test_a_photo_tells_what_lies_on_a_board(client: httpx.Client, data: Path) -> None:
    """Read once, compared with what a game expects, taken for what lies there, and found to be so."""
    (data / "copies").mkdir()
    shutil.copy("samples/copy_a.zip", data / "copies" / "copy_a.zip")
    table = begin(client, copy="copy_a", follow="days")
    assert (table.state["copy"], table.state["position"]["components"]) == ("copy_a", "published")
    photo = Path("samples/photos/a_board_1016.jpg").read_bytes()
    read = client.post("/api/readings", files={"photo": photo}, data={"copy": "copy_a"})
    assert read.status_code == 201, read.text
    asked = {"player": 1, "reading": read.json()["id"]}
    path = f"/api/games/{table.link}/comparisons"
    compared = client.post(path, json=asked).json()
    words = [difference["words"] for difference in compared["differences"]]
    assert "top 1: → Gift Wrapper, predicted: nothing" in words
    table.write("boards", **asked, wallet=3)
    board = Factory.from_json(table.state["position"]["factories"][0])
    assert board.to_text() == "A(dp)=GR(p--)2=1/B(b)=T2R=3(pd)/O(d-)=1S(bb)Xf(--p)1=3(bbp) 3+0 print_2019 published"
    assert client.post(path, json=asked).json()["equal"]
