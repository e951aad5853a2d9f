"""Commands that count: ``bench`` and ``sim``. Both only pass on what was asked."""

from __future__ import annotations

from argparse import Namespace


def bench(args: Namespace) -> int:
    """``grognard bench``: how fast it is."""
    from grognard.cli.commands.bench import main

    return main(seconds=args.seconds, as_json=args.json, web=args.web)


def sim(args: Namespace) -> int:
    """``grognard sim``: series of games between computer players. It reads its own words."""
    from grognard.sim.command import main

    return main(args.rest)
