"""Runs numbered pieces of work in blocks on any executor and loses none when a worker dies."""

from __future__ import annotations

import math
import multiprocessing
import os
import pickle
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import (
    ALL_COMPLETED,
    FIRST_COMPLETED,
    Executor,
    Future,
    ProcessPoolExecutor,
)
from concurrent.futures import wait as wait_for
from contextlib import contextmanager
from multiprocessing.synchronize import Event
from typing import Generic, TypeVar

from grognard.core.errors import GrognardError

R = TypeVar("R")
BLOCK_SECONDS = 1.0
"""How long a block should take, so that handing it out costs nothing beside it."""
_LARGEST_BLOCK = 1000

_stop: Event | None = None


def stopping() -> bool:
    """Whether the batch is being ended; work asks this now and then and returns what it has."""
    return _stop is not None and _stop.is_set()


def run_blocks(
    work: Callable[[Sequence[int]], list[R]],
    indexes: Iterable[int],
    keep: Callable[[list[R]], None],
    blame: Callable[[int, str], R],
    *,
    jobs: int = 1,
    executor: Executor | None = None,
) -> bool:
    """Do `work` for all indexes and hand every block's results to `keep`; False when interrupted by Ctrl-C.

    When a block is lost (its worker died), its pieces are tried once more one by one; a piece that is lost
    again becomes the result that `blame` makes of it. With one job and no executor all is done right here.
    """
    if jobs < 1:
        raise GrognardError(f"{jobs} jobs: at least one is needed")
    batch = _Batch(work, deque(indexes), keep, blame, jobs, executor)
    try:
        batch.run()
    except KeyboardInterrupt:
        batch.stop()
        return False
    finally:
        batch.close()
    return True


class _Batch(Generic[R]):
    """One run: what is still to do, what is under way, and the workers."""

    def __init__(
        self,
        work: Callable[[Sequence[int]], list[R]],
        queue: deque[int],
        keep: Callable[[list[R]], None],
        blame: Callable[[int, str], R],
        jobs: int,
        executor: Executor | None,
    ) -> None:
        self.work, self.queue, self.keep, self.blame, self.jobs = work, queue, keep, blame, jobs
        self.given = executor
        self.running: dict[Future[tuple[list[R], float]], list[int]] = {}
        self.pace = 0.0
        """Seconds for one piece of work, lately."""
        self.stop_event: Event | None = None
        if executor is None and jobs > 1:
            _must_travel(work)
        self.executor = executor or self._own()

    def _own(self) -> Executor:
        if self.jobs == 1:
            return _Here()
        context = multiprocessing.get_context("spawn")
        self.stop_event = context.Event()
        return ProcessPoolExecutor(self.jobs, context, _start_worker, (self.stop_event,))

    # -- working ----------------------------------------------------------------------------------

    def run(self) -> None:
        while self.queue or self.running:
            lost: list[int] = []
            self._hand_out(lost)
            done, _ = wait_for(self.running, return_when=FIRST_COMPLETED)
            self._collect(done, lost)
            if lost:
                done, _ = wait_for(self.running, return_when=ALL_COMPLETED)
                self._collect(done, lost)
                self._renew()
                for index in sorted(lost):
                    self._once_more(index)

    def _hand_out(self, lost: list[int]) -> None:
        width = 1 if isinstance(self.executor, _Here) else 2 * self.jobs
        while self.queue and len(self.running) < width and not lost:
            block = [self.queue.popleft() for _ in range(self._block_size())]
            try:
                self.running[self._submit(block)] = block
            except RuntimeError:  # broken, or shut down
                lost += block

    def _submit(self, block: list[int]) -> Future[tuple[list[R], float]]:
        with _ctrl_c_later():  # this may start a worker
            return self.executor.submit(_timed, self.work, block)

    def _block_size(self) -> int:
        """Enough pieces for a second of work, but fewer at the end so that all workers stay busy."""
        size = math.ceil(BLOCK_SECONDS / self.pace) if self.pace else 1
        fair = math.ceil(len(self.queue) / (2 * self.jobs))
        return max(1, min(size, fair, _LARGEST_BLOCK, len(self.queue)))

    def _collect(self, done: Iterable[Future[tuple[list[R], float]]], lost: list[int]) -> None:
        for future in list(done):
            block = self.running.pop(future)
            try:
                results, seconds = future.result()
            except Exception:
                lost += block
                continue
            if results:
                self.pace = max(seconds / len(results), 1e-6)
                self.keep(results)

    def _once_more(self, index: int) -> None:
        """Try a lost piece again, alone, so that nothing else can be to blame."""
        try:
            results, _ = self._submit([index]).result()
        except Exception as error:
            reason = f"its worker was lost twice ({type(error).__name__}: {error})"
            self.keep([self.blame(index, reason)])
            self._renew()
        else:
            self.keep(results)

    def _renew(self) -> None:
        """New workers after a crash; when not even those do anything, nothing will."""
        if self.given is None and isinstance(self.executor, ProcessPoolExecutor):
            self.executor.shutdown(wait=False, cancel_futures=True)
            self.executor = self._own()
        try:
            with _ctrl_c_later():
                started = self.executor.submit(_nothing)
            started.result()
        except Exception as error:
            who = "workers do not start" if self.given is None else "the executor has stopped working"
            raise GrognardError(
                f"{who} ({type(error).__name__}); games that a results file holds are kept. "
                'In a script of your own, call this under: if __name__ == "__main__":'
            ) from error

    # -- ending -----------------------------------------------------------------------------------

    def stop(self) -> None:
        """End early: wait for what is nearly done and keep it; at a second Ctrl-C, do not wait."""
        if self.stop_event is not None:
            self.stop_event.set()
        try:
            for future in self.running:
                future.cancel()
            under_way = {future for future in self.running if not future.cancelled()}
            done, _ = wait_for(under_way, return_when=ALL_COMPLETED)
            self._collect(done, [])
        except KeyboardInterrupt:
            # There is no public way to end a pool's processes before Python 3.14.
            for process in (getattr(self.executor, "_processes", None) or {}).values():
                process.terminate()

    def close(self) -> None:
        if self.given is None:
            self.executor.shutdown(wait=True, cancel_futures=True)


class _Here(Executor):
    """Work done at once in this process: for one job, and easy to debug."""

    def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def]
        future: Future[object] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


@contextmanager
def _ctrl_c_later() -> Iterator[None]:
    """Hold Ctrl-C back for a moment: a worker that is started meanwhile does not hear it at all."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _timed(work: Callable[[Sequence[int]], list[R]], block: Sequence[int]) -> tuple[list[R], float]:
    started = time.perf_counter()
    results = work(block)
    return results, time.perf_counter() - started


def _nothing() -> None:
    """The least a worker can do."""


def _must_travel(work: object) -> None:
    try:
        pickle.dumps(work)
    except Exception as error:
        problem = (
            f"a player of your own must be a function of a module, to be sent to worker processes ({error})"
        )
        raise GrognardError(problem) from None


def _start_worker(stop: Event) -> None:
    """In a worker: leave Ctrl-C to the parent, and do not outlive it."""
    global _stop  # noqa: PLW0603
    _stop = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
