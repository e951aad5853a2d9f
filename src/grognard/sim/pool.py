"""Run numbered tasks in blocks on any executor, without losing any if a worker dies."""

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
"""Target duration of a block: long enough to make the overhead negligible."""
_LARGEST_BLOCK = 1000

_stop: Event | None = None


def stopping() -> bool:
    """Return whether the batch is being stopped; tasks check this and return early."""
    return _stop is not None and _stop.is_set()


def run_blocks(
    work: Callable[[Sequence[int]], list[R]],
    indexes: Iterable[int],
    keep: Callable[[list[R]], None],
    blame: Callable[[int, str], R],
    *,
    jobs: int | Callable[[], int] = 1,
    executor: Executor | None = None,
) -> bool:
    """Run `work` for all indexes and pass the results of each block to `keep`; return False after Ctrl-C.

    `jobs` is the number of workers, or returns it where workers come and go.

    If a block is lost because its worker died, its tasks are run once more, one by one. A task that is lost
    again gets the result that `blame` returns. With one job and no executor, everything runs in this process.
    """
    if isinstance(jobs, int) and jobs < 1:
        raise GrognardError(f"jobs must be at least 1, not {jobs}")
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
    """One run: the tasks still to do, the running blocks, and the workers."""

    def __init__(
        self,
        work: Callable[[Sequence[int]], list[R]],
        queue: deque[int],
        keep: Callable[[list[R]], None],
        blame: Callable[[int, str], R],
        jobs: int | Callable[[], int],
        executor: Executor | None,
    ) -> None:
        self.work, self.queue, self.keep, self.blame = work, queue, keep, blame
        self._jobs = jobs
        self.given = executor
        self.running: dict[Future[tuple[list[R], float]], list[int]] = {}
        self.pace = 0.0
        """Recent seconds per task."""
        self.stop_event: Event | None = None
        if executor is None and self.jobs > 1:
            check_picklable(work)
        self.executor = executor or self._start_executor()

    @property
    def jobs(self) -> int:
        return self._jobs if isinstance(self._jobs, int) else max(1, self._jobs())

    def _start_executor(self) -> Executor:
        if self.jobs == 1:
            return _InProcess()
        context = multiprocessing.get_context("spawn")
        self.stop_event = context.Event()
        return ProcessPoolExecutor(self.jobs, context, _start_worker, (self.stop_event,))

    # -- running ----------------------------------------------------------------------------------

    def run(self) -> None:
        while self.queue or self.running:
            lost: list[int] = []
            self._submit_blocks(lost)
            done, _ = wait_for(self.running, return_when=FIRST_COMPLETED)
            self._collect(done, lost)
            if lost:
                done, _ = wait_for(self.running, return_when=ALL_COMPLETED)
                self._collect(done, lost)
                self._restart()
                for index in sorted(lost):
                    self._retry(index)

    def _submit_blocks(self, lost: list[int]) -> None:
        width = 1 if isinstance(self.executor, _InProcess) else 2 * self.jobs
        while self.queue and len(self.running) < width and not lost:
            block = [self.queue.popleft() for _ in range(self._block_size())]
            try:
                self.running[self._submit(block)] = block
            except RuntimeError:  # broken, or shut down
                lost += block

    def _submit(self, block: list[int]) -> Future[tuple[list[R], float]]:
        with ctrl_c_blocked():  # this may start a worker
            return self.executor.submit(_timed, self.work, block)

    def _block_size(self) -> int:
        """Return the number of tasks for one second, but fewer at the end to keep all workers busy."""
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

    def _retry(self, index: int) -> None:
        """Run a lost task again on its own, to rule out other causes."""
        try:
            results, _ = self._submit([index]).result()
        except Exception as error:
            reason = f"its worker died twice ({_said(error)})"
            self.keep([self.blame(index, reason)])
            self._restart()
        else:
            self.keep(results)

    def _restart(self) -> None:
        """Start new workers after a crash; raise `GrognardError` if they do not work either."""
        if self.given is None and isinstance(self.executor, ProcessPoolExecutor):
            self.executor.shutdown(wait=False, cancel_futures=True)
            self.executor = self._start_executor()
        try:
            with ctrl_c_blocked():
                started = self.executor.submit(_do_nothing)
            started.result()
        except Exception as error:
            saved = "games in a results file are saved"
            if self.given is not None:
                problem = f"the executor has stopped working ({_said(error)}); {saved}"
                raise GrognardError(problem) from error
            raise GrognardError(
                f"workers do not start ({type(error).__name__}); {saved}. "
                'In your own script, call this under: if __name__ == "__main__":'
            ) from error

    # -- stopping ---------------------------------------------------------------------------------

    def stop(self) -> None:
        """Stop early: wait for running blocks and save their results; at a second Ctrl-C, do not wait."""
        if self.stop_event is not None:
            self.stop_event.set()
        try:
            for future in self.running:
                future.cancel()
            running = {future for future in self.running if not future.cancelled()}
            done, _ = wait_for(running, return_when=ALL_COMPLETED)
            self._collect(done, [])
        except KeyboardInterrupt:
            # Before Python 3.14 there is no public way to terminate the processes of a pool.
            for process in (getattr(self.executor, "_processes", None) or {}).values():
                process.terminate()

    def close(self) -> None:
        if self.given is None:
            self.executor.shutdown(wait=True, cancel_futures=True)


class _InProcess(Executor):
    """Runs tasks immediately in this process: for one job, and easy to debug."""

    def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def]
        future: Future[object] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


@contextmanager
def ctrl_c_blocked() -> Iterator[None]:
    """Delay Ctrl-C, so that a worker started meanwhile ignores it."""
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


def _said(error: BaseException) -> str:
    """Return an error in one line."""
    return " ".join(f"{type(error).__name__}: {error}".split()).removesuffix(":")


def _do_nothing() -> None:
    """Test task for new workers."""


def check_picklable(work: object) -> None:
    """Raise `GrognardError` if work cannot be sent to worker processes."""
    try:
        pickle.dumps(work)
    except Exception as error:
        problem = f"your player must be a module-level function, to be sent to worker processes ({error})"
        raise GrognardError(problem) from None


def _start_worker(stop: Event) -> None:
    """Initialise a worker: ignore Ctrl-C, and exit with the parent."""
    global _stop  # noqa: PLW0603
    _stop = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
