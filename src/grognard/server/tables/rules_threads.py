"""Threads for the rules, with a deadline.

A state from outside may pass every check and trial and still hang the rules later on. It must not take a
thread of the server for ever, so the call is stopped: `Overdue` is raised in its thread. Rules change only
copies of a game, so nothing is left half done.
"""

from __future__ import annotations

import asyncio
import ctypes
import logging
import threading
import time
from collections.abc import Callable
from contextvars import ContextVar
from typing import Protocol, TypeVar

from grognard.server.errors import ApiError

log = logging.getLogger("grognard.server")
T = TypeVar("T")
REPLAY = 10
"""Playing all orders of a game again may take this many times longer than one order."""


class Overdue(BaseException):
    """Raised in a thread whose time is up; not an `Exception`, so that no rule catches it."""


class TooSlow(ApiError):
    """The rules took too long."""

    def __init__(self) -> None:
        super().__init__(503, "the rules take too long in this game; nothing has changed")


class Payer(Protocol):
    """Who pays for computing time."""

    def charge(self, amount: float) -> None:
        """Charge seconds of computing time."""
        ...

    def debt(self) -> float:
        """Return the seconds until the debt is paid."""
        ...


PAYERS: ContextVar[tuple[Payer, ...]] = ContextVar("payers", default=())
"""Who pays for what is computed for the current request or connection."""


def charge(seconds: float) -> None:
    """Charge computing time to the payers of the current request."""
    for payer in PAYERS.get():
        payer.charge(seconds)


async def run_rules(seconds: float, game: str, work: Callable[..., T], *arguments: object) -> T:
    """Run a function of a game's rules in a thread; raise `TooSlow` if it takes more than some seconds."""
    call = _Call(game, seconds)
    call.watch()
    try:
        return await asyncio.to_thread(call.run, work, *arguments)
    finally:
        call.end_watch()
        charge(call.spent)


class _Call:
    """A call in a thread that can be stopped from outside it."""

    def __init__(self, game: str, seconds: float) -> None:
        self._game, self._seconds = game, seconds
        self._lock = threading.Lock()
        self._thread: int | None = None
        self._began = 0.0
        self._stopped = False
        self._timer: asyncio.TimerHandle | None = None
        self.spent = 0.0
        """Seconds of processor time so far."""

    def run(self, work: Callable[..., T], *arguments: object) -> T:
        """Call a function; raise `TooSlow` if it was stopped."""
        try:
            self._began, self._thread = time.monotonic(), threading.get_ident()
            began = time.thread_time()
            try:
                return work(*arguments)
            finally:
                self.spent = time.thread_time() - began
                with self._lock:
                    self._thread = None
                if self._stopped:
                    _let_it_arrive()
        except Overdue:
            raise TooSlow from None

    def watch(self) -> None:
        """Stop the call when its time is up; time that it waits for a thread does not count."""
        self._look_again(self._seconds)

    def end_watch(self) -> None:
        """Stop watching."""
        if self._timer is not None:
            self._timer.cancel()

    def _look_again(self, wait: float) -> None:
        self._timer = asyncio.get_running_loop().call_later(wait, self._look)

    def _look(self) -> None:
        with self._lock:
            wait = self._seconds
            if self._thread is not None:
                wait = self._began + self._seconds - time.monotonic()
            if wait <= 0:
                log.error("rules too slow game=%s seconds=%g", self._game, self._seconds)
                self._stopped = True
                _raise_in(self._thread, Overdue)
                wait = self._seconds  # it may not notice at once
        self._look_again(wait)


def _raise_in(thread: int | None, error: type[BaseException]) -> None:
    """Raise an exception in a thread as soon as it runs Python code.

    It is never taken back: CPython 3.11 would go on looking for it in all threads, for ever.
    """
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread or 0), ctypes.py_object(error))


def _let_it_arrive() -> None:
    """Run Python code for a moment, so that an exception on its way is raised here and not later."""
    for _ in range(1000):
        pass
