"""The `grognard` command. Modules load when a command needs them, so that the command starts at once."""

from __future__ import annotations

from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; the exit status is 0 for yes, 1 when the rules say no, 2 when it could not be done."""
    from grognard.cli.dispatch import run

    return run(argv)
