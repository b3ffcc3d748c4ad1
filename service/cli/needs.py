"""What is not part of the base install is imported when it is needed, and asked for politely."""

from __future__ import annotations

import importlib
from types import ModuleType

from mechanica_core.messages import Message, say
from service.cli.refusal import Refusal


def need_reader(why: Message) -> None:
    """Make sure that the photo reader is installed, as :func:`need` does."""
    need("vision", "vision", why)


def need(extra: str, module: str, why: Message) -> ModuleType:
    """Import a module of an optional extra. Raises :class:`Refusal` naming the extra if it is not installed."""
    try:
        return importlib.import_module(module)
    except ImportError:
        install = f"pip install '.[{extra}]'"
        raise Refusal(say("{why}: {install}", why=why, install=install)) from None
