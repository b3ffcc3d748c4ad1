"""Asks an owner what is printed on the pieces, and makes a component file of the answers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Final, TypeVar

from mechanica_core.editions import component_set
from mechanica_core.editions.registry import built_in_text
from mechanica_core.messages import Message, say
from mechanica_core.pieces import IMPROVEMENTS, MODELS, Model
from service.cli.output import Output
from service.cli.refusal import Refusal

T = TypeVar("T")

START: Final = "published"
"""The answers change this set; what is not answered stays as it is there."""
MOST_MODELS: Final = 4
_SEPARATORS: Final = re.compile(r"[\s,+]+")


def ask_numbers(output: Output, columns: int) -> str:
    """The text of a component file for a copy with so many columns, by the owner's answers.

    Raises :class:`Refusal` if the owner stops answering.
    """
    components = component_set(START)
    text = _measured(built_in_text(START), "board", "columns", columns)
    output.remark(say("What is printed on your improvements? Enter keeps what is in brackets."))
    output.remark(say("Bots are {models}, or their first letters.", models=" ".join(MODELS)))
    try:
        for kind in IMPROVEMENTS:
            name, table = components.piece_names[kind], f"pieces.{kind.value}"
            end_value = components.end_values[kind].value
            asked = say("{piece}: end value [{assumed}]:", piece=name, assumed=end_value)
            if (number := _answer(output, asked, _number)) is not None:
                text = _measured(text, table, "end_value", number)
            gives = " ".join(components.recycling[kind].value)
            asked = say("{piece}: bots for recycling it [{assumed}]:", piece=name, assumed=gives)
            if (models := _answer(output, asked, _models)) is not None:
                text = _measured(text, table, "recycling", models)
    except (EOFError, KeyboardInterrupt):
        output.remark("")
        raise Refusal(say("stopped, and nothing is kept")) from None
    return text


def _answer(output: Output, question: Message, understand: Callable[[str], T | None]) -> T | None:
    """What was answered, asked for until it makes sense; None for Enter."""
    while True:
        output.remark(question, end=" ")
        typed = input().strip()
        if not typed:
            return None
        answer = understand(typed)
        if answer is not None:
            return answer


def _number(typed: str) -> int | None:
    return int(typed) if re.fullmatch(r"[0-9]{1,3}", typed) else None


def _models(typed: str) -> list[Model] | None:
    """Models by the beginnings of their names: ``plus plus`` or ``p p``."""
    words = _SEPARATORS.split(typed.lower())
    fitting = [[model for model in MODELS if model.startswith(word)] for word in words]
    if len(words) > MOST_MODELS or any(len(models) != 1 for models in fitting):
        return None
    return [model for (model,) in fitting]


def _measured(text: str, table: str, key: str, value: int | list[Model]) -> str:
    """The component file with one entry as the owner told it."""
    entry = re.compile(rf"(^\[{re.escape(table)}\]\n(?:[^\[\n].*\n)*?{key} = )\{{.*?\}}", re.MULTILINE)
    return entry.sub(lambda found: f'{found[1]}{{ value = {json.dumps(value)}, source = "measured" }}', text)
