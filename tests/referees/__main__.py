"""Compare the games with the referees: ``python -m tests.referees sfo --games 50``."""

from __future__ import annotations

import argparse
import importlib
import sys
import time

from tests.referees.compare import Tally

FAMILIES = ("sfo", "sww3")


def main() -> int:
    """Play random games of a family and print what was compared."""
    parser = argparse.ArgumentParser(prog="python -m tests.referees", description=__doc__)
    parser.add_argument("family", choices=FAMILIES)
    parser.add_argument("--games", type=int, default=5, help="random games of each scenario")
    parser.add_argument("--every", type=int, default=5, help="compare before every n-th order")
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--scenario", default="", help="only scenarios whose name contains this")
    parser.add_argument("--show", type=int, default=20, help="disagreements to print")
    args = parser.parse_args()
    referee = importlib.import_module(f"tests.referees.{args.family}_games")
    total, began = Tally(), time.monotonic()
    for scenario in referee.SCENARIOS:
        if args.scenario not in scenario:
            continue
        tally = Tally()
        for number in range(args.first, args.first + args.games):
            referee.compare_game(scenario, number, args.every, tally)
        print(f"{scenario}: {args.games} games\n{tally}")
        for line in tally.disagreements[: args.show]:
            print("  !", line)
        total.add(tally)
    print(f"all, in {time.monotonic() - began:.0f} s\n{total}")
    return 1 if total.disagreements else 0


if __name__ == "__main__":
    sys.exit(main())
