"""What all tests of the rules share."""

import pytest

from mechanica_core.machinery import known_machinery, turned_shape


@pytest.fixture(autouse=True)
def nothing_known() -> None:
    """Let no test rest on what the library has worked out in an earlier one."""
    known_machinery.cache_clear()
    turned_shape.cache_clear()
