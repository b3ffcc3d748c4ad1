"""What all tests of the other games share."""

from __future__ import annotations

import tests.core.conftest  # noqa: F401 (settles which examples hypothesis takes)
