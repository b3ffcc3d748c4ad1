"""Arguments and options that several commands share."""

from __future__ import annotations

import itertools
import os
import re
from typing import Annotated, Final, TypeAlias

import typer

from mechanica_core.messages import LANGUAGES, Language

LANGUAGE_VARIABLES: Final = ("MECHANICA_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
_CHOSEN: Final = "mechanica.language"


def default_language() -> Language:
    """The language of the first variable that is set; English if this program does not speak it."""
    setting = next(filter(None, map(os.environ.get, LANGUAGE_VARIABLES)), "")
    return next((language for language in LANGUAGES if language == _code(setting)), "en")


def _code(setting: str) -> str:
    """The language of a setting such as ``de_AT.UTF-8``."""
    return re.split(r"[_.@-]", setting)[0].lower()


def unknown_language() -> str | None:
    """What ``MECHANICA_LANG`` says if that is no language of this program: it is for this program alone."""
    setting = os.environ.get(LANGUAGE_VARIABLES[0], "")
    return setting if setting and _code(setting) not in LANGUAGES else None


def chosen_language(context: typer.Context) -> Language:
    """The language of the command that runs in this context or below it."""
    language: Language = context.meta.get(_CHOSEN) or default_language()
    return language


def foresee_language(context: typer.Context, arguments: list[str]) -> None:
    """Complain of arguments in the language that they ask for, even where they cannot be read."""
    for option, value in itertools.pairwise(part for argument in arguments for part in argument.split("=", 1)):
        if option == "--lang" and value in LANGUAGES:
            context.meta[_CHOSEN] = value


def _choose(context: typer.Context, language: Language) -> Language:
    context.meta[_CHOSEN] = language
    return language


FactoryFile: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="FILE",
        show_default=False,
        help="A factory: a file with its document (JSON), its line of notation or a photo of it, - for standard "
        "input, or the line itself in quotes.",
    ),
]
DecisionsFile: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--decisions",
        metavar="FILE",
        help='Decisions as JSON: \\[{"choice": "floor/top/2<start/middle/centre", "take": "ahead"}, ...].',
    ),
]
CopyName: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--copy",
        metavar="NAME|FILE",
        help="The copy of the game in the photo; without it, whichever of your own fits best.",
    ),
]
Photos: TypeAlias = Annotated[
    list[str],
    typer.Argument(
        metavar="PHOTO", show_default=False, help="JPEG, PNG, WebP or HEIC files, - for one from standard input."
    ),
]
AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Answer in JSON, for programs.")]
Lang: TypeAlias = Annotated[
    Language,
    typer.Option(
        "--lang",
        default_factory=default_language,
        callback=_choose,
        is_eager=True,
        show_default="MECHANICA_LANG, else the language of the terminal",
        help="The language to answer in.",
    ),
]
