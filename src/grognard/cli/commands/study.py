"""The commands that measure: ``bench``, ``sim``, ``ladder``, ``train`` and ``tune``."""

from __future__ import annotations

from argparse import Namespace

from grognard.core.errors import GrognardError


def bench(args: Namespace) -> int:
    """``grognard bench``: measure speed."""
    from grognard.cli.commands.bench import main

    return main(
        args.scenarios,
        seconds=args.seconds,
        peers=args.peers,
        as_json=args.json,
        web=args.web,
        gym=args.gym,
        database=args.database,
    )


def sim(args: Namespace) -> int:
    """``grognard sim``: play a series of games between computer players. It parses its own arguments."""
    from grognard.sim.command import main

    return main(args.rest)


def ladder(args: Namespace) -> int:
    """``grognard ladder``: play pairs of players from both sides and print a table."""
    from grognard.sim.strength.ladder import ladder, table

    pairs = []
    for text in args.pair:
        player, comma, opponent = text.partition(",")
        if not comma:
            raise GrognardError(f"--pair {text}: give two players, such as planner,planner-1")
        pairs.append((player.strip(), opponent.strip()))
    print(table(ladder(args.scenarios, pairs, games=args.games, seed=args.seed)), end="")
    return 0


def tune(args: Namespace) -> int:
    """``grognard tune``: try the intentions of a side, and print them in the format of a book."""
    from grognard.sim.strength.tune import in_toml, intentions_of, tune

    names = args.vary.split(",") if args.vary else ()
    found = intentions_of(args.scenario, args.side, names, args.variations, args.seed)
    against = args.against.split(",")
    settings = {"games": args.games, "rounds": args.rounds, "seed": args.seed}
    print(in_toml(tune(args.scenario, args.side, found, against, **settings)), end="")
    return 0


def train(args: Namespace) -> int:
    """``grognard train``: fit values of positions, and print them in the format of their file."""
    from grognard.sim.strength.train import gather, in_toml, train

    if args.games < 1:
        raise GrognardError("training needs at least one game")
    positions = gather(args.scenario, args.games, args.seed)
    print(in_toml(train(args.scenario, positions, args.games, args.seed)), end="")
    return 0
