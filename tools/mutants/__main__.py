"""The command: ./test --mutants GAME [--sample 120] [--seed 1]."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from tools.mutants import run
from tools.mutants.parts import PARTS, ROOT
from tools.mutants.report import Outcome, equivalents, report, share_killed

EQUIVALENT = ROOT / "tools/equivalent_mutants.toml"


def main(arguments: Sequence[str]) -> int:
    """Run the mutants of a part; return 1 if too many survive."""
    parser = argparse.ArgumentParser(
        prog="./test --mutants", description="Change the code in small ways and see whether a test notices."
    )
    parser.add_argument("part", choices=PARTS, metavar="GAME", help=", ".join(PARTS))
    parser.add_argument("--sample", type=int, default=120, help="number of mutants, drawn at random (120)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the sample (1)")
    parser.add_argument("--at-least", type=float, default=95.0, help="per cent that must be killed (95)")
    parser.add_argument("--only", nargs="+", metavar="ID", help="try these mutants instead of a sample")
    chosen = parser.parse_args(arguments)
    part = PARTS[chosen.part]
    known = equivalents(EQUIVALENT)
    try:
        mutants = run.find(part, chosen.only) if chosen.only else run.draw(part, chosen.sample, chosen.seed)
        outcomes = run.judge(part, mutants, _tell)
    except run.Failed as error:
        print(f"mutants: {error}", file=sys.stderr)
        return 2
    text = report(f"{part.name}: sample of {len(mutants)}, seed {chosen.seed}", outcomes, known)
    print(f"\n{text}")
    if not chosen.only:
        (part.root / ".mutants" / f"{part.name}-{chosen.seed}.txt").write_text(text + "\n", "utf-8")
    counted = [outcome for outcome in outcomes if outcome.id not in known]
    return 0 if share_killed(counted) >= chosen.at_least else 1


def _tell(outcome: Outcome) -> None:
    state = "killed  " if outcome.verdict.killed else "SURVIVED"
    print(f"{state} {outcome.id}  {outcome.verdict.by}", flush=True)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
