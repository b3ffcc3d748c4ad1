"""Known rule sets and component sets, by name."""

from __future__ import annotations

import functools
import re
from importlib.resources import files
from pathlib import Path
from typing import Final

from mechanica_core.editions.model import ComponentSet, RuleSet
from mechanica_core.errors import EditionError, why_not
from mechanica_core.files import open_file
from mechanica_core.messages import say

BUILT_IN: Final = ("demo", "published")
RULE_SETS: Final = ("print_2019", "web_de", "web_es")
_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")
_registered: dict[str, ComponentSet] = {}


def built_in_text(name: str) -> str:
    """The text of a built-in component file, a good start for a file of one's own."""
    if name not in BUILT_IN:
        raise EditionError(
            say(
                "{name} is no built-in component set; there are {known}",
                name=repr(name),
                known=", ".join(BUILT_IN),
            )
        )
    return _data(name)


def _data(name: str) -> str:
    return (files("mechanica_core.editions") / "data" / f"{name}.toml").read_text(encoding="utf-8")


@functools.cache
def _built_in(name: str) -> ComponentSet:
    from mechanica_core.editions.files import read_component_set  # noqa: PLC0415 (pydantic on first use)

    return read_component_set(_data(name), name, f"{name}.toml")


@functools.cache
def _rule_sets() -> dict[str, RuleSet]:
    from mechanica_core.editions.files import read_rule_sets  # noqa: PLC0415 (pydantic on first use)

    return read_rule_sets(_data("rule_sets"))


def rule_set(name: str) -> RuleSet:
    """The rule set of that name (section 11). Raises :class:`EditionError` if there is none."""
    if name not in RULE_SETS:
        raise EditionError(
            say("unknown rule set {name}; there are {known}", name=repr(name), known=", ".join(RULE_SETS))
        )
    return _rule_sets()[name]


def component_set(name: str) -> ComponentSet:
    """The component set of that name. Raises :class:`EditionError` if there is none."""
    if name in BUILT_IN:
        return _built_in(name)
    if name in _registered:
        return _registered[name]
    raise EditionError(
        say(
            "unknown component set {name}; there are {known}",
            name=repr(name),
            known=", ".join(component_set_names()),
        )
    )


def component_set_names() -> tuple[str, ...]:
    """Names of all known component sets, the built-in ones first."""
    return (*BUILT_IN, *sorted(_registered))


def register_components(name: str, file: Path | str) -> ComponentSet:
    """Make a component file of one's own known under ``name`` for this process.

    A name is up to 40 lower-case letters, digits and underscores. Registering a name again replaces the set
    for factories made from then on. Raises :class:`EditionError` if the name is a built-in one or the file
    is broken.
    """
    path = Path(file)
    try:
        with open_file(path) as opened:
            text = opened.read().decode()
    except (OSError, ValueError) as error:
        raise EditionError(say("{file}: cannot be read: {why}", file=path.name, why=why_not(error))) from None
    return register_component_text(name, text, path.name)


def register_component_text(name: str, text: str, source: str) -> ComponentSet:
    """Make the text of a component file known under ``name``, as :func:`register_components` does.

    ``source`` is what errors call the text. Raises :class:`EditionError`.
    """
    from mechanica_core.editions.files import read_component_set  # noqa: PLC0415 (pydantic on first use)

    check_name(name)
    components = read_component_set(text, name, source)
    register_component_set(components)
    return components


def register_component_set(components: ComponentSet) -> None:
    """Make a component set known by its own name in this process, which may have got it from another one."""
    if components.name not in BUILT_IN:
        _registered[components.name] = components


def check_name(name: str) -> None:
    """Raise :class:`EditionError` unless ``name`` may be given to a component set of one's own."""
    if name in BUILT_IN:
        raise EditionError(say("{name} is built in; choose another name", name=repr(name)))
    if not _NAME.fullmatch(name):
        raise EditionError(say("{name} is no name: use up to 40 of a-z, 0-9 and _, a letter first", name=repr(name)))
