"""Compare the games with their referees: ``python -m tests.referees ocs --minutes 5``."""

from __future__ import annotations

import argparse
import sys
import time

from tests.referees.families import NAMES, family
from tests.referees.tally import Tally


def main() -> int:
    """Play random games of some families and print what was compared."""
    parser = argparse.ArgumentParser(prog="python -m tests.referees", description=__doc__)
    parser.add_argument("families", nargs="*", metavar="FAMILY", help=f"of {', '.join(NAMES)}; default: all")
    parser.add_argument("--games", type=int, default=5, help="random games of each scenario")
    parser.add_argument("--minutes", type=float, default=0, help="start no game after this time; 0: no limit")
    parser.add_argument("--every", type=int, default=5, help="compare before every n-th order")
    parser.add_argument(
        "--most", type=int, default=0, help="break games off after this many orders; 0: never"
    )
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--scenario", default="", help="only scenarios whose name contains this")
    parser.add_argument("--show", type=int, default=5, help="disagreements of each question to print")
    args = parser.parse_args()
    names = args.families or list(NAMES)
    if unknown := [name for name in names if name not in NAMES]:
        parser.error(f"there is no family {unknown[0]!r}; families: {', '.join(NAMES)}")
    total, began, played = Tally(), time.monotonic(), 0
    for number in range(args.first, args.first + args.games):
        for name in names:
            scenarios, play = family(name)
            for scenario in scenarios:
                late = args.minutes and time.monotonic() - began > 60 * args.minutes
                if args.scenario in scenario and not late:
                    play(scenario, number, args.every, total, most=args.most)
                    played += 1
    print(f"{played} games in {time.monotonic() - began:.0f} s\n{total.report(args.show)}")
    return 1 if total.disagreements else 0


if __name__ == "__main__":
    sys.exit(main())
