"""The time that a computer player may use."""

from __future__ import annotations

import time


class Clock:
    """A budget of CPU time, with a limit on wall-clock time.

    A player is thus as strong on a busy machine as on an idle one, but never takes too long.
    """

    WALL_FACTOR = 3.0
    """Maximum wall-clock time as a multiple of the budget."""

    def __init__(self, seconds: float) -> None:
        self.cpu_end = time.thread_time() + seconds
        self.wall_end = time.perf_counter() + self.WALL_FACTOR * seconds

    def is_over(self) -> bool:
        """Return whether the time is up."""
        return time.thread_time() >= self.cpu_end or time.perf_counter() >= self.wall_end
