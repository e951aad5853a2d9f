"""Random games with aircraft and ships, in which the referee and the program answer the same questions."""

from __future__ import annotations

import random
from typing import Any

import msgspec

import grognard
from tests.referees.air_sea import air, sea
from tests.referees.air_sea.events import Witness
from tests.referees.air_sea.position import BARRAGE, CRAFT, MOVEMENT, SHIPS, Position, Theatre, read_position
from tests.referees.tally import Tally

SCENARIOS = (
    "drill-9-air-combat", "drill-10-air-barrage", "drill-11-air-bases", "drill-12-beach-assault",
    "drill-13-beach-supply", "counterstroke", "kharkov", "gela", "primosole", "husky",
)  # fmt: skip
LONGEST = {"counterstroke": 900, "kharkov": 900, "gela": 900, "primosole": 900, "husky": 900}
"""Orders after which a long random game is left unfinished."""
KNOWN_OPTIONS = ("air", "21.4", "21.5", "HR-9", "HR-13", "HR-14", "HR-15", "HR-16", "HR-17")
"""Options that the referee knows; `air` is always on."""
GROUPS = ("sweep", "barrage", "trainbust", "transfer")
"""Missions to which random players add planes."""


def play(scenario: str, number: int, every: int, tally: Tally, most: int = 0) -> None:
    """Play one random game and compare every n-th position, and what happens after every order."""
    source = random.Random(f"air and sea {scenario} {number}")
    game: Any = grognard.new(f"ocs/{scenario}", chosen_options(scenario, source), seed=number)
    theatre = Theatre(scenario, [name for name, value in game.options.items() if value])
    for count in range(most or LONGEST.get(scenario, 200)):
        if game.over:
            return
        tally.where = f"{scenario} {number} after order {count}"
        before = read_position(game, theatre)
        if game.turn and (count % every == 0 or (before.questions and before.mission)):
            compare(game, before, source, tally)
        order = choose(game, before, source)
        if not tally.same("offered order is legal", order, None, game.check(order)):
            continue
        side = game.to_act
        tally.where += f", {side}: {order}"
        events = game.play(order)
        spent = sum(before.tokens.values()) - sum(game.state.tokens)
        Witness(before, tally, spent).hear(side, order, events)


def chosen_options(scenario: str, source: random.Random) -> dict[str, Any]:
    """Return options for a game: aircraft wherever they are one, others at random."""
    offered = grognard.new(f"ocs/{scenario}", seed=0).scenario.file.options
    known = {name: source.random() < 0.5 for name in KNOWN_OPTIONS if name in offered}
    return known | ({"air": True} if "air" in offered else {})


# -- random players ----------------------------------------------------------------------------------


def choose(game: Any, p: Position, source: random.Random) -> Any:
    """Return a random order of somebody who mostly flies and sails."""
    decision = game.choices()
    if p.questions:
        return decision.random_order(source)
    if not p.turn and source.random() < 0.3:
        fill = [order for order in decision.all() if order.verb == "fill"]
        if fill:
            return fill[0]
    actors = [actor for actor in decision.actors() if actor]
    movers = [
        c for c in actors if c in p.at and (p.kind(c) in ("plane", *SHIPS, *CRAFT) or p.at[c] == "hosted")
    ]
    if movers and source.random() < 0.75:
        orders = [o for o in decision.orders(source.choice(movers)) if o.verb != "concede"]
        if orders:
            return enlarged(game, p, favoured(p, orders, source), source)
    if actors and source.random() < 0.5:
        orders = [o for o in decision.orders(source.choice(actors)) if o.verb != "concede"]
        if orders:
            return source.choice(orders)
    order = decision.random_order(source)
    return order if order.verb != "concede" else next(o for o in decision.all() if o.verb != "concede")


EAGER = (
    "sweep", "hip-shoot", "barrage", "trainbust", "airlift", "drop", "refit", "embark", "land", "deploy",
    "ashore", "assault",
)  # fmt: skip
"""Orders that random players prefer to transfers and to sailing about."""


def favoured(p: Position, orders: list[Any], source: random.Random) -> Any:
    """Return an order, more often than not one that does something, or brings craft to a shore."""
    best = [o for o in orders if o.verb in EAGER or (o.verb == "sail" and sea.is_coast(p, o.path[-1]))]
    return source.choice(best) if best and source.random() < 0.75 else source.choice(orders)


def enlarged(game: Any, p: Position, order: Any, source: random.Random) -> Any:
    """Return a mission with more planes, if they can come along."""
    if order.verb not in GROUPS or not all(p.kind(c) == "plane" for c in order.units):
        return order
    others = [c for c in air.planes(p, p.side) if c not in order.units and p.has("active", c)]
    source.shuffle(others)
    for plane in others[: source.randint(0, 6)]:
        more = msgspec.structs.replace(order, units=(*order.units, plane))
        if game.check(more) is None:
            order = more
    return order


# -- positions ---------------------------------------------------------------------------------------


def compare(game: Any, p: Position, source: random.Random, tally: Tally) -> None:
    """Compare what the program and the referee say about one position."""
    if p.questions:
        compare_question(game, p, tally)
        return
    for side in game.sides:
        for base in air.bases(p, side):
            within = len(air.active_at(p, base)) <= air.active_limit(p, base)
            tally.same("Active limit", base, True, within)
    if p.side not in game.waiting_for:
        return
    if p.phase in MOVEMENT:
        compare_flights(game, p, source, tally)
        compare_sailing(game, p, source, tally)
    elif p.phase in BARRAGE:
        compare_bombing(game, p, source, tally)
        compare_gunnery(game, p, source, tally)
    elif p.phase == "refit":
        compare_refits(game, p, source, tally)
    elif p.phase == "combat":
        compare_assaults(game, p, source, tally)


def some(source: random.Random, things: Any, most: int) -> list[Any]:
    """Return some things at random."""
    listed = sorted(things)
    return source.sample(listed, min(most, len(listed)))


def legal(game: Any, order: str) -> bool:
    """Return whether the program allows an order."""
    return game.check(order) is None


def own_planes(p: Position, source: random.Random) -> list[list[str]]:
    """Return some groups of a side's planes: alone, and several together."""
    own = air.planes(p, p.side)
    groups = [[c] for c in some(source, own, 3)]
    ready = [c for c in own if p.has("active", c) and not p.has("flown", c)]
    return [*groups, *([c] for c in some(source, ready, 3)), some(source, ready, source.randint(2, 5))]


def places(p: Position, source: random.Random) -> list[str]:
    """Return hexes where a mission may have something to do, and some others."""
    foe = p.enemy(p.side)
    held = {hex_ for hex_ in p.stacks if any(p.side_of(c) == foe for c in p.stacks[hex_])}
    return [*some(source, held, 5), *some(source, p.theatre.board.hexes, 3)]


def compare_flights(game: Any, p: Position, source: random.Random, tally: Tally) -> None:
    """Compare the missions of a Movement Segment."""
    fields = [p.place(b) for b in air.bases(p, p.enemy(p.side)) if p.kind(b) != "box"]
    for group in own_planes(p, source):
        if not group:
            continue
        ids = ",".join(group)
        compare_range(game, p, group[0], tally)
        for hex_ in {*some(source, set(fields), 3), *places(p, source)[:2]}:
            order = f"sweep {hex_} {ids}"
            tally.same("sweep", order, air.can_sweep(p, p.side, group, hex_), legal(game, order))
        for hex_ in places(p, source):
            for aim in ("", "port", "air-base", "ship"):
                order = f"hip-shoot {hex_} {group[0]} {aim}".strip()
                own = air.can_hip_shoot(p, p.side, group[0], hex_, aim)
                tally.same("Hip Shoot", order, own, legal(game, order))
        for base in some(source, air.bases(p, p.side), 4):
            where = p.at[base] if p.kind(base) == "air-base" else base
            order = f"transfer {ids} {where}"
            tally.same("transfer", order, air.can_transfer(p, p.side, group, base), legal(game, order))
        compare_supply_flights(game, p, group[0], source, tally)


def compare_range(game: Any, p: Position, plane: str, tally: Tally) -> None:
    """Compare the hexes in range of a plane at its base."""
    told = game.definition.range_hexes(game.state, [plane])["flight"]
    label = game.scenario.board.grid.label
    program = {label(hex_) for hex_ in range(told.bit_length()) if told >> hex_ & 1}
    own = {hex_ for hex_ in p.theatre.board.hexes if air.in_range(p, plane, hex_)}
    tally.same("range", plane, own, program)


def compare_supply_flights(game: Any, p: Position, plane: str, source: random.Random, tally: Tally) -> None:
    """Compare flights with supply, to bases and by parachute."""
    own = [p.at[base] for base in air.bases(p, p.side) if p.kind(base) == "air-base"]
    for verb, hexes in (("airlift", some(source, set(own), 2)), ("drop", places(p, source)[:3])):
        for hex_ in hexes:
            tokens = source.randint(1, 3)
            order = f"{verb} {hex_} {plane} {tokens}"
            can = air.can_carry_supply(p, p.side, plane, hex_, tokens, verb == "drop")
            tally.same(verb, order, can, legal(game, order))


def compare_bombing(game: Any, p: Position, source: random.Random, tally: Tally) -> None:
    """Compare air barrages and Trainbusting."""
    for group in own_planes(p, source):
        if not group:
            continue
        ids = ",".join(group)
        for hex_ in places(p, source):
            for aim in ("", "port", "air-base", "ship"):
                order = f"barrage {hex_} {ids} {aim}".strip()
                can = air.can_barrage(p, p.side, group, hex_, aim)
                if tally.same("air barrage", order, can, legal(game, order)) and can and aim != "ship":
                    compare_preview(game, p, order, group, hex_, tally)
            order = f"trainbust {hex_} {ids}"
            tally.same("Trainbusting", order, air.can_trainbust(p, p.side, group, hex_), legal(game, order))


def compare_preview(game: Any, p: Position, order: str, group: list[str], hex_: str, tally: Tally) -> None:
    """Compare the chances of a Flak loss and of an interception, of which a side sees the ends of a range."""
    lines = {line.label: line.value for line in game.preview(order).lines}
    escort = group[3] if "HR-9" in p.theatre.options and len(group) == 4 else ""
    points = air.flak(p, "barrage", p.side, hex_, group, escort)
    chance = sum(a + b + points >= 11 for a, b in air.DICE) / 36
    told = lines["chance of a step loss by Flak"]
    ends = [float(end.rstrip("%")) for end in told.split(" to ")]
    tally.same("Flak preview", order, True, min(ends) <= round(100 * chance, 1) <= max(ends))
    meets = [label for label in lines if label.startswith("all turn back")]
    tally.same("Patrol Zone", order, bool(air.patrols(p, p.enemy(p.side), hex_)), bool(meets))
    if meets:
        rated = meets[0].split("rated ")[1].split(" intercepts")[0].split(" to ")
        ours = tuple((air.rating(p, c, hex_), not air.is_open(p, c), air.worth(p, c)) for c in group)
        own = sorted(air.turned_back(ours, (int(end), False, 0))[1] for end in {*rated})
        words = " to ".join(dict.fromkeys(f"{float(chance):.1%}" for chance in own))
        tally.same("odds of interception", order, words, lines[meets[0]])


def compare_sailing(game: Any, p: Position, source: random.Random, tally: Tally) -> None:
    """Compare where ships can sail, and who can land with which chances."""
    decision = game.choices()
    for ship in some(source, sea.fleet(p, p.side), 4):
        told = {o.path[-1] for o in decision.orders(ship) if o.verb == "sail"}
        tally.same("sailing", f"{ship} {p.at[ship]}", sea.reach(p, ship), told)
    for unit in some(source, sea.passengers(p, p.side), 6):
        order = f"land {unit}"
        can = sea.can_land(p, p.side, unit)
        if tally.same("landing", f"{order} in {p.place(unit)}", can, legal(game, order)) and can:
            own = {
                name: float(chance) for name, chance in sea.landing_chances(p, p.side, p.place(unit)).items()
            }
            told = game.preview(order).outcomes
            tally.same("landing odds", f"{order} in {p.place(unit)}", near(own), near(told))


def near(found: Any) -> dict[str, float]:
    """Return probabilities without what floating-point numbers add."""
    return {name: round(float(chance), 9) for name, chance in found.items() if chance}


def compare_gunnery(game: Any, p: Position, source: random.Random, tally: Tally) -> None:
    """Compare who can fire at what, at sea and from the coast, and the chances of ships on the ground."""
    ships = [c for c in sea.fleet(p, p.side) if p.kind(c) in SHIPS]
    guns = [u for hex_ in p.stacks for u in p.units_in(hex_, p.side) if sea.is_coastal(p, u)]
    groups = [[c] for c in (*some(source, ships, 3), *some(source, guns, 3))]
    for group in (*groups, some(source, ships, 2)):
        if not group:
            continue
        ids, afloat = ",".join(group), all(p.kind(c) in SHIPS for c in group)
        around = [h for h in p.stacks if p.theatre.distance(p.at[group[0]], h) <= 8]
        for hex_ in {*some(source, around, 6), *places(p, source)[:2]}:
            order = f"barrage {hex_} {ids} ship"
            tally.same("fire at ships", order, sea.can_salvo(p, p.side, group, hex_), legal(game, order))
            if not afloat:
                continue
            order = f"barrage {hex_} {ids} guns"
            tally.same(
                "fire at coastal guns", order, sea.can_duel(p, p.side, group, hex_), legal(game, order)
            )
            for aim in ("", "port", "air-base"):
                order = f"barrage {hex_} {ids} {aim}".strip()
                can = sea.can_shell(p, p.side, group, hex_, aim)
                if tally.same("naval barrage", order, can, legal(game, order)) and can and not aim:
                    compare_shelling(game, p, order, group, hex_, tally)


def compare_shelling(game: Any, p: Position, order: str, ships: list[str], hex_: str, tally: Tally) -> None:
    """Compare the points and chances of a naval barrage on combat units; hidden units make it a guess."""
    told = game.preview(order)
    points = sum(int(sea.gun_points(p, c)) for c in ships)
    tally.same("naval points", order, f"{points} point{'' if points == 1 else 's'}", told.total)


def compare_refits(game: Any, p: Position, source: random.Random, tally: Tally) -> None:
    """Compare which planes can be refitted together; supply is judged by the other referee."""
    for base in some(source, air.bases(p, p.side), 5):
        idle = [c for c in air.planes(p, p.side) if p.host[c] == base]
        for _ in range(2):
            group = some(source, idle, source.randint(1, 7))
            if not group:
                continue
            order = f"refit {','.join(group)}"
            refusal = game.check(order)
            own = air.can_refit(p, group)
            if refusal is not None and "1T" in refusal.reason:
                continue
            tally.same("refit", order, own, refusal is None)


def compare_assaults(game: Any, p: Position, source: random.Random, tally: Tally) -> None:
    """Compare which units aboard can make a Beach Assault."""
    aboard = sea.passengers(p, p.side)
    for unit in some(source, aboard, 6):
        mates = [c for c in aboard if p.place(c) == p.place(unit) and c != unit]
        group = [unit, *some(source, mates, source.randint(0, 2))]
        start = p.place(unit)
        if start not in p.theatre.board.hexes:
            continue
        for hex_ in p.theatre.board.neighbours[start]:
            if not p.units_in(hex_, p.enemy(p.side)):
                continue
            order = f"assault {hex_} {','.join(group)}"
            refusal = game.check(order)
            if refusal is not None and refusal.rule.startswith(("12", "9.5")):
                continue  # supply
            can = sea.can_assault(p, p.side, group, hex_)
            if tally.same("Beach Assault", order, can, refusal is None) and can:
                told = {line.label: line.value for line in game.preview(order).lines}["total attack"]
                own = sea.assault_strength(p, group, hex_)
                tally.same("strength of a Beach Assault", order, f"{float(own):g}", told)


# -- questions ---------------------------------------------------------------------------------------


def compare_question(game: Any, p: Position, tally: Tally) -> None:
    """Compare what is asked during a mission, and the answers."""
    question = p.questions[-1]
    units = {p.ids[n] for n in question.units}
    if question.kind == "intercept":
        foe = p.theatre.sides[1 - p.mission.side]
        own = air.interceptors(p, foe, air.mission_place(p, p.mission))
        tally.same("interceptors", "", own, units)
    if question.kind in ("home", "flee"):
        compare_returns(game, p, question, tally)


def compare_returns(game: Any, p: Position, question: Any, tally: Tally) -> None:
    """Compare the bases that planes can return or flee to."""
    where = p.label(question.hex) if question.hex >= 0 else p.ids[question.data[1]]
    for plane in (p.ids[n] for n in question.units):
        times, far = question.data[0], int(air.face(p, plane)["range"])
        most = far * times if times else far // 2
        own = {p.at[b] if p.kind(b) == "air-base" else b for b in air.landing_places(p, plane, where, most)}
        told = {
            (o.path[-1] if o.path else o.words[0])
            for o in game.choices().all()
            if o.verb in ("home", "flee") and o.units == (plane,)
        }
        tally.same("return", f"{plane} from {where}", own, told)
