"""The result of a mutation run, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from tools.mutants.listing import Mutant


class Verdict(msgspec.Struct):
    """What became of a mutant."""

    killed: bool
    by: str = ""
    """The test that failed, or "timeout"."""
    tests: int = 0
    """Number of tests that judge the mutant."""
    red: list[str] = []
    """Tests that failed with the mutant, but without it, too: they count for nothing."""


class Equivalent(msgspec.Struct, forbid_unknown_fields=True):
    """A mutant that behaves as the original does, and why."""

    id: str
    why: str


class _Equivalents(msgspec.Struct, forbid_unknown_fields=True):
    mutant: list[Equivalent] = []


def equivalents(file: Path) -> dict[str, str]:
    """Return the mutants known to be equivalent, each with the reason."""
    found = msgspec.toml.decode(file.read_bytes(), type=_Equivalents)
    return {mutant.id: mutant.why for mutant in found.mutant}


@dataclass(frozen=True)
class Outcome:
    """A mutant, its id and its verdict."""

    mutant: Mutant
    id: str
    verdict: Verdict


def share_killed(outcomes: Sequence[Outcome]) -> float:
    """Return the share of mutants killed, in per cent."""
    return 100 * sum(outcome.verdict.killed for outcome in outcomes) / len(outcomes) if outcomes else 100.0


def report(title: str, outcomes: Sequence[Outcome], known: dict[str, str]) -> str:
    """Return figures and survivors as text. Mutants in `known` are equivalent and do not count."""
    counted = [outcome for outcome in outcomes if outcome.id not in known]
    survivors = [outcome for outcome in counted if not outcome.verdict.killed]
    killed = len(counted) - len(survivors)
    lines = [title, f"{killed} of {len(counted)} mutants killed ({share_killed(counted):.1f}%)"]
    if timeouts := sum(outcome.verdict.by == "timeout" for outcome in counted):
        lines.append(f"{timeouts} of them by timeout")
    if same := [outcome for outcome in outcomes if outcome.id in known]:
        lines.append(f"{len(same)} equivalent, not counted")
        wrong = [outcome for outcome in same if outcome.verdict.killed]
        lines += [
            f"  listed as equivalent but killed by {outcome.verdict.by}: {outcome.id}" for outcome in wrong
        ]
    if red := sorted({test for outcome in outcomes for test in outcome.verdict.red}):
        lines.append(f"{len(red)} tests fail without any mutant; they count for nothing:")
        lines += [f"  {test}" for test in red]
    if survivors:
        lines += ["", f"{len(survivors)} survived:"]
    for outcome in survivors:
        mutant = outcome.mutant
        lines += ["", outcome.id, f"  line {mutant.line}, run by {outcome.verdict.tests} tests"]
        lines += [f"  {line}" for line in mutant.changed_lines]
    return "\n".join(lines)
