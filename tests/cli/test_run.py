"""``mechanica run``."""

from __future__ import annotations

import codecs
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from mechanica_core import Decision, Factory, open_choices, run_workday, take_first
from mechanica_core.events import Activated, Charged, Earned, Lost, Stopped, event_json
from mechanica_core.narration import event_words
from mechanica_core.render.text import draw_factory
from tests.cli.conftest import ASSUMING, FIRST, QUIET, Make, Mechanica, answer, complaint
from tests.cli.test_start import MAIN

TAKEN = {
    "floor/middle/1<start/middle/centre": "left",
    "floor/middle/2<start/middle/centre": "dock/middle",
    "floor/bottom/3<floor/bottom/2/ahead": "left",
    "floor/middle/4:make": "deluxe",
}
EVENING = "A=U(-p)1G1=2(pp)/B=FsT1R(--d)=1(b)/.=1UF1=3(bd) 10+5 print_2019 demo"
PATIENCE = 60
"""Seconds that a program may be silent, on a machine however busy."""


def decisions(taken: dict[str, str]) -> str:
    return json.dumps([{"choice": choice, "take": take} for choice, take in taken.items()])


def test_it_tells_the_short_story(mechanica: Mechanica, make: Make) -> None:
    workday = run_workday(Factory.from_text(FIRST), TAKEN)
    matter = [event for event in workday.events if isinstance(event, Earned | Stopped | Activated)]
    result = mechanica("run", FIRST, "--decisions", make(decisions(TAKEN)))
    story, board = result.stdout.split("\n\n")
    assert story.splitlines() == [
        *(str(event_words(workday.factory.machinery, event)) for event in matter),
        "Gained: 1 into the wallet, 1 into the vault.",
    ]
    assert board == f"{Factory.from_text(EVENING)}\n{EVENING}\n"


def test_lost_and_charged_bots_are_in_the_short_story(mechanica: Mechanica) -> None:
    lively = ".(b)=S3=1/B=4=1/.=Uw(-b)3=1 0+0 print_2019 demo"
    workday = run_workday(Factory.from_text(lively), policy=take_first)
    told = mechanica("run", lively, "--policy", "first").stdout
    for kind in (Lost, Charged):
        (event,) = (event for event in workday.events if isinstance(event, kind))
        assert str(event_words(workday.factory.machinery, event)) in told


def test_the_short_story_leaves_out_who_moves_up_in_a_truck(mechanica: Mechanica) -> None:
    moving_up = ".=4=1/B(b)=4=2(p)/.=4=1 0+0 print_2019 demo"
    assert mechanica("run", moving_up).stdout.count(" The Plus ") == 0
    assert len(mechanica("run", moving_up).stdout.split("\n\n")[0].splitlines()) == 2
    assert "The Plus from Big Truck (middle)" in mechanica("run", "--verbose", moving_up).stdout


def test_verbose_tells_every_step(mechanica: Mechanica) -> None:
    workday = run_workday(Factory.from_text(QUIET))
    story, _ = mechanica("run", "-v", QUIET).stdout.split("\n\n")
    assert len(story.splitlines()) == len(workday.events) + 1


def test_it_tells_assumptions(mechanica: Mechanica) -> None:
    assert mechanica("run", ASSUMING).stdout.splitlines()[-2] == "assumed: 4 columns on the floor"


def test_json_tells_all(mechanica: Mechanica, make: Make) -> None:
    found = answer(mechanica("run", FIRST, "--json", "--decisions", make(decisions(TAKEN))))
    workday = run_workday(Factory.from_text(FIRST), TAKEN)
    assert list(found) == ["factory", "gained", "decisions", "events"]
    assert found["factory"] == Factory.from_text(EVENING).to_json()
    assert found["gained"] == {"wallet": 1, "vault": 1}
    assert {decision["choice"]: decision["take"] for decision in found["decisions"]} == TAKEN
    assert found["events"] == [event_json(event) for event in workday.events]


def test_json_tells_assumptions_only_where_there_are_any(mechanica: Mechanica) -> None:
    assert answer(mechanica("run", ASSUMING, "--json"))["assumed"][0] == {"what": "board.columns", "value": 4}
    assert "assumed" not in answer(mechanica("run", QUIET, "--json"))


@pytest.mark.rule("R-12.23")
def test_decisions_in_an_answer_are_decisions_again(mechanica: Mechanica, make: Make) -> None:
    first = answer(mechanica("run", FIRST, "--json", "--policy", "first"))
    again = answer(mechanica("run", FIRST, "--json", "--decisions", make(json.dumps(first["decisions"]))))
    assert again == first


def test_the_policy_takes_the_first_options(mechanica: Mechanica) -> None:
    workday = run_workday(Factory.from_text(FIRST), policy=take_first)
    assert workday.factory.to_text() in mechanica("run", FIRST, "--policy", "first").stdout


def test_the_policy_settles_what_decisions_leave_open(mechanica: Mechanica, make: Make) -> None:
    file = make(decisions({"floor/bottom/3<floor/bottom/2/ahead": "left"}))
    found = answer(mechanica("run", FIRST, "--json", "--policy", "first", "--decisions", file))
    taken = [Decision("floor/bottom/3<floor/bottom/2/ahead", "left")]
    workday = run_workday(Factory.from_text(FIRST), taken, policy=take_first)
    assert found["factory"] == workday.factory.to_json()


def test_without_a_terminal_open_choices_are_listed(mechanica: Mechanica) -> None:
    result = mechanica("run", FIRST)
    assert (result.exit_code, result.stdout) == (1, "")
    fork, other = open_choices(Factory.from_text(FIRST))
    assert result.stderr.splitlines() == [
        fork.id,
        fork.words(),
        f"  ahead  {fork.options[0].words()}",
        f"  left   {fork.options[1].words()}",
        other.id,
        other.words(),
        f"  ahead  {other.options[0].words()}",
        f"  left   {other.options[1].words()}",
        "mechanica: open choices: 2; settle them by --decisions, or all by --policy first",
    ]


def test_incomplete_decisions_leave_the_rest_open(mechanica: Mechanica, make: Make) -> None:
    rest = dict(list(TAKEN.items())[:3])
    (choice,) = open_choices(Factory.from_text(FIRST), rest)
    result = mechanica("run", FIRST, "--json", "--decisions", make(decisions(rest)))
    assert answer(result, exit_code=1) == {
        "open": [
            {
                "choice": "floor/middle/4:make",
                "rule": "R-6.5",
                "words": choice.words(),
                "options": [
                    {"take": take, "words": option.words()}
                    for take, option in zip(("basic", "plus", "deluxe"), choice.options, strict=True)
                ],
            }
        ]
    }
    assert result.stderr.startswith("mechanica: open choices: 1; ")


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"floor/middle/4:make": "gold"}, "floor/middle/4:make: cannot take 'gold'; "),
        ({"floor/top/1:make": "plus"}, "floor/top/1:make: "),
    ],
)
def test_impossible_decisions_are_refused(mechanica: Mechanica, make: Make, changed: dict[str, str], told: str) -> None:
    assert complaint(mechanica("run", FIRST, "--decisions", make(decisions(TAKEN | changed))), 1).startswith(told)


def test_deciding_twice_is_refused(mechanica: Mechanica, make: Make) -> None:
    twice = json.dumps(json.loads(decisions(TAKEN)) * 2)
    assert "decided twice" in complaint(mechanica("run", FIRST, "--decisions", make(twice)), 1)


class Terminal:
    """A program that runs at a terminal: its output is read as it comes."""

    def __init__(self, process: subprocess.Popen[bytes], screen: int) -> None:
        self._process = process
        self._screen = screen
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self.shown = ""

    def answer(self, text: str) -> None:
        """Wait until it asks, then type that."""
        self._read_until("repeats: ")
        os.write(self._screen, text.encode())

    def interrupt(self) -> None:
        """Wait until it asks, then press Ctrl-C, again if that came before it listened, until it says something."""
        self._read_until("repeats: ")
        for _ in range(PATIENCE):
            self._process.send_signal(signal.SIGINT)
            if select.select([self._screen], [], [], 1)[0]:
                return

    def end(self) -> int:
        """Read on to the end; the exit code."""
        self._read_until(None)
        return self._process.wait()

    def _read_until(self, text: str | None) -> None:
        seen = len(self.shown)
        while text is None or text not in self.shown[seen:]:
            ready, _, _ = select.select([self._screen], [], [], PATIENCE)
            if not ready:
                self._process.kill()
                pytest.fail(f"nothing more came after {self.shown!r}")
            try:
                read = os.read(self._screen, 10_000)
            except OSError:  # how Linux tells that the program is gone
                return
            if not read:
                return
            self.shown += self._decoder.decode(read).replace("\r\n", "\n")


@contextmanager
def at_terminal(*arguments: str, columns: int = 120) -> Iterator[Terminal]:
    """Run a command at a terminal of that width."""
    screen, side = pty.openpty()
    environment = os.environ | {"COLUMNS": str(columns), "TERM": "xterm-256color", "MECHANICA_LANG": "en"}
    command = [sys.executable, "-c", MAIN, *arguments]
    with subprocess.Popen(command, env=environment, stdin=side, stdout=side, stderr=side) as process:
        os.close(side)
        yield Terminal(process, screen)
    os.close(screen)


def test_at_a_terminal_it_asks_until_all_is_settled() -> None:
    with at_terminal("run", FIRST) as terminal:
        for typed in ("\n", "0\n", "nonsense\n", "ü\n", "?\n", "2\n", "2\n", "2\n", "3\n"):
            terminal.answer(typed)
        assert terminal.end() == 0
    fork, other = open_choices(Factory.from_text(FIRST))
    assert terminal.shown.count(f"{fork.words()}\n  1  {fork.options[0].words()}\n") == 2
    assert terminal.shown.count(other.words()) == 1
    assert terminal.shown.endswith(f"\n{EVENING}\n")


def test_bots_are_coloured_at_a_terminal() -> None:
    with at_terminal("show", QUIET) as terminal:
        assert terminal.end() == 0
    assert "centre \x1b[30;107mb\x1b[0m" in terminal.shown


def test_a_narrow_terminal_gets_a_folded_board() -> None:
    with at_terminal("show", FIRST, columns=80) as terminal:
        assert terminal.end() == 0
    board = re.sub("\x1b\\[[0-9;]*m", "", terminal.shown)
    assert board == f"{draw_factory(Factory.from_text(FIRST), width=80)}\n{FIRST}\n"


def test_sentences_wrap_by_words_at_a_narrow_terminal() -> None:
    workday = run_workday(Factory.from_text(QUIET))
    story = " ".join(str(event_words(workday.factory.machinery, event)) for event in workday.events)
    with at_terminal("run", "--verbose", QUIET, columns=40) as terminal:
        assert terminal.end() == 0
    assert " ".join(terminal.shown.split()).startswith(story)
    assert all(len(line) <= 40 for line in terminal.shown.partition("\n\n")[0].splitlines())


@pytest.mark.parametrize("language", ["de", "es"])
@pytest.mark.parametrize("command", [["show"], ["run", "--policy", "first", "--verbose"]])
def test_holes_are_named_in_the_language_of_the_reader(mechanica: Mechanica, command: list[str], language: str) -> None:
    busy = "O(-b)=GFXF=3(bpd)/A(p-)=FsS(-b)TF=2(d)/.(b)=U(-b)R(--b)Rn(--p)Xn(--b)=3(bpd) 8+15 print_2019 demo"
    told = mechanica(*command, busy, "--lang", language).stdout
    assert ("Eingang 2" if language == "de" else "entrada 2") in told
    assert not re.search(r"„in“|«in»|in ·|\b(in[12]|ahead|left|right|centre|side|floor|start|dock)\b", told)


@pytest.mark.parametrize("answers", [(), ("2\n",)])
def test_the_end_of_input_ends_it(answers: tuple[str, ...]) -> None:
    with at_terminal("run", FIRST) as terminal:
        for typed in (*answers, "\x04"):
            terminal.answer(typed)
        assert terminal.end() == 2
    assert terminal.shown.endswith("\nmechanica: stopped; a choice is open, so the workday has not run\n")


def test_ctrl_c_ends_it() -> None:
    with at_terminal("run", FIRST) as terminal:
        terminal.interrupt()
        assert terminal.end() == 2
    assert terminal.shown.endswith("\nmechanica: stopped; a choice is open, so the workday has not run\n")


@pytest.mark.parametrize("arguments", [["--policy", "first"], ["--json", "--policy", "first"]])
def test_a_policy_is_not_asked_for(arguments: list[str]) -> None:
    with at_terminal("run", FIRST, *arguments) as terminal:
        assert terminal.end() == 0
    assert "repeats" not in terminal.shown


@pytest.mark.parametrize("arguments", [["--json"], ["--decisions", os.devnull]])
def test_json_and_decisions_never_ask(arguments: list[str]) -> None:
    with at_terminal("run", FIRST, *arguments) as terminal:
        assert terminal.end() in (1, 2)
    assert "repeats" not in terminal.shown
