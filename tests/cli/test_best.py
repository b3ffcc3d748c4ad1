"""``mechanica best``: the best workday and why."""

from __future__ import annotations

import pytest

from mechanica_core import Factory, run_workday
from mechanica_core.best import Aim, Objective, best_day
from tests.cli.conftest import ASSUMING, FIRST, QUIET, Mechanica, answer, complaint


def test_people_are_told_what_to_decide_and_why(mechanica: Mechanica) -> None:
    lines = mechanica("best", FIRST).stdout.splitlines()
    assert lines[0] == "Gained: 1 into the wallet, 1 into the vault."
    assert lines[1].startswith(
        "- Fork (middle 1) right for the bot from Basic Fabricator (middle), hole centre: +1 wallet"
    )
    assert lines[-1] == "Money earned, with what the bots in the trucks sell for: 24"
    assert lines[-2] == best_day(Factory.from_text(FIRST), "money").factory.to_text()


def test_programs_get_decisions_that_run(mechanica: Mechanica) -> None:
    found = answer(mechanica("best", "--json", FIRST))
    assert list(found) == ["objective", "worth", "exact", "reasons", "days"]
    assert (found["objective"], found["worth"]["money"], found["exact"]) == ("money", 24, True)
    (day,) = found["days"]
    workday = run_workday(Factory.from_text(FIRST), day["decisions"])
    assert workday.factory.to_json() == day["factory"]
    assert [reason["choice"] for reason in found["reasons"]] == [decision["choice"] for decision in day["decisions"]]


def test_several_days_are_told_one_by_one(mechanica: Mechanica) -> None:
    assert len(answer(mechanica("best", "--json", "--days", "3", FIRST))["days"]) == 3
    told = mechanica("best", "--days", "2", FIRST).stdout
    assert "Day 1:\n" in told
    assert "Day 2:\n" in told


def test_what_is_not_exact_is_told_with_its_bound(mechanica: Mechanica, monkeypatch: pytest.MonkeyPatch) -> None:
    busy = "O(db)=FRn(p-b)Sn(pp)Fs=1(d)/A(b-)=FFFsR(b-p)=3(bpd)/.(p)=FnFwTwF=3(bbp) 4+10 print_2019 demo"
    monkeypatch.setattr("service.cli.best.MOST_MORNINGS", 4)
    found = answer(mechanica("best", "--json", "--days", "3", busy))
    assert not found["exact"]
    assert found["bound"]["money"] > found["worth"]["money"]
    assert "Perhaps not the best; at most possible: " in mechanica("best", "--days", "3", busy).stdout


def test_blueprints_have_the_numbers_of_records(mechanica: Mechanica) -> None:
    found = answer(mechanica("best", "--json", FIRST, "--objective", "blueprint", "--blueprints", "3,8"))
    assert found["worth"] == best_day(Factory.from_text(FIRST), Objective(Aim.BLUEPRINT, (2, 7))).worth._asdict()
    assert (
        mechanica("best", FIRST, "--objective", "blueprint", "--blueprints", "3")
        .stdout.splitlines()[-1]
        .startswith("Blueprints pay ")
    )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--objective", "blueprint"], "the objective blueprint needs cards: add --blueprints 3,7"),
        (["--blueprints", "3"], "--blueprints is for the objective blueprint; for money leave it out"),
        (["--objective", "blueprint", "--blueprints", "16"], "there is no blueprint 16; there are 1 to 15"),
        (["--objective", "blueprint", "--blueprints", "x"], "--blueprints 'x': write numbers, such as 3,7"),
    ],
)
def test_objectives_that_cannot_be_are_refused(mechanica: Mechanica, arguments: list[str], sentence: str) -> None:
    assert complaint(mechanica("best", FIRST, *arguments), 2) == sentence


@pytest.mark.parametrize("arguments", [["--days", "0"], ["--days", "5"], ["--objective", "wealth"]])
def test_wrong_usage_is_refused(mechanica: Mechanica, arguments: list[str]) -> None:
    assert "mechanica best --help" in complaint(mechanica("best", FIRST, *arguments), 2)


def test_assumptions_are_told_only_where_there_are_any(mechanica: Mechanica) -> None:
    assert answer(mechanica("best", "--json", ASSUMING))["assumed"][0] == {"what": "board.columns", "value": 4}
    assert "assumed" not in answer(mechanica("best", "--json", QUIET))


@pytest.mark.parametrize(("lang", "last"), [("de", "Verdientes Geld"), ("es", "Dinero ganado")])
def test_it_speaks_the_languages(mechanica: Mechanica, lang: str, last: str) -> None:
    assert mechanica("best", FIRST, "--lang", lang).stdout.splitlines()[-1].startswith(last)
