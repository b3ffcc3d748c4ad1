"""Searches through workdays, in processes of their own: a factory can be built so that one takes for ever.

A thread cannot be stopped, a process can; it also has a limit for its memory, and leaves this one free for others.
"""

from __future__ import annotations

import itertools
import multiprocessing
import queue
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any, Final, TypeVar

from mechanica_core.best import Change, Objective, Plan, best_day, best_demolitions, best_pieces
from mechanica_core.choices import Decision
from mechanica_core.editions import ComponentSet
from mechanica_core.editions.registry import register_component_set
from mechanica_core.errors import MechanicaError
from mechanica_core.factory import Factory
from mechanica_core.messages import say
from mechanica_core.outcomes import count_outcomes, divide, outcomes
from mechanica_core.pieces import Kind

T = TypeVar("T")

MEMORY_BYTES: Final = 2_000_000_000
"""More than this a search may not take."""


class TooHard(MechanicaError):
    """A search that would take too long, or too much memory."""


@dataclass(frozen=True)
class AllOutcomes:
    """How many outcomes there are, the first of them, and their number under each option of the first open way."""

    count: int
    first: tuple[Factory, ...]
    divided: Mapping[str, int]


def all_outcomes(factory: Factory, decisions: Sequence[Decision], most: int) -> AllOutcomes:
    """Everything that can come of a workday; no more than ``most`` outcomes are listed."""
    listed = tuple(itertools.islice(outcomes(factory, decisions), most))
    return AllOutcomes(count_outcomes(factory, decisions), listed, divide(factory, decisions))


def best_plan(factory: Factory, objective: Objective, days: int, decisions: Sequence[Decision]) -> Plan:
    """The best workday, with its reasons worked out."""
    plan = best_day(factory, objective, days, decisions)
    assert plan.reasons is not None  # now, in this process
    return plan


def best_changes(factory: Factory, prices: Mapping[Kind, int], days: int, most: int) -> tuple[Change, ...]:
    """The best ways to install one of these pieces, or without any to demolish one."""
    return (best_pieces(factory, prices, days) if prices else best_demolitions(factory, days))[:most]


class Searches:
    """Processes that search, each started when it is first needed. Safe to share between threads."""

    def __init__(self, processes: int, seconds: float) -> None:
        self._seconds = seconds
        self._free: queue.LifoQueue[_Searcher | None] = queue.LifoQueue()
        for _ in range(processes):
            self._free.put(None)

    def run(self, search: Callable[..., T], factory: Factory, *more: object) -> T:
        """What one of this module's searches of a factory returns or raises; it waits until a process is free.

        Raises :class:`TooHard` for one that has to be ended.
        """
        searcher = self._free.get()
        try:
            searcher = searcher or _Searcher()
            answer = searcher.ask(factory.machinery.components, (search, factory, *more), self._seconds)
        except TooHard:
            searcher = None
            raise
        finally:
            self._free.put(searcher)
        if isinstance(answer, Exception):
            raise answer
        found: T = answer
        return found

    def close(self) -> None:
        """End all processes that are free."""
        while not self._free.empty():
            if searcher := self._free.get():
                searcher.end()


class _Searcher:
    """One process, and the way to talk with it."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")  # a fork of a process with threads may hang
        self._here, there = context.Pipe()
        self._process = context.Process(target=_answer_questions, args=(there,), daemon=True)
        self._process.start()
        there.close()

    def ask(self, components: ComponentSet, question: tuple[object, ...], seconds: float) -> Any:
        """The answer, which may be an exception. Raises :class:`TooHard` and ends if there is none in time."""
        try:
            self._here.send(components)  # first, for the factory is unpacked by the name of its set
            self._here.send(question)
            if self._here.poll(seconds):
                return self._here.recv()
        except (EOFError, OSError):  # the process is gone: it took more memory than it may
            pass
        self.end()
        raise TooHard(say("this takes too long to work out"))

    def end(self) -> None:
        """End the process, whatever it does."""
        self._here.close()
        self._process.kill()
        self._process.join()


def _answer_questions(there: Connection) -> None:
    """What a process does until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started it ends it
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 (not on every system)

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    while True:
        try:
            register_component_set(there.recv())
            search, factory, *more = there.recv()
        except EOFError:
            return
        try:
            there.send(search(factory, *more))
        except MemoryError:
            return
        except Exception as error:
            there.send(error)
