"""Reading what people type, from a keyboard or from a pipe."""

from __future__ import annotations

import sys

from grognard.cli.terminal.completion import Completer, install


class Lines:
    """The lines of standard input. At the end of it `EOFError` is raised."""

    def __init__(self, completer: Completer | None = None) -> None:
        self.typed = sys.stdin is not None and sys.stdin.isatty()
        """Whether a person sits at a keyboard."""
        if self.typed and completer:
            install(completer)

    def ask(self, prompt: str) -> str:
        """The next line; what comes from a pipe is shown as if it had been typed. ``#`` begins a remark."""
        if self.typed:
            return input(prompt).strip()
        sys.stdout.write(prompt)
        sys.stdout.flush()  # a program at the other end may wait for the prompt
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            sys.stdout.write("\n")
            raise EOFError
        print(line.strip(), flush=True)
        return line.partition("#")[0].strip()
