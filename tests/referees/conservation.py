"""Nothing comes from nowhere or goes missing in random games of the series.

Supply, steps, aircraft, ships, cargo, landing craft and gliders are counted before and after every order.
``python -m tests.referees.conservation --games 30 --minutes 2`` plays games of all scenarios in turn.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from dataclasses import dataclass, field
from typing import Any

import grognard
from tests.referees.board import GAMES
from tests.referees.random_games import random_options

HOSTED, DEAD, GONE, AWAY = -7, -2, -3, -1
LIVE = (-6, HOSTED)
"""Places off the map where a counter is still in play: the rear box, and aboard or at a base."""
MARKERS = ("dump", "hedgehog", "port", "air-base", "box")
POOLED = (
    *MARKERS, "landing-craft", "lst", "dukw", "breakdown", "pax", "eq", "truck", "wagon", "organic-truck",
)  # fmt: skip
"""Counters that can be made and given back; the others are single things."""
CRAFT = ("landing-craft", "lst", "dukw")
LONG = 350
"""Orders of a game in the long run."""
DEEP = 5
"""Every how many orders all invariants are checked, which takes longer than counting."""


def scenarios() -> list[str]:
    """Return all scenarios of the series."""
    return sorted(path.stem for path in (GAMES / "ocs" / "data" / "scenarios").glob("*.toml"))


@dataclass
class Count:
    """What there is at one moment."""

    phase: str
    turn: int
    places: list[int]
    tokens: int
    steps: dict[str, int] = field(default_factory=dict)
    """Steps by side and kind of thing: units, planes, ships."""
    craft: dict[str, int] = field(default_factory=dict)
    gliders: int = 0


def count(game: Any) -> Count:
    """Count everything in play or still to come."""
    state, found = game.state, Count(game.phase, game.turn, list(game.state.at), sum(game.state.tokens))
    for n, counter in enumerate(game.scenario.counters):
        ashore = "-dukw-truck" in counter.id  # a point of a DUKW that drives [18.4e]
        if counter.kind in CRAFT or ashore:
            points = (1 if ashore else state.level[n]) if is_live(state.at[n]) else 0
            found.craft[counter.side] = found.craft.get(counter.side, 0) + points
        elif counter.kind not in (*MARKERS, "pax", "eq", "truck", "wagon", "organic-truck"):
            thing = counter.kind if counter.kind in ("plane", "ship", "carrier") else "unit"
            lives = is_live(state.at[n]) or state.at[n] in (-4, -5)
            steps = counter.steps - state.lost[n] if lives else 0
            key = f"{counter.side} {thing}"
            found.steps[key] = found.steps.get(key, 0) + steps
    found.gliders = sum(state.gliders)
    return found


def is_live(place: int) -> bool:
    """Return whether a counter at a place is in play."""
    return place >= 0 or place in LIVE


def violations(
    game: Any, order: Any, before: Count, after: Count, events: list[Any], deep: bool = True
) -> list[str]:
    """List what an order made or lost against the rules, and violated invariants if it looks deep."""
    found = list(game.definition.violations(game.state)) if deep else []
    found += hosts(game)
    renewed = "reinforcement" in before.phase or "reinforcement" in after.phase or before.turn == 0
    renewed |= before.turn != after.turn or before.phase.split()[0] != after.phase.split()[0]
    if not renewed:
        if after.tokens > before.tokens:
            found.append(f"{after.tokens - before.tokens} tokens came from nowhere")
        for name, steps in after.steps.items():
            if steps > before.steps.get(name, 0):
                found.append(f"{name} steps came from nowhere: {before.steps.get(name, 0)} to {steps}")
        for side, points in after.craft.items():
            if points > before.craft.get(side, 0):
                found.append(f"{side} craft came from nowhere: {before.craft.get(side, 0)} to {points}")
        if after.gliders > before.gliders:
            found.append("gliders came from nowhere")
    return found + missing(game, order, before, after, events)


def hosts(game: Any) -> list[str]:
    """List counters whose host is not in play, apart from planes that are on their way to a base."""
    state, ids = game.state, [counter.id for counter in game.scenario.counters]
    under_way = {n for question in state.questions for n in question.units if question.kind == "flee"}
    found = []
    for n, host in enumerate(state.host):
        if state.at[n] == HOSTED and host < 0 and n not in under_way:
            found.append(f"{ids[n]} is nowhere")
        if host >= 0 and not is_live(state.at[host]) and game.scenario.counters[host].kind != "box":
            found.append(f"{ids[n]} is on {ids[host]}, which is not in play")
    return found


def missing(game: Any, order: Any, before: Count, after: Count, events: list[Any]) -> list[str]:
    """List single things that left the map, or came back from the Dead Pile, and that no event names."""
    named = {id_ for event in events for id_ in event.units} | set(order.units)
    found = []
    for n, counter in enumerate(game.scenario.counters):
        was, now = before.places[n], after.places[n]
        if counter.kind in POOLED or was == now or before.turn == 0:
            continue
        if is_live(was) and now == AWAY:
            found.append(f"{counter.id} went missing")
        elif is_live(was) and now in (DEAD, GONE) and counter.id not in named:
            found.append(f"{counter.id} left the game without an event")
        elif was in (DEAD, GONE) and is_live(now) and counter.id not in named:
            found.append(f"{counter.id} came back without an event")
    return found


def choose(game: Any, source: random.Random) -> Any:
    """Return a random order of a random actor, and end phases seldom."""
    decision = game.choices()
    if not game.turn and source.random() < 0.3:
        fill = [order for order in decision.all() if order.verb == "fill"]
        if fill:
            return fill[0]
    orders = [o for o in decision.sample_orders(source) if o.verb != "concede"]
    busy = [o for o in orders if o.verb not in ("end", "done", "top")]
    return source.choice(busy if busy and source.random() < 0.8 else orders)


def play(scenario: str, number: int, most: int) -> tuple[int, list[str]]:
    """Play a random game with random options; return the number of orders and what was violated."""
    source = random.Random(f"conservation {scenario} {number}")
    options = random_options(f"ocs/{scenario}", source)
    game: Any = grognard.new(f"ocs/{scenario}", options, seed=number)
    before, played = count(game), 0
    for _ in range(most):
        if game.over:
            break
        order = choose(game, source)
        events = game.play(order)
        played += 1
        after = count(game)
        wrong = violations(game, order, before, after, events, deep=played % DEEP == 0 or game.over)
        if wrong:
            on = [name for name, value in game.options.items() if value]
            where = (
                f"{scenario} {number} order {played} ({before.phase}, turn {before.turn}) {order} with {on}"
            )
            return played, [f"{where}: {'; '.join(wrong)}"]
        before = after
    return played, []


def main() -> int:
    """Play games and print what was violated."""
    parser = argparse.ArgumentParser(prog="python -m tests.referees.conservation", description=__doc__)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--minutes", type=float, default=0, help="start no game after this time; 0: no limit")
    parser.add_argument("--most", type=int, default=LONG, help="orders of a game")
    parser.add_argument("--scenario", default="", help="only scenarios whose name contains this")
    args = parser.parse_args()
    began, games, orders, found = time.monotonic(), 0, 0, list[str]()
    names = [name for name in scenarios() if args.scenario in name]
    for number in range(args.first, args.first + args.games):
        if args.minutes and time.monotonic() - began > 60 * args.minutes:
            break
        name = names[number % len(names)]
        try:
            played, wrong = play(name, number, args.most)
        except Exception as error:  # keep counting the other games
            played, wrong = 0, [f"{name} {number}: {type(error).__name__}: {error}"]
        games, orders = games + 1, orders + played
        found += wrong
    print(
        f"games {args.first} to {args.first + games - 1}: {games} games, {orders} orders, {len(found)} wrong"
    )
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
