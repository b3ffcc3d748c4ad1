"""Keys sort as lines do, and lines are what ``json.dumps`` writes."""

from __future__ import annotations

import json
import random

import pytest

from mechanica_core import Factory
from service.cli.canonical import Canonical
from tests.cli.conftest import FIRST
from tests.reference.random_factories import random_factory

MONEY = (0, 1, 5, 9, 10, 50, 55, 99, 100)


def variants(factory: Factory, rng: random.Random) -> set[Factory]:
    """Factories with the same pieces, but other bots and money."""
    models = (None, "basic", "plus", "deluxe")
    return {
        factory.with_bots({hole: rng.choice(models) for hole in factory.machinery.holes}).with_money(
            rng.choice(MONEY), rng.choice(MONEY)
        )
        for _ in range(50)
    }


@pytest.mark.rule("R-12.22")
@pytest.mark.parametrize("seed", range(20))
def test_keys_sort_as_lines_and_give_them(seed: int) -> None:
    rng = random.Random(seed)
    factory = Factory.from_json(random_factory(rng, columns=rng.choice((None, 1, 3, 12))))
    factories = variants(factory, rng)
    canonical = Canonical(factory)
    written = [canonical.line(key) for key in sorted(map(canonical.key, factories))]
    assert written == sorted(json.dumps(one.to_json(), sort_keys=True) for one in factories)


def test_money_sorts_as_text() -> None:
    factory = Factory.from_text(FIRST)
    factories = [factory.with_money(wallet, vault) for wallet in MONEY for vault in MONEY]
    canonical = Canonical(factory)
    by_key = sorted(factories, key=canonical.key)
    assert by_key == sorted(factories, key=lambda one: json.dumps(one.to_json(), sort_keys=True))
