"""Every sentence for players is there in all languages, and every error keeps its sentence wherever it goes."""

from __future__ import annotations

import ast
import copy
import pickle
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from string import Formatter
from typing import Final, NamedTuple

import polib
import pytest

from mechanica_core import (
    DecisionError,
    DocumentError,
    EditionError,
    Factory,
    ImpossibleDecision,
    InstallError,
    LayoutError,
    MechanicaError,
    MissingDecision,
    NotationError,
    component_set,
    open_choices,
    rule_set,
    run_workday,
)
from mechanica_core.errors import GameError, IllegalAction, RecordError
from mechanica_core.game import Game, apply
from mechanica_core.game.actions import Rotate
from mechanica_core.game.record import read_record
from mechanica_core.messages import LANGUAGES, Language, Message, say, translate
from service.page.words import counted_sentences, sentences

ROOT: Final = Path(__file__).parents[2]
CATALOGUES: Final = ROOT / "mechanica_core/locale"
OTHER_LANGUAGES: Final = ("de", "es")
SPOKEN_IN: Final = ("mechanica_core", "service", "vision")

in_the_sources = pytest.mark.skipif(ROOT.name == "mutants", reason="looks at the sources as they were written")


class Said(NamedTuple):
    """A call of ``say`` or ``translate``."""

    where: str
    function: str
    template: str | None
    values: frozenset[str]


def said() -> Iterator[Said]:
    """Every call in our packages, but for those that define the two functions."""
    for file in sorted(file for folder in SPOKEN_IN for file in (ROOT / folder).rglob("*.py")):
        place = file.relative_to(ROOT)
        if place.parts[1] in ("build", "messages.py"):
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("say", "translate"):
                first = node.args[0] if node.args else None
                literal = first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else None
                values = frozenset(str(keyword.arg) for keyword in node.keywords)
                yield Said(f"{place}:{node.lineno}", node.func.id, literal, values)


def gaps(template: str) -> frozenset[str]:
    """The names of what is filled in."""
    return frozenset(name for _, name, _, _ in Formatter().parse(template) if name is not None)


def templates() -> set[str]:
    """Every sentence there is, in English: those said in Python, and those of the page."""
    counted = {text for pair in counted_sentences() for text in pair}
    return {call.template for call in said() if call.template is not None} | {*sentences()} | counted


def translations(language: str, file: str = "mechanica.po") -> dict[str, str]:
    """Sentences by their English ones, as they were written or, in the .mo file, as they were compiled."""
    read = polib.pofile if file.endswith(".po") else polib.mofile
    found = {}
    for entry in read(str(CATALOGUES / language / "LC_MESSAGES" / file)):
        found[entry.msgid] = entry.msgstr_plural[0] if entry.msgid_plural else entry.msgstr
        if entry.msgid_plural:
            found[entry.msgid_plural] = entry.msgstr_plural[1]
    return found


@in_the_sources
def test_every_sentence_is_written_out_where_it_is_said() -> None:
    assert [call.where for call in said() if call.template is None] == []
    assert len(templates()) > 80


@in_the_sources
def test_every_sentence_is_given_what_it_fills_in() -> None:
    wrong = [
        f"{call.where}: {call.template!r} is given {sorted(call.values)}"
        for call in said()
        if call.function == "say" and call.template is not None and gaps(call.template) != call.values
    ]
    assert wrong == []


@in_the_sources
def test_messages_are_made_by_say_alone() -> None:
    made = [
        f"{file.relative_to(ROOT)}:{node.lineno}"
        for folder in SPOKEN_IN
        for file in (ROOT / folder).rglob("*.py")
        if file.name != "messages.py"
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Message"
    ]
    assert made == []


@in_the_sources
@pytest.mark.parametrize("language", OTHER_LANGUAGES)
def test_every_sentence_is_translated(language: str) -> None:
    translated = translations(language)
    assert sorted(template for template in templates() if not translated.get(template)) == []


@in_the_sources
@pytest.mark.parametrize("language", OTHER_LANGUAGES)
def test_nothing_is_translated_that_is_never_said(language: str) -> None:
    assert sorted(translations(language).keys() - templates()) == []


@in_the_sources
@pytest.mark.parametrize("language", OTHER_LANGUAGES)
def test_translations_fill_in_the_same(language: str) -> None:
    wrong = [
        f"{template!r} but {sentence!r}"
        for template, sentence in translations(language).items()
        if sentence and gaps(template) != gaps(sentence)
    ]
    assert wrong == []


@in_the_sources
def test_spanish_has_one_word_for_a_thing() -> None:
    """As its rulebook: robots, holes ``agujeros``, and ``huecos`` where pieces lie."""
    spoken = [
        (entry.msgid.lower(), re.sub(r"{\w+}", "", text.lower()))
        for entry in polib.pofile(str(CATALOGUES / "es/LC_MESSAGES/mechanica.po"))
        for text in (entry.msgstr, *entry.msgstr_plural.values())
    ]
    assert [text for _, text in spoken if re.search(r"\bbots?\b", text)] == []
    assert [text for english, text in spoken if "hueco" in text and "slot" not in english] == []
    assert [text for english, text in spoken if re.search(r"agujero|orificio", text) and "hole" not in english] == []


@pytest.mark.parametrize("language", OTHER_LANGUAGES)
def test_compiled_catalogues_are_the_written_ones(language: str) -> None:
    assert translations(language, "mechanica.mo") == translations(language), "run make messages"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_compiled_sentence_can_be_filled_in(language: Language) -> None:
    for template in sorted(templates()):
        values = {gap: f"<{gap}>" for gap in gaps(template)}
        sentence = Message(template, tuple(values.items())).text(language)
        assert all(value in sentence for value in values.values()), template


def test_a_message_puts_all_its_parts_into_one_language() -> None:
    names = component_set("demo").piece_names
    message = say("{piece} ({where})", piece=names["fork"], where=say("top"))  # type: ignore[index]
    assert str(message) == "Fork (top)"
    assert message.text("de").startswith("Gabelung (")
    assert message.text("es").startswith("Encrucijada (")


def test_what_is_filled_in_is_not_filled_in_again() -> None:
    assert str(say("{what} here", what="{where}")) == "{where} here"


def test_what_is_no_language_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^'fr' is no language of this program; there are en, de, es$"):
        translate("top", "fr")  # type: ignore[arg-type]


# -- errors --------------------------------------------------------------------------------------------------

FORK: Final = Factory.from_text(".=4=1/B(b)=F3=1/.=4=1")
DOCUMENT: Final = {"format": "mechanica-factory/1", "rules": "print_2019", "components": "demo", "floor": []}
ERRORS: Final[dict[type[MechanicaError], Callable[[], object]]] = {
    EditionError: lambda: rule_set("chess"),
    LayoutError: lambda: Factory.from_text("A=Gn3=1/B=1UUw1=1/.=4=1"),
    InstallError: lambda: FORK.install("floor/middle/2", "gift_wrapper", "north"),
    NotationError: lambda: Factory.from_text(".=4=1/Z"),
    DocumentError: lambda: Factory.from_json(DOCUMENT | {"wallet": -1, "colour": "red"}),
    MissingDecision: lambda: run_workday(FORK),
    ImpossibleDecision: lambda: open_choices(FORK, {"floor/middle/1<start/middle/centre": "back"}),
    GameError: lambda: Game.new(["Ann", "Ann"], seed=1),
    IllegalAction: lambda: apply(Game.new(2, seed=1), Rotate()),
    RecordError: lambda: read_record("record: mechanica-game/1\nchess: 1\n"),
}


@pytest.mark.parametrize("kind", ERRORS)
def test_every_error_is_of_one_family_and_survives_a_pickle(kind: type[MechanicaError]) -> None:
    with pytest.raises(MechanicaError) as raised:
        ERRORS[kind]()
    error = raised.value
    assert type(error) is kind
    assert str(error) == error.text("en") == str(error.message)
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert type(again) is kind
        assert (str(again), again.message) == (str(error), error.message)
        assert vars(again) == vars(error)


@pytest.mark.parametrize("kind", ERRORS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_error_has_a_sentence_in_every_language(kind: type[MechanicaError], language: Language) -> None:
    with pytest.raises(MechanicaError) as raised:
        ERRORS[kind]()
    sentence = raised.value.text(language)
    assert sentence
    assert not gaps(sentence)
    assert (sentence == str(raised.value)) is (language == "en")


def test_decision_errors_can_be_caught_together() -> None:
    assert issubclass(MissingDecision, DecisionError)
    assert issubclass(ImpossibleDecision, DecisionError)
