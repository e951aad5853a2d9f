"""The commands ``bench`` and ``sim``, which only pass their arguments on."""

from __future__ import annotations

from argparse import Namespace


def bench(args: Namespace) -> int:
    """``grognard bench``: measure speed."""
    from grognard.cli.commands.bench import main

    return main(args.scenarios, seconds=args.seconds, peers=args.peers, as_json=args.json, web=args.web)


def sim(args: Namespace) -> int:
    """``grognard sim``: play a series of games between computer players. It parses its own arguments."""
    from grognard.sim.command import main

    return main(args.rest)
