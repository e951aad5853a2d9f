"""Read lines from a keyboard or a pipe."""

from __future__ import annotations

import sys

from grognard.cli.terminal.completion import Completer, install


class Lines:
    """The lines of standard input. Raises `EOFError` at its end."""

    def __init__(self, completer: Completer | None = None) -> None:
        self.typed = sys.stdin is not None and sys.stdin.isatty()
        """Whether input comes from a keyboard."""
        if self.typed and completer:
            install(completer)

    def ask(self, prompt: str) -> str:
        """Return the next line. Input from a pipe is echoed, and ``#`` starts a comment in it."""
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
