"""The `grognard` command. Modules are imported when a command needs them, to start quickly."""

from __future__ import annotations

from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return the exit status: 0 yes or done, 1 illegal by the rules, 2 error."""
    from grognard.cli.dispatch import run

    return run(argv)
