"""The commands are run here as in ``tests/cli``; the service runs without a network, on one copy that was taught."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import httpx
import pytest

from service.api.app import create_app
from service.api.settings import Settings
from tests.cli.conftest import mechanica, surroundings
from tests.service.asgi import serving

__all__ = ["mechanica", "surroundings"]

SAMPLES: Final = Path(__file__).parents[2] / "samples"


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the copy of the sample photos."""
    data = tmp_path_factory.mktemp("data")
    (data / "copies").mkdir()
    shutil.copy(SAMPLES / "copy_a.zip", data / "copies" / "copy_a.zip")
    return data


@pytest.fixture(scope="session")
def api(folder: Path) -> Iterator[httpx.Client]:
    """The service, which all tests that leave nothing behind share."""
    with serving(create_app(Settings(data=folder))) as client:
        yield client
