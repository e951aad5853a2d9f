"""Show the progress of a batch: a bar in a terminal, otherwise a line now and then."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

Show = Callable[[int, int, str], None]
"""Called with the number done, the total, and a short status text."""

LINE_SECONDS = 30.0
"""Minimum time between two lines without a terminal; the last line is always printed."""


@contextmanager
def progress_bar(console: Console | None = None, what: str = "games") -> Iterator[Show]:
    """Show progress on standard error, or on the given console."""
    console = console or Console(stderr=True)
    if not console.is_terminal:
        with _lines(console, what) as show:
            yield show
        return
    columns = (
        BarColumn(bar_width=None),
        MofNCompleteColumn(),
        TextColumn(what),
        TimeRemainingColumn(),
        TextColumn("{task.fields[words]}", markup=False),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(what, total=None, words="")

        def show(done: int, total: int, words: str = "") -> None:
            bar.update(task, completed=done, total=total, words=words)

        yield show


@contextmanager
def _lines(console: Console, what: str) -> Iterator[Show]:
    last = time.monotonic()
    shown = latest = ""

    def show(done: int, total: int, words: str = "") -> None:
        nonlocal last, shown, latest
        latest = f"{done} of {total} {what}" + (f", {words}" if words else "")
        if time.monotonic() - last >= LINE_SECONDS:
            console.print(Text(latest), soft_wrap=True)
            last, shown = time.monotonic(), latest

    try:
        yield show
    finally:
        if latest and latest != shown:
            console.print(Text(latest), soft_wrap=True)
