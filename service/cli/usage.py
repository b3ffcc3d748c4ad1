"""What is wrong with a command's arguments, in the user's language: Typer itself speaks English alone."""

from __future__ import annotations

import re
from typing import Final

from mechanica_core.messages import Message, say

_GAP: Final = "\0"
_KNOWN: Final = (
    say("Invalid value for {parameter}: {why}", parameter=_GAP, why=_GAP),
    say("Input should be a valid integer"),
    say("Input should be a valid integer, unable to parse string as an integer"),
    say("Input should be greater than or equal to {least}", least=_GAP),
    say("Input should be less than or equal to {most}", most=_GAP),
    say("Value error, {value} is not one of {known}", value=_GAP, known=_GAP),
    say("Missing argument {argument}", argument=_GAP),
    say("Missing option {option}", option=_GAP),
    say("Missing command"),
    say("No such command {command}. Did you mean {other}?", command=_GAP, other=_GAP),
    say("No such command {command}", command=_GAP),
    say("No such option: {option} (Possible options: {options})", option=_GAP, options=_GAP),
    say("No such option: {option}", option=_GAP),
    say("Option {option} requires an argument", option=_GAP),
    say("Option {option} does not take a value", option=_GAP),
    say("Got unexpected extra argument(s) ({arguments})", arguments=_GAP),
)
"""Sentences of Typer's and of those who check values for it; of two that fit, the longer comes first."""


def usage_words(sentence: str) -> Message:
    """A sentence of Typer's, to be put into any language as far as it is a known one."""
    for known in _KNOWN:
        match = re.fullmatch(re.escape(str(known)).replace(_GAP, "(.+)"), sentence, re.DOTALL)
        if match:
            names = [name for name, _ in known.values]
            return known._replace(values=tuple(zip(names, map(usage_words, match.groups()), strict=True)))
    return say("{why}", why=sentence)
