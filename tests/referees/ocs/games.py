"""Random games of the series, in which the referee and the program answer the same questions."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import grognard
from tests.referees.ocs import (
    barrage,
    combat,
    movement,
    position,
    rails,
    retreats,
    supply,
    trace,
    victory,
    zones,
)
from tests.referees.ocs.position import Position, Theatre, is_combat, other, read_position
from tests.referees.tally import Tally

SCENARIOS = (
    "drill-1-modes", "drill-2-overrun", "drill-3-combat", "drill-4-barrage", "drill-5-fuel", "drill-6-trace",
    "drill-7-reserves", "drill-8-battle", "practice", "counterstroke", "kharkov",
)  # fmt: skip
LONGEST = {"kharkov": 700, "counterstroke": 700, "practice": 500}
"""Orders after which a long random game is left unfinished."""
WITH_AIR = ("counterstroke", "kharkov")
"""Scenarios with an option for aircraft, which every second game uses: Trainbusting matters on land."""
THEATRES: dict[str, Theatre] = {}


def play(scenario: str, number: int, every: int, tally: Tally, most: int = 0) -> None:
    """Play one random game and compare every n-th position."""
    source = random.Random(f"{scenario} {number}")
    air = scenario in WITH_AIR and number % 2 == 1
    game: Any = grognard.new(f"ocs/{scenario}", {"air": True} if air else {}, seed=number)
    theatre = THEATRES.setdefault(f"{scenario} {air}", Theatre(scenario, air))
    for count in range(most or LONGEST.get(scenario, 400)):
        where = f"{scenario} {number} after order {count}"
        fights = game.state.fight is not None
        if count % every == 0 or fights or game.over:
            compare(game, read(game, theatre), source, tally, where, small=count % every != 0)
        if game.over:
            return
        order = choose(game, source)
        side = game.to_act
        before = read(game, theatre) if order.verb == "defend" else None
        events = game.play(order)
        if before is not None:
            compare_combat(before, order, events, tally, f"{where}, {side}: {order}")


def read(game: Any, theatre: Theatre) -> Position:
    """Return the position of a game."""
    p = read_position(game, theatre)
    p.known.update(label=game.scenario.board.grid.label, sides=tuple(game.sides))
    return p


def choose(game: Any, source: random.Random) -> Any:
    """Return a random order of somebody who often looks for a fight and seldom ends a phase early."""
    decision = game.choices()
    actors = [actor for actor in decision.actors() if actor]
    if not actors or source.random() < 0.25:
        return decision.random_order(source)
    orders = list(decision.orders(source.choice(actors)))
    fights = [o for o in orders if o.verb in ("attack", "overrun", "barrage", "defend", "trainbust")]
    if fights:
        return source.choice(fights)
    enemy = next((s for s in game.sides if s != game.to_act), "")
    closer = [o for o in orders if o.verb == "move"]
    if closer and source.random() < 0.7:
        zone = set(game.zoc(enemy))
        return source.choice([o for o in closer if o.path[-1] in zone] or closer)
    return source.choice(orders) if orders else decision.random_order(source)


def compare(game: Any, p: Position, source: random.Random, tally: Tally, where: str, small: bool) -> None:
    """Compare what the program and the referee say about one position."""
    kind = p.questions[-1].kind if p.questions else p.phase
    if kind in ("retreat", "option"):
        compare_retreats(game, p, tally, where)
    if p.phase in ("combat", "exploitation-combat") and not p.questions and not game.over:
        compare_attacks(game, p, source, tally, where)
    if p.phase.endswith("barrage") and not p.questions and not game.over:
        compare_barrages(game, p, source, tally, where)
    if small:
        return
    for side in game.sides:
        tally.compare("zone of control", set(game.zoc(side)), zones.zoc(p, side), f"{where}, {side}")
        if p.turn:
            compare_supply(game, p, side, source, tally, where)
    compare_points(game, p, tally, where)
    if p.phase in position.MOVEMENT and not p.questions and not game.over:
        compare_movement(game, p, source, tally, where)


def compare_movement(game: Any, p: Position, source: random.Random, tally: Tally, where: str) -> None:
    """Compare where units can go and at what cost."""
    units = [
        c for there in p.stacks.values() for c in there if p.row(c)["side"] == p.side and p.row(c).get("move")
    ]
    active = [u for u in units if u in p.sets["moving"] or u in p.sets["released"] or u in p.sets["exploit"]]
    for unit in {*source.sample(units, min(6, len(units))), *active[:3]}:
        returned = p.at[unit] == p.began[unit] and p.spent[unit] and not position.FINISH_AT_ONCE
        if returned and p.at[unit] in zones.blocking_zoc(p, p.side):
            continue  # whether it left the ZOC and came back, the columns do not tell
        program = game.reach(unit)
        slowed = any(markers for side, markers in p.busted.items() if side != p.side)
        question = "reach with Trainbusting Zones" if slowed else "reach"
        tally.compare(question, program, movement.reach(p, unit), f"{where}, {unit} {p.at[unit]}")
    compare_stacks(game, p, units, source, tally, where)
    if p.phase == "movement":
        compare_rails(game, p, source, tally, where)
    for unit in p.units(p.side):
        for target in p.theatre.board.neighbours[p.at[unit]]:
            if target in zones.enemy_units(p, p.side):
                allowed = game.check(f"overrun {target} {unit}") is None
                own = combat.can_overrun(p, unit, target)
                tally.compare("overrun", allowed, own, f"{where}, {unit} {p.at[unit]} on {target}")


def compare_rails(game: Any, p: Position, source: random.Random, tally: Tally, where: str) -> None:
    """Compare the Rail Cap for moves of units: never less than on the best line, never more than double."""
    riders = [u for u in p.units(p.side) if p.at[u] in p.theatre.rails and p.has("turned", u)]
    for unit in source.sample(riders, min(2, len(riders))):
        orders = [o for o in game.choices().orders(unit) if o.verb == "rail" and o.units == (unit,)]
        for order in source.sample(orders, min(4, len(orders))):
            cargo = rails.weight(p, unit)
            least = rails.least_price(p, p.side, order.path[0], order.path[-1], cargo)
            told = Fraction(game.preview(order).total.removesuffix(" Rail Cap"))
            alone = least == cargo and not any(p.busted.values())
            right = told == cargo if alone else least <= told <= 2 * cargo
            tally.compare("rail price", True, right, f"{where}, {order}: {told}, {least} to {2 * cargo}")


def compare_stacks(
    game: Any, p: Position, units: list[str], source: random.Random, tally: Tally, where: str
) -> None:
    """Compare where two units of a hex can go together."""
    fresh = [u for u in units if not p.spent[u] and p.at[u] == p.began[u] and not p.has("reserve", u)]
    for unit in source.sample(fresh, min(3, len(fresh))):
        mates = [u for u in fresh if u != unit and p.at[u] == p.at[unit] and game.reach(u)]
        if mates and game.reach(unit):
            pair = [unit, source.choice(mates)]
            together = game.reach(*pair)
            if together:  # their fuel may be too dear for both
                own = movement.reach_together(p, pair)
                tally.compare("stack reach", set(together), own, f"{where}, {pair} {p.at[unit]}")


def compare_barrages(game: Any, p: Position, source: random.Random, tally: Tally, where: str) -> None:
    """Compare the chances of barrages on combat units."""
    orders = [o for o in game.orders() if o.verb == "barrage" and not o.words]
    orders = [o for o in orders if position.kind_of(p, o.units[0]) != "plane"]
    for order in source.sample(orders, min(5, len(orders))):
        program = near_enough(game.preview(order).outcomes)
        own = near_enough(barrage.barrage_chances(p, list(order.units), order.target))
        tally.compare("barrage", program, own, f"{where}, {order}")


def compare_supply(
    game: Any, p: Position, side: str, source: random.Random, tally: Tally, where: str
) -> None:
    """Compare trace supply of hexes and units, and the dumps that units can reach."""
    program = set(game.supply(side))
    hexes = {
        *source.sample(sorted(p.theatre.board.hexes), 12),
        *source.sample(sorted(p.stacks), min(8, len(p.stacks))),
    }
    for hex_ in hexes:
        own = trace.is_trace_hex(p, side, hex_)
        tally.compare("trace hex", hex_ in program, own, f"{where}, {side} {hex_}")
    units = p.units(side)
    for unit in source.sample(units, min(8, len(units))):
        explained = game.definition.explain(game.state, unit)
        traced = explained.lines[0].value == "yes"
        formation = p.row(unit).get("formation")
        if formation:
            parts = trace.formation_parts(p, formation)
            answers = {unit in part for part in parts}
            tally.compare("trace of formation", True, traced in answers, f"{where}, {unit} {p.at[unit]}")
        else:
            own = bool(trace.suppliers(p, unit))
            tally.compare("trace of unit", traced, own, f"{where}, {unit} {p.at[unit]}")
        there = sum(p.tokens[d] for d in supply.dumps_in_reach(p, unit))
        told = explained.total.split("; ")[1]
        tally.compare("supply in reach", told, in_words(there), f"{where}, {unit} {p.at[unit]}")


def in_words(tokens: int) -> str:
    """Return an amount of supply as the program writes it."""
    parts = [f"{tokens // 4} SP"] if tokens >= 4 else []
    parts += [f"{tokens % 4}T"] if tokens % 4 else []
    return f"{' '.join(parts)} in reach" if parts else "no dump in reach"


def compare_attacks(game: Any, p: Position, source: random.Random, tally: Tally, where: str) -> None:
    """Compare who can attack what, and the odds with every modifier."""
    near: dict[str, list[str]] = {}
    for unit in p.units(p.side):
        for target in p.theatre.board.neighbours[p.at[unit]]:
            if target in zones.enemy_units(p, p.side):
                allowed = game.check(f"attack {target} {unit}") is None
                able = combat.can_attack(p, unit, target)
                own = able and combat.can_pay_attack(p, unit)
                tally.compare("attack", allowed, own, f"{where}, {unit} on {target}")
                if able:
                    near.setdefault(target, []).append(unit)
    for target, around in near.items():
        for _ in range(2):
            some = source.sample(around, source.randint(1, len(around)))
            order = f"attack {target} {','.join(some)}"
            if game.check(order) is None:
                compare_odds(game, p, order, some, target, tally, where)


def compare_odds(
    game: Any, p: Position, order: str, units: list[str], target: str, tally: Tally, where: str
) -> None:
    """Compare the preview of an attack: odds, Action Ratings and the chance of every result."""
    foe = other(p.side)
    defenders = [u for u in p.stacks[target] if is_combat(p, u, foe)]
    supplied = combat.supplied_defenders(p, defenders)
    if supplied is None:
        return
    explained = game.preview(order)
    start, headings = combat.lines(p, units, target, supplied)
    drm = combat.rating(p, units[0]) - max(combat.rating(p, u) for u in defenders)
    odds, _, modifier = explained.total.partition(", ")
    tally.compare("odds", True, odds in headings, f"{where}, {order}: {odds}, {headings}")
    tally.compare("Action Ratings", modifier, f"{drm:+d}", f"{where}, {order}")
    own = combat.chances(start, drm, combat.hedgehog(p, target, foe), overrun=False)
    tally.compare("chances", near_enough(explained.outcomes), near_enough(own), f"{where}, {order}")
    totals = {line.label: line.value for line in explained.lines if line.label.startswith("total")}
    attack = f"{float(combat.attack_total(p, units, target)):g}"
    tally.compare("attack strength", totals["total attack"], attack, f"{where}, {order}")


def near_enough(found: Any) -> dict[str, float]:
    """Return probabilities without what floating-point numbers add."""
    return {name: round(float(chance), 9) for name, chance in found.items() if chance}


def compare_combat(p: Position, order: Any, events: list[Any], tally: Tally, where: str) -> None:
    """Compare the odds of a combat that was just resolved, and its result by the dice."""
    told = {type(event).__name__: event for event in events}
    if "CombatOdds" not in told or len(order.words) > ("unsupplied" in order.words):
        return
    fight = p.fight
    attackers = [p.ids[i] for i in range(len(p.ids)) if fight.attackers >> i & 1]
    defenders = [p.ids[i] for i in range(len(p.ids)) if fight.defenders >> i & 1]
    target, side = p.known["label"](fight.target), p.known["sides"][fight.side]
    supplied = set() if "unsupplied" in order.words else combat.supplied_defenders(p, defenders)
    if supplied is None:
        return
    odds, rolled, result = told["CombatOdds"], told["SurpriseRolled"], told["CombatResult"]
    start, headings = combat.lines(p, attackers, target, supplied)
    tally.compare("combat odds", True, odds.odds in headings, f"{where}: {odds.odds}, {headings}")
    attack = combat.attack_total(p, attackers, target)
    tally.compare("combat strength", round(odds.attack, 6), round(float(attack), 6), where)
    hog = combat.hedgehog(p, target, other(side))
    drm = combat.rating(p, p.ids[fight.lead]) - combat.rating(p, order.units[0])
    tally.compare("combat ratings", odds.attack_rating - odds.defence_rating, drm, where)
    table = position.TABLES["surprise"]["overrun" if fight.overrun else "regular"]
    roll = sum(rolled.dice[:2]) + drm - (1 if hog else 0)
    way = -1 if roll <= table["defender_max"] else 1 if roll >= table["attacker_min"] else 0
    at = max(0, min(12, start + way * (rolled.dice[2] if len(rolled.dice) > 2 else 0)))
    row = max(1, min(15, sum(result.dice) + drm - hog))
    tally.compare("combat result", result.result, position.TABLES["combat"]["results"][row - 1][at], where)


def compare_retreats(game: Any, p: Position, tally: Tally, where: str) -> None:
    """Compare where units can retreat to."""
    listed: dict[tuple[tuple[str, ...], str], set[str]] = {}
    for order in game.orders():
        if order.verb == "retreat":
            listed.setdefault((order.units, order.path[0]), set()).add(order.path[-1])
    for (units, start), ends in listed.items():
        length = next(n for n in range(1, 9) if next(iter(ends)) in p.theatre.board.distances(start, n))
        own = retreats.retreat_ends(p, list(units), start, length)
        tally.compare("retreat", ends, own, f"{where}, {','.join(units)} from {start}, {length} hexes")


def compare_points(game: Any, p: Position, tally: Tally, where: str) -> None:
    """Compare stacking and victory points."""
    if p.turn and p.phase in ("combat", "clean-up", "supply"):
        over = {
            hex_
            for hex_, there in p.stacks.items()
            for side in game.sides
            if sum((position.size(p, u) for u in there if is_combat(p, u, side)), Fraction(0))
            > position.TABLES["stacking"]["max_re"]
        }
        if not p.questions:
            tally.compare("stacking", set(), over, where)
    for side in game.sides if p.turn else ():
        told = next(line for line in game.view(side).losses if line.side == side)
        units, mobile, others = victory.losses(p, side)
        tally.compare("losses", (told.units, told.steps), (units, mobile + others), f"{where}, {side}")
    scoring = p.theatre.file.get("victory", {}).get("points-for")
    if not scoring or not p.turn:
        return
    facts = [s.value for s in game.view().standings if s.kind == "fact" and "town" in s.label]
    tally.compare("town points", facts[:1], [victory.town_points(p)], where)
    if game.over:
        points = [s.value for s in game.view().standings if s.kind == "points"]
        own = (
            victory.town_points(p) + victory.loss_points(p, other(scoring)) - victory.loss_points(p, scoring)
        )
        tally.compare("points", points, [own], where)
        if p.turn >= p.theatre.file["turns"] and "concede" not in game.result.reason:
            tally.compare("winner", game.result.winner, victory.winner(p), where)
