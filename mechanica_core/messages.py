"""Sentences for people, in English, German and Spanish, from one gettext catalogue."""

from __future__ import annotations

import functools
import gettext
from collections.abc import Iterable
from importlib.resources import files
from typing import Final, Literal, NamedTuple

Language = Literal["en", "de", "es"]
LANGUAGES: Final[tuple[Language, ...]] = ("en", "de", "es")


class Names(NamedTuple):
    """A name in each language that players choose from."""

    en: str
    de: str
    es: str

    def text(self, language: Language) -> str:
        """The name in that language."""
        return self[LANGUAGES.index(language)]


class Message(NamedTuple):
    """A sentence with gaps and what fills them; ``str`` gives it in English.

    A value that is itself a message, a list of them or a name is put into the same language.
    """

    template: str
    values: tuple[tuple[str, object], ...] = ()

    def __str__(self) -> str:
        return self.text("en")

    def text(self, language: Language) -> str:
        """The sentence in that language."""
        filled = {
            name: value.text(language) if isinstance(value, _TRANSLATED) else value for name, value in self.values
        }
        return translate(self.template, language).format(**filled)


class Listed(NamedTuple):
    """Messages or names one after the other, such as the problems of a file."""

    messages: tuple[Message | Names, ...]
    separator: str = "; "

    def __str__(self) -> str:
        return self.text("en")

    def text(self, language: Language) -> str:
        """All of them in that language."""
        return self.separator.join(message.text(language) for message in self.messages)


_TRANSLATED = (Message, Listed, Names)


def say(template: str, **values: object) -> Message:
    """A message; ``template`` is English and found in the catalogue by tools under this function's name."""
    return Message(template, tuple(values.items()))


def translate(text: str, language: Language) -> str:
    """A catalogue entry in that language, or the English text where the catalogue has none."""
    return text if language == "en" else _catalogue(language).gettext(text)


def entries(texts: Iterable[str], language: Language) -> dict[str, str]:
    """The catalogue's entries for sentences that stand elsewhere than in Python, by the English ones."""
    return {text: translate(text, language) for text in texts}


def counted(one: str, many: str, language: Language) -> tuple[str, str]:
    """The catalogue's entry for what is counted: about one thing, and about none or several."""
    if language == "en":
        return one, many
    catalogue = _catalogue(language)
    return catalogue.ngettext(one, many, 1), catalogue.ngettext(one, many, 2)


@functools.cache
def _catalogue(language: Language) -> gettext.NullTranslations:
    if language not in LANGUAGES:
        raise ValueError(f"{language!r} is no language of this program; there are {', '.join(LANGUAGES)}")
    with (files("mechanica_core") / "locale" / language / "LC_MESSAGES" / "mechanica.mo").open("rb") as file:
        return gettext.GNUTranslations(file)
