"""How far a batch is: a bar in a terminal, a line now and then where the output is not a terminal."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

Show = Callable[[int, int, str], None]
"""Called with how many are done, of how many, and a few words on how it stands."""

LINE_SECONDS = 30.0
"""Without a terminal, a line at most this often, and one at the end."""


@contextmanager
def progress_bar(console: Console | None = None, what: str = "games") -> Iterator[Show]:
    """Show progress on standard error, or on a console of your own."""
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
