"""What was counted or averaged, with its 95 % interval."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

Z: Final = statistics.NormalDist().inv_cdf(0.975)
"""Half the width of a 95 % interval, in standard errors of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Share:
    """So much of so many; ``number`` need not be whole, since players can share a win."""

    number: float
    of: int

    @property
    def value(self) -> float:
        """The share, from 0 to 1; 0 of nothing is 0."""
        return self.number / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval; all that is possible if nothing was counted."""
        if not self.of:
            return 0.0, 1.0
        share, z2 = self.value, Z**2
        middle = share + z2 / (2 * self.of)
        reach = Z * math.sqrt(share * (1 - share) / self.of + z2 / (4 * self.of**2))
        whole = 1 + z2 / self.of
        return max(0.0, (middle - reach) / whole), min(1.0, (middle + reach) / whole)

    def as_json(self) -> dict[str, Any]:
        """The share as a JSON object."""
        return {"number": self.number, "of": self.of, "share": self.value, "interval": list(self.interval)}


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean of so many values, or a difference of two; its 95 % interval is ``value`` ± ``reach``.

    ``reach`` is infinite where there are too few values to say.
    """

    value: float
    reach: float
    of: int

    @classmethod
    def of_values(cls, values: Sequence[float]) -> Mean:
        """The mean of at least one value, by Student's distribution."""
        if len(values) < 2:
            return cls(statistics.fmean(values), math.inf, len(values))
        freedom = len(values) - 1
        return cls(statistics.fmean(values), _student(freedom) * _error(values), len(values))

    @classmethod
    def difference(cls, ones: Sequence[float], others: Sequence[float]) -> Mean:
        """How much larger the mean of the first values is than that of other ones, by Welch's method."""
        value = statistics.fmean(ones) - statistics.fmean(others)
        count = len(ones) + len(others)
        if min(len(ones), len(others)) < 2:
            return cls(value, math.inf, count)
        squares = [_error(values) ** 2 for values in (ones, others)]
        total = sum(squares)
        if not total:
            return cls(value, 0.0, count)
        freedom = total**2 / sum(
            square**2 / (len(values) - 1) for square, values in zip(squares, (ones, others), strict=True)
        )
        return cls(value, _student(freedom) * math.sqrt(total), count)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval."""
        return self.value - self.reach, self.value + self.reach

    def as_json(self) -> dict[str, Any]:
        """The mean as a JSON object; ``interval`` is null where there are too few values."""
        return {
            "mean": self.value,
            "of": self.of,
            "interval": list(self.interval) if math.isfinite(self.reach) else None,
        }


def _error(values: Sequence[float]) -> float:
    """The standard error of the mean of at least two values."""
    return statistics.stdev(values) / math.sqrt(len(values))


def _student(freedom: float) -> float:
    """Half the width of a 95 % interval of Student's distribution (Hill's expansion; too narrow below 3 degrees)."""
    return (
        Z
        + (Z**3 + Z) / (4 * freedom)
        + (5 * Z**5 + 16 * Z**3 + 3 * Z) / (96 * freedom**2)
        + (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / (384 * freedom**3)
    )
