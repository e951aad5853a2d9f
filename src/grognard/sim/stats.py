"""Statistics of a study: rates with confidence intervals, and summaries of distributions."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable

import msgspec

Z95 = statistics.NormalDist().inv_cdf(0.975)


class Rate(msgspec.Struct, frozen=True):
    """A rate with its 95% confidence interval."""

    times: float
    """Number of times; not always whole, since it may be an average of two seatings."""
    of: int
    share: float
    low: float
    high: float

    def __str__(self) -> str:
        if not self.of:
            return "-"
        share, low, high = map(_per_cent, (self.share, self.low, self.high))
        return f"{share}% [{low} to {high}]"

    @property
    def short(self) -> str:
        """The rate in per cent, for a table."""
        share, low, high = map(_per_cent, (self.share, self.low, self.high))
        return f"{share} [{low}-{high}]" if self.of else "-"


def _per_cent(share: float) -> str:
    text = f"{100 * share:.1f}"
    return "100" if text == "100.0" and share == 1 else text


def wilson(times: float, of: int, z: float = Z95) -> tuple[float, float]:
    """Return Wilson's score interval of a rate; from 0 to 1 without any trials.

    >>> low, high = wilson(8, 10)
    >>> round(low, 4), round(high, 4)
    (0.4902, 0.9433)
    """
    if not 0 <= times <= of:
        raise ValueError(f"{times} times of {of}")
    if of == 0:
        return 0.0, 1.0
    share = times / of
    spread = 1 + z * z / of
    middle = (share + z * z / (2 * of)) / spread
    half = z / spread * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    low = 0.0 if times == 0 else max(0.0, middle - half)
    high = 1.0 if times == of else min(1.0, middle + half)
    return low, high


def rate(times: float, of: int) -> Rate:
    """Return a rate with its interval."""
    low, high = wilson(times, of)
    return Rate(times, of, times / of if of else 0.0, low, high)


def average_rate(rates: Iterable[Rate]) -> Rate:
    """Return the mean of several rates, with the interval for all their games together."""
    rates = [r for r in rates if r.of]
    if not rates:
        return rate(0, 0)
    share = statistics.fmean(r.share for r in rates)
    of = sum(r.of for r in rates)
    low, high = wilson(min(share * of, of), of)
    return Rate(round(share * of, 6), of, share, low, high)


class Spread(msgspec.Struct, frozen=True):
    """Summary of a distribution."""

    count: int
    mean: float
    deviation: float
    """Standard deviation of the sample; 0 for a single number."""
    least: float
    median: float
    most: float


def spread(numbers: Iterable[float]) -> Spread | None:
    """Summarise numbers; return None if there are none.

    >>> spread([1, 2, 3, 4]).median
    2.5
    """
    values = sorted(numbers)
    if not values:
        return None
    return Spread(
        len(values),
        statistics.fmean(values),
        statistics.stdev(values) if len(values) > 1 else 0.0,
        values[0],
        statistics.median(values),
        values[-1],
    )
