"""Random games of Strike Force One, compared with the referee."""

from __future__ import annotations

import random

from grognard.core.contract.orders import Order
from grognard.core.play.game import Game
from tests.referees.random_games import MAX_ORDERS, eager_order, walk
from tests.referees.sfo.referee import Referee
from tests.referees.tally import Tally

SCENARIOS = tuple(
    f"strike-force-one/{name}"
    for name in ("basic", "advanced", "expert-standard", "expert-engagement", "expert-counter-offensive")
)
ALL_ATTACKS = 40
"""Of more attacks only a sample is looked at in detail."""


def referee_of(game: Game) -> Referee:
    """Return the referee for the game as it is now."""
    view = game.view()
    places = {unit.id: (unit.at, unit.flags) for unit in view.units}
    return Referee(game.scenario.name, game.options, game.turn, view.phase, places)


def play(scenario: str, number: int, every: int, tally: Tally, most: int = 0) -> None:
    """Play a random game and compare before every n-th order, and always when a battle is resolved."""
    source = random.Random(number)
    attackers: tuple[str, ...] = ()
    for game, order in walk(scenario, number, eager_order, most or MAX_ORDERS):
        count = len(game.history)
        tally.where = f"{scenario} {number} order {count + 1} ({game.phase}, turn {game.turn})"
        decision = game.choices()
        interrupted = decision is not None and decision.kind not in ("movement", "combat", "events")
        if interrupted or count % every == 0 or order is None:
            compare_now(game, tally, attackers, source)
        if order is not None and order.verb == "attack":
            attackers = order.units
            _compare_outcome(game, order, tally)


def compare_now(game: Game, tally: Tally, attackers: tuple[str, ...], source: random.Random) -> None:
    """Ask every question that the moment allows."""
    judge = referee_of(game)
    for side in game.sides:
        tally.same("zone of control", side, judge.zoc(side), set(game.zoc(side)))
    _compare_victory(game, judge, tally)
    decision = game.choices()
    if decision is None or (decision.kind not in ("movement",) and judge.phase != "movement"):
        tally.same("stacking", "board", [], judge.overcrowded())
    if decision is None:
        return
    orders = list(decision.all())
    if decision.kind == "movement":
        for unit in judge.units.values():
            if unit.side != judge.side or unit.is_chit or unit.at in ("away", "lost"):
                continue
            reach = judge.reach(unit) if judge.may_move(unit) else {}
            offered = {o.path[-1] for o in orders if o.verb in ("move", "enter") and o.units == (unit.id,)}
            tally.same("moves", unit.id, set(reach), offered)
            if judge.may_move(unit):
                program = {hex_: int(cost) for hex_, cost in game.reach(unit.id).items()}
                tally.same("reach and cost", unit.id, reach, program)
        for chit in judge.units.values():
            if chit.is_chit and chit.side == judge.side:
                offered = {o.path[-1] for o in orders if o.verb == "place" and o.units == (chit.id,)}
                tally.same("support chits", chit.id, judge.chit_hexes(chit), offered)
    elif decision.kind == "combat":
        attacks = {(o.target, frozenset(o.units)) for o in orders if o.verb == "attack"}
        tally.same("attacks", judge.side, judge.attacks(), attacks)
        for target, units in source.sample(sorted(attacks, key=str), min(len(attacks), ALL_ATTACKS)):
            _compare_odds(game, judge, target, tuple(sorted(units)), tally)
    elif decision.kind == "retreat":
        for id_ in decision.units:
            offered = {o.path[-1] for o in orders if o.verb == "retreat" and o.units == (id_,)}
            tally.same("retreats", id_, judge.retreats(judge.units[id_]), offered)
    elif decision.kind == "advance":
        alive = {a for a in attackers if judge.units[a].on_map}
        offered = {o.units[0] for o in orders if o.verb == "advance"}
        if not game.options.get("in-the-open"):
            tally.same("advances", decision.hexes, alive, offered)
        else:
            tally.same("advances", decision.hexes, True, offered <= alive)
    elif decision.kind == "exploit":
        for id_ in decision.units:
            offered = {o.path[-1] for o in orders if o.verb == "advance" and o.units == (id_,)}
            tally.same("exploitation", id_, judge.exploits(judge.units[id_]), offered)


def _compare_odds(game: Game, judge: Referee, target: str, units: tuple[str, ...], tally: Tally) -> None:
    preview = game.preview(Order("attack", target=target, units=units))
    if judge.level == "basic":
        total = f"{len(units)} attacker{'s' if len(units) > 1 else ''}"
    else:
        total = f"difference {min(judge.difference(target, units), 5):+d}"  # the last column [R-SFO-16]
    tally.same("odds", (target, units), total, preview.total)
    program = {result: round(chance, 6) for result, chance in preview.outcomes.items()}
    tally.same("results", (target, units), judge.results(target, units), program)


def _compare_outcome(game: Game, order: Order, tally: Tally) -> None:
    """After a retreat result, compare who is asked to retreat and who is lost for want of a hex [9.2]."""
    judge = referee_of(game)
    twin = game.copy()
    twin.play(order)
    (battle,) = [event for event in twin.history[-1].events if type(event).__name__ == "BattleFought"]
    result = str(getattr(battle, "result", ""))
    force = {"AR": [judge.units[u] for u in order.units], "DR": judge.in_hex(order.target)}.get(result)
    if force is None:
        return
    now = twin.choices()
    asked = {o.units[0] for o in now.all() if o.verb == "retreat"} if now else set()
    able = {unit.id for unit in force if judge.retreats(unit)}
    tally.same("who can retreat", str(order), able, asked)
    if not able:
        lost = {unit.id for unit in twin.view().units if unit.at in ("lost", "box")}
        tally.same("lost without a retreat", str(order), {u.id for u in force}, {u.id for u in force} & lost)


def _compare_victory(game: Game, judge: Referee, tally: Tally) -> None:
    standings = game.view().standings
    if judge.by_points:
        for line in standings:
            tally.same("victory points", line.side, judge.points(line.side), line.value)
    else:
        tally.same("towns", "soviet", judge.towns(), standings[0].value)
    if game.result is None:
        return
    if judge.by_points:
        lead = judge.points("soviet") - judge.points("us")
        winner = "soviet" if lead > 0 else "us" if lead < 0 else ""
        tally.same("winner", lead, winner, game.result.winner)
    else:
        winner = "soviet" if judge.towns() >= 2 else "us"
        tally.same("winner", judge.towns(), winner, game.result.winner)
