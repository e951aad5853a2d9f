from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.sim.stats import Z95, average_rate, rate, spread, wilson


@pytest.mark.parametrize(
    ("times", "of", "low", "high"),
    [
        # All but the last: Newcombe (1998), table I, method 3 (score, without continuity correction).
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (50, 100, 0.4038, 0.5962),
    ],
)
def test_wilson_gives_the_published_values(times: int, of: int, low: float, high: float) -> None:
    assert [round(end, 4) for end in wilson(times, of)] == [low, high]


def test_interval_without_trials() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert str(rate(0, 0)) == "-"


@given(st.integers(1, 10_000).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))))
def test_interval_ends_solve_the_score_equation(case: tuple[int, int]) -> None:
    times, of = case
    share = times / of
    low, high = wilson(times, of)
    assert 0 <= low <= share <= high <= 1
    for end in (low, high):
        if 0 < end < 1:
            assert math.isclose(abs(share - end), Z95 * math.sqrt(end * (1 - end) / of), rel_tol=1e-6)


@given(st.integers(1, 500).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))))
def test_intervals_of_wins_and_losses_are_symmetric(case: tuple[int, int]) -> None:
    times, of = case
    low, high = wilson(times, of)
    other_low, other_high = wilson(of - times, of)
    assert math.isclose(low, 1 - other_high, abs_tol=1e-12)
    assert math.isclose(high, 1 - other_low, abs_tol=1e-12)


def test_rate_above_one_is_refused() -> None:
    with pytest.raises(ValueError, match="3 times of 2"):
        wilson(3, 2)


def test_average_rate_weighs_seatings_equally() -> None:
    average = average_rate([rate(10, 10), rate(10, 40)])
    assert average.share == 0.625
    assert average.of == 50
    assert (average.low, average.high) == wilson(31.25, 50)
    assert average_rate([rate(7, 10), rate(0, 0)]).share == 0.7
    assert average_rate([]).of == 0


def test_spread() -> None:
    numbers = spread([4, 1, 3, 2])
    assert numbers is not None
    assert (numbers.count, numbers.mean, numbers.least, numbers.median, numbers.most) == (4, 2.5, 1, 2.5, 4)
    assert math.isclose(numbers.deviation, math.sqrt(5 / 3))
    single = spread([7])
    assert single is not None and single.deviation == 0
    assert spread([]) is None
