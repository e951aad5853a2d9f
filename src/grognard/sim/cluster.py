"""Play a study on a Dask cluster: connect to its scheduler, or start workers on this machine.

The cluster is an executor like any other, see `pool`. Dask itself runs a block again if its worker is lost.
"""

from __future__ import annotations

import io
import logging
import os
import re
import threading
import time
import uuid
import zipfile
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import ExitStack, contextmanager, suppress
from multiprocessing import resource_tracker
from pathlib import Path
from typing import ParamSpec, TypeVar

import grognard
from grognard.core import packs
from grognard.core.errors import GrognardError
from grognard.core.extras import how_to_install
from grognard.sim.pool import ctrl_c_blocked

try:
    import distributed
except ImportError:
    raise GrognardError(f"a cluster needs Dask: {how_to_install('cluster')}") from None

P = ParamSpec("P")
T = TypeVar("T")
Fail = Callable[[BaseException], None]
"""Completes a future with an error."""

WAIT_FOR_SCHEDULER = 15.0
WAIT_FOR_WORKERS = 60.0
"""Maximum number of seconds to wait for the scheduler to answer, and for its first worker."""
LOST = "the connection to the scheduler is lost"
_LOCAL = re.compile(r"local:(?P<workers>[1-9]\d{0,3})")
_REMOTE = re.compile(r"(?:tcp|tls|ucx|ws|wss)://\S+")


class Cluster(Executor):
    """The workers of a connected Dask client.

    Dask never completes a future whose result it was fetching when the scheduler died. So submitted work gets
    futures of its own, which fail as soon as the client is closed.
    """

    def __init__(self, client: distributed.Client, address: str) -> None:
        self.client, self.address = client, address
        self._executor: Executor = client.get_executor(pure=False)
        self._pending: set[Fail] = set()
        self._lock = threading.Lock()
        threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self) -> None:
        """Fail all pending futures once the client has given up on its scheduler."""
        while self.client.status != "closed":
            time.sleep(0.2)
        with self._lock:
            pending = list(self._pending)
        for fail in pending:
            if self._is_first(fail):
                fail(RuntimeError(LOST))

    def _is_first(self, fail: Fail) -> bool:
        """Return whether a future is still pending, and let the caller alone complete it."""
        with self._lock:
            pending = fail in self._pending
            self._pending.discard(fail)
        return pending

    def count_workers(self) -> int:
        """Return the number of blocks that can run at the same time now: the threads of all workers."""
        about = self.client.scheduler_info(n_workers=-1)["workers"]
        return sum(worker["nthreads"] for worker in about.values())

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Run a function on one of the workers; raise `RuntimeError` if the scheduler does not answer."""
        deadline = time.monotonic() + 2 * WAIT_FOR_SCHEDULER
        while self.client.status == "connecting" and time.monotonic() < deadline:
            time.sleep(0.05)
        if self.client.status != "running":
            raise RuntimeError(LOST)
        future: Future[T] = Future()
        future.set_running_or_notify_cancel()  # what runs on another machine cannot be cancelled

        def fail(error: BaseException) -> None:
            future.set_exception(error)

        def pass_on(done: Future[T]) -> None:
            if not self._is_first(fail):
                return
            error = CancelledError() if done.cancelled() else done.exception()
            if error is None:
                future.set_result(done.result())
            else:
                fail(error)

        with self._lock:
            self._pending.add(fail)
        self._executor.submit(fn, *args, **kwargs).add_done_callback(pass_on)
        if self.client.status == "closed" and self._is_first(fail):  # the watch may have ended before
            fail(RuntimeError(LOST))
        return future

    @contextmanager
    def prepared(self, check: Callable[[], None], pack: packs.Pack | None) -> Iterator[None]:
        """Make all workers ready for a study, also those that join later; `GrognardError` if one is not.

        `check` raises the error if a worker cannot play, for example because a player's module is missing.
        """
        name = f"grognard-{uuid.uuid4().hex}"
        try:
            self.client.register_plugin(Preparation(check, pack), name=name)
        except GrognardError:
            raise
        except Exception as error:
            raise GrognardError(
                f"the workers of {self.address} cannot play ({type(error).__name__}: {error}); "
                f"install Grognard {grognard.__version__} on the scheduler and every worker"
            ) from error
        try:
            yield
        finally:
            with suppress(Exception):  # a worker or the scheduler may be gone
                self.client.unregister_worker_plugin(name)


class Preparation(distributed.WorkerPlugin):  # type: ignore[misc]  # Dask is not type-checked here
    """Makes one worker ready for a study: the same program, and the same pack."""

    def __init__(self, check: Callable[[], None], pack: packs.Pack | None) -> None:
        self.version = grognard.__version__
        self.check = check
        self.pack = _zipped(pack) if pack else None

    def setup(self, worker: distributed.Worker) -> None:
        """Check the version, use the pack and make the players; Dask calls this on the worker."""
        try:
            if grognard.__version__ != self.version:
                raise GrognardError(f"it has Grognard {grognard.__version__}, not {self.version}")
            if self.pack is not None:
                file = Path(worker.local_directory) / f"{uuid.uuid4().hex}.zip"
                file.write_bytes(self.pack)
                os.environ[packs.VARIABLE] = str(file)
            self.check()
        except GrognardError as error:
            raise GrognardError(f"worker {worker.address} cannot play: {error}") from None


def _zipped(pack: packs.Pack) -> bytes:
    """Return the data files of a pack as a zip file."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in packs.data_files(pack).items():
            archive.writestr(name, data)
    return content.getvalue()


@contextmanager
def connected(address: str) -> Iterator[Cluster]:
    """Connect to ``tcp://host:8786``, or start ``local:2`` workers on this machine until the end."""
    local = _LOCAL.fullmatch(address)
    if not local and not _REMOTE.fullmatch(address):
        raise GrognardError(
            f"{address!r} is not a cluster; write tcp://HOST:8786, or local:2 to start one here"
        )
    with ExitStack() as stack:
        if local:
            address = stack.enter_context(_local(int(local["workers"]))).scheduler_address
        try:
            client = stack.enter_context(distributed.Client(address, timeout=WAIT_FOR_SCHEDULER))
        except (OSError, ValueError, TypeError) as error:
            raise GrognardError(f"no Dask scheduler answers at {address} ({type(error).__name__})") from error
        try:
            client.wait_for_workers(1, timeout=WAIT_FOR_WORKERS)
        except TimeoutError:
            raise GrognardError(
                f"the cluster at {address} has no workers; start some: dask worker {address} --nthreads 1"
            ) from None
        try:
            yield Cluster(client, address)
        except GrognardError as error:
            if _answers(client):
                raise
            problem = f"the scheduler at {address} no longer answers; games in a results file are saved"
            raise GrognardError(problem) from error


def _answers(client: distributed.Client) -> bool:
    """Ask the scheduler; the client may not have noticed yet that it is gone."""
    try:
        client.sync(client.scheduler.identity, callback_timeout=WAIT_FOR_SCHEDULER)
    except Exception:
        return False
    return True


def _local(workers: int) -> distributed.LocalCluster:
    """Start a scheduler and workers on this machine, without a dashboard."""
    resource_tracker.ensure_running()  # else it would unblock Ctrl-C below
    try:
        with ctrl_c_blocked():  # so the workers ignore it
            return distributed.LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                dashboard_address=None,
                memory_limit=0,
                silence_logs=logging.CRITICAL,
            )
    except Exception as error:
        raise GrognardError(
            f"cannot start workers here ({type(error).__name__}). "
            'In your own script, call this under: if __name__ == "__main__":'
        ) from error
