"""``mechanica edition``."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from mechanica_core.editions import RULE_SETS
from mechanica_core.editions.registry import built_in_text
from tests.cli.conftest import Mechanica, answer, complaint

MINE = ".=4=1/B(b)=4=1/.=4=1 8+0 print_2019 mine"


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """The folder of one's own component files."""
    folder = tmp_path / "home/components"
    folder.mkdir(parents=True)
    return folder


def keep(own: Path, name: str, changed: str = "", to: str = "") -> None:
    """Keep a copy of the demonstration set, perhaps changed."""
    (own / f"{name}.toml").write_text(built_in_text("demo").replace(changed, to), encoding="utf-8")


def test_all_editions_are_listed(mechanica: Mechanica, own: Path) -> None:
    keep(own, "mine")
    rows = [line.split("  ")[0] for line in mechanica("edition", "list").stdout.splitlines()[2:]]
    assert rows == [*RULE_SETS, "demo", "published", "mine"]
    listed = answer(mechanica("edition", "list", "--json"))
    assert list(listed) == ["rules", "components", "broken"]
    assert [rules["name"] for rules in listed["rules"]] == list(RULE_SETS)
    assert listed["components"][-1] == {
        "name": "mine",
        "title": {"en": "Demonstration set", "de": "Vorführsatz", "es": "Juego de demostración"},
    }
    assert listed["broken"] == []


def test_a_broken_set_of_ones_own_is_a_sentence_in_the_list(mechanica: Mechanica, own: Path) -> None:
    keep(own, "broken", "value = 4", "value = 0")
    keep(own, "Bad Name")
    (own / "not_toml.toml").write_bytes(b"\xff")
    result = mechanica("edition", "list")
    assert result.exit_code == 1
    assert [line.split(": ")[:2] for line in result.stderr.splitlines()] == [
        ["mechanica", "'Bad Name' is no name"],
        ["mechanica", "broken.toml"],
        ["mechanica", "not_toml.toml"],
    ]
    assert len(answer(mechanica("edition", "list", "--json"), 1)["broken"]) == 3


def test_what_cannot_be_read_is_told_in_the_language_of_the_reader(mechanica: Mechanica, own: Path) -> None:
    (own / "a_folder.toml").mkdir(parents=True)
    (own / "no_text.toml").write_bytes(b"\xff")
    (own / "no_toml.toml").write_text("format = 1\ntitle", encoding="utf-8")
    assert mechanica("edition", "list", "--lang", "de").stderr.splitlines() == [
        "mechanica: a_folder.toml: lässt sich nicht lesen: das ist ein Ordner",
        "mechanica: no_text.toml: lässt sich nicht lesen: das ist kein Text in UTF-8",
        "mechanica: no_toml.toml: Zeile 2, Spalte 6: das ist kein gültiges TOML",
    ]


def test_a_set_of_ones_own_is_known_by_its_name(mechanica: Mechanica, own: Path) -> None:
    keep(own, "mine", "Gift Wrapper", "Ribbon Machine")
    keep(own, "broken", "value = 4", "value = 0")
    assert mechanica("show", MINE.replace("=4=1 8", "=G3=1 8")).stdout.count("Ribbon Machine") == 1
    document = mechanica("show", "--json", MINE).stdout
    assert mechanica("check", "-", stdin=document).exit_code == 0
    assert mechanica("edition", "show", "mine").stdout.count("Ribbon Machine") == 2


def test_only_commands_that_need_it_mind_a_broken_set(mechanica: Mechanica, own: Path) -> None:
    keep(own, "mine", "value = 4", "value = 0")
    for arguments in (["show", MINE], ["outcomes", MINE], ["edition", "show", "mine"]):
        assert "mine.toml: broken entries: 1, the first: board.columns.value: " in complaint(mechanica(*arguments), 2)
    assert mechanica("show", MINE.replace("mine", "demo")).exit_code == 0
    assert complaint(mechanica("show", MINE.replace("mine", "yours")), 1) == (
        "notation: components: unknown component set 'yours'; there are demo, published (R-12.1)"
    )


def test_rule_sets_are_shown(mechanica: Mechanica) -> None:
    shown = mechanica("edition", "show", "print_2019").stdout
    assert "normal 0, hard 20, impossible 40, apocalyptic 60" in shown
    assert "double rotate, 2-3 players            yes" in shown
    rules = answer(mechanica("edition", "show", "web_es", "--json"))
    assert (rules["name"], rules["title"]["es"]) == ("web_es", "Reglas web (español)")
    assert (rules["flight_coin"], rules["big_trucks"], rules["solo_vault_bonus"]) == ("landing_on", 8, {})


def test_component_sets_are_shown_with_how_entries_are_known(mechanica: Mechanica) -> None:
    lines = mechanica("edition", "show", "published").stdout.splitlines()
    rows = [line.split() for line in lines]
    assert ["repurposer", "Repurposer", "3", "4", "Deluxe?"] in rows
    assert ["Duplicator,", "flipped?", "entrance", "entrance", "exit", "exit", "in;", "ahead,", "right"] in rows
    assert ["Flight", "Tester?", "entrance", "entrance", "flat", "entrance", "throws", "ahead"] in rows
    assert ["Advanced", "Fabricator", "centre,", "side?"] in rows
    assert ["Deluxe,", "Deluxe,", "Deluxe", "27?"] in rows
    assert lines[1:4] == ["columns: 4?", "shop spots: 7, 5, 3, 1?", "Huge Truck for a Big one: 3"]
    assert "?" not in "".join(mechanica("edition", "show", "demo").stdout.splitlines()[:-1])


def test_component_sets_in_json_are_as_in_their_files(mechanica: Mechanica, own: Path) -> None:
    keep(own, "mine", "value = 7", "value = 6")
    for name, text in (("demo", built_in_text("demo")), ("mine", (own / "mine.toml").read_text(encoding="utf-8"))):
        assert answer(mechanica("edition", "show", name, "--json")) == {"name": name} | tomllib.loads(text)


def test_an_unknown_set_is_told(mechanica: Mechanica) -> None:
    assert complaint(mechanica("edition", "show", "yours"), 2) == (
        "unknown component set 'yours'; there are demo, published"
    )


def test_component_files_are_checked(mechanica: Mechanica, own: Path) -> None:
    keep(own, "mine")
    file = str(own / "mine.toml")
    result = mechanica("edition", "check", file)
    assert (result.exit_code, result.stdout) == (0, f"{file}: a component set: Demonstration set\n")
    assert answer(mechanica("edition", "check", file, "--json")) == {"ok": True, "problems": []}


def test_every_problem_of_a_component_file_is_told(mechanica: Mechanica, own: Path) -> None:
    keep(own, "mine", "count = { value = 3", "count = { value = -3")
    file = str(own / "mine.toml")
    found = answer(mechanica("edition", "check", file, "--json"), exit_code=1)
    assert (found["ok"], len(found["problems"])) == (False, 9)
    assert found["problems"][0] == "pieces.upgrader.count.value: Input should be greater than or equal to 0"
    result = mechanica("edition", "check", file)
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [*found["problems"], f"{file}: no component set; problems: 9"]


@pytest.mark.parametrize("content", [b"format =", b"[" * 50_000, b"x = 1", b"format = 'mechanica-factory/1'"])
def test_what_is_no_component_file_is_told(mechanica: Mechanica, own: Path, content: bytes) -> None:
    (own / "mine.toml").write_bytes(content)
    assert mechanica("edition", "check", str(own / "mine.toml")).exit_code == 1


@pytest.mark.parametrize("content", [b"", b"\xff", b" " * 200_001])
def test_what_is_no_text_is_no_component_file(mechanica: Mechanica, own: Path, content: bytes) -> None:
    (own / "mine.toml").write_bytes(content)
    assert complaint(mechanica("edition", "check", str(own / "mine.toml")), 2)


@pytest.mark.parametrize(("start", "copied"), [([], "published"), (["--from", "demo"], "demo")])
def test_a_new_set_is_a_copy_at_once_known(mechanica: Mechanica, tmp_path: Path, start: list[str], copied: str) -> None:
    file = tmp_path / "home/components/mine.toml"
    result = mechanica("edition", "new", "mine", *start)
    assert result.exit_code == 0
    assert result.stdout.startswith(f"{file} is written. ")
    assert file.read_text(encoding="utf-8") == built_in_text(copied)
    assert mechanica("show", MINE).exit_code == 0


def test_a_new_set_never_overwrites_unless_forced(mechanica: Mechanica, own: Path) -> None:
    file = own / "mine.toml"
    file.write_text("precious", encoding="utf-8")
    sentence = complaint(mechanica("edition", "new", "mine"), 2)
    assert sentence == f"{file} is there already; --force overwrites it"
    assert file.read_text(encoding="utf-8") == "precious"
    assert answer(mechanica("edition", "new", "mine", "--force", "--json")) == {"name": "mine", "file": str(file)}
    assert file.read_text(encoding="utf-8") == built_in_text("published")


def test_a_new_set_may_be_written_elsewhere(mechanica: Mechanica, tmp_path: Path) -> None:
    file = tmp_path / "deep/down/copy.toml"
    assert mechanica("edition", "new", "mine", "-o", str(file)).exit_code == 0
    assert file.exists()
    assert not (tmp_path / "home").exists()


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("demo", "'demo' is built in"),
        ("Mine", "'Mine' is no name"),
        ("../mine", "'../mine' is no name"),
        ("", "is no name"),
    ],
)
def test_a_new_set_needs_a_name_of_its_own(mechanica: Mechanica, name: str, told: str) -> None:
    assert told in complaint(mechanica("edition", "new", name), 2)


def test_where_nothing_can_be_written_is_told(mechanica: Mechanica) -> None:
    assert "cannot be written" in complaint(mechanica("edition", "new", "mine", "-o", "/dev/null/mine.toml"), 2)


def test_the_folder_is_that_of_the_program_without_a_setting(
    mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("MECHANICA_HOME")
    monkeypatch.setattr("service.home.user_data_path", lambda name, appauthor: tmp_path / name)
    mechanica("edition", "new", "mine")
    assert (tmp_path / "mechanica/components/mine.toml").exists()
