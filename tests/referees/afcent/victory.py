"""The winner [12.5]."""

from __future__ import annotations

from tests.referees.afcent.position import EXCLUSIVE, Position


def winner(p: Position, red: set[str]) -> str:
    """Return who wins in this Administrative Phase; empty if nobody does yet [12.5, R-NUR-37, R-NUR-47]."""
    held = len(p.land.counted & red)
    last = p.turn == p.land.file["turns"]
    if "cities" in p.land.file:
        limits = p.land.file["cities"]
        if not last:
            return ""
        return "pact" if held >= limits["pact"] else "nato" if held <= limits["nato"] else "draw"
    numbers = EXCLUSIVE["victory"]
    credit = numbers["cancel_103G_credit"] if p.recalled else 0
    if p.order == 0:
        gone = {h: p.exited[h] for h in numbers["north_hexes"]}
        if p.options.get("few-at-4801"):
            gone["4801"] = min(gone["4801"], numbers["north_most_4801"])
        done = sum(gone.values()) + credit >= numbers["north_exits"]
    elif p.order == 1:
        gone = {h: p.exited[h] for h in numbers["south_hexes"]}
        done = sum(gone.values()) + credit >= numbers["south_exits"]
        done = done and gone["1004"] >= numbers["south_minimum_1004"]
    else:
        done = held + credit >= numbers["block_cities"]
    return "pact" if done else "nato" if last else ""
