"""Random games of Objective Nuremberg, in which the referee and the program answer the same questions."""

from __future__ import annotations

import random
from math import ceil
from typing import Any

import grognard
from tests.referees.afcent import combat, movement, position, victory, zones
from tests.referees.afcent.position import COUNTERS, Land, Position, is_, other, read_position, side_of
from tests.referees.tally import Tally

SCENARIOS = ("border-battle", "campaign")
TOGGLES = (
    "heliborne",
    "helicopter-attrition",
    "ammunition",
    "refugees-west",
    "soviet-surprise",
    "few-at-4801",
)
LONGEST = 4000
LANDS: dict[str, Land] = {}


def play(scenario: str, number: int, every: int, tally: Tally, most: int = 0) -> None:
    """Play one random game and compare every n-th position."""
    source = random.Random(f"{scenario} {number}")
    known = grognard.new(f"nuremberg/{scenario}", seed=0).options
    options = {name: source.random() < 0.5 for name in TOGGLES if name in known}
    game = grognard.new(f"nuremberg/{scenario}", options, seed=number)
    land = LANDS.setdefault(scenario, Land(scenario))
    before = read_position(game, land)
    ledger = Ledger(before)
    for count in range(most or LONGEST):
        where = f"{scenario} {number} after order {count}"
        if count % every == 0:
            compare(game, before, ledger, source, tally, where)
        if game.over:
            return
        order = choose(game, before, source)
        side = game.to_act
        events = game.play(order)
        after = read_position(game, land)
        ledger.follow(before, after, events)
        compare_events(before, events, tally, f"{where}, {side}: {order}")
        ledger.compare(game, after, tally, f"{where}, {side}: {order}")
        before = after
    assert most, f"{scenario} {number} did not end within {LONGEST} orders"


def choose(game: Any, p: Position, source: random.Random) -> Any:
    """Return a random order of somebody who often looks for a fight."""
    decision = game.choices()
    if source.random() < 0.25:
        return decision.random_order(source)
    actors = [actor for actor in decision.actors() if actor]
    if actors and decision.kind in ("combat", "momentum", "movement"):
        orders = list(decision.orders(source.choice(actors)))
        fights = [order for order in orders if order.verb == "attack"]
        zone = zones.zoc(p, other(p.side))
        closer = [order for order in orders if order.path and order.path[-1] in zone]
        if fights or closer:
            return source.choice(fights or closer)
    return decision.random_order(source)


# -- what changes with every order -------------------------------------------------------------------


class Ledger:
    """What the referee keeps from order to order: control of hexes, MP spent and stacks that entered."""

    def __init__(self, p: Position) -> None:
        """Begin as the map is printed [12.2]."""
        self.red = set(p.land.pact_country)
        self.taken = set(p.land.pact_country)
        self.spent: dict[str, float] = {}
        self.entered: dict[str, int] = {}
        self.phase: tuple[int, str, str] = (0, "", "")

    def follow(self, before: Position, after: Position, events: list[Any]) -> None:
        """Note what an order changed."""
        for event in events:
            name = type(event).__name__
            if name == "Moved":
                self.seize(event.side, event.hexes[1:])
                cost = movement.path_cost(before, list(event.units), list(event.hexes))
                for unit in event.units:
                    self.spent[unit] += cost
            elif name == "Entered":
                hex_ = event.hexes[0]
                cost = movement.entry_cost(before, event.units[0], hex_, self.entered.get(hex_, 0))
                self.entered[hex_] = self.entered.get(hex_, 0) + 1
                self.spent.update(dict.fromkeys(event.units, cost))
        for side in ("pact", "nato"):
            self.seize(side, [after.at[u] for u in after.units_of(side)])
        if (after.turn, after.phase, after.side) != self.phase:
            self.phase = (after.turn, after.phase, after.side)
            if after.phase == "movement":
                self.begin_movement(after)
        elif after.phase == "movement":
            for unit in after.units_of(after.side):
                if after.ew[unit] > before.ew[unit]:
                    self.jam(after, unit)

    def seize(self, side: str, hexes: Any) -> None:
        """Give a side control of hexes that its units enter [3.0]."""
        if side == "pact":
            self.red |= set(hexes)
            self.taken |= set(hexes)
        else:
            self.red -= set(hexes)

    def begin_movement(self, p: Position) -> None:
        """Give every unit its MP, less what EW markers take [6.3, 10.0]."""
        self.entered = {}
        self.spent = dict.fromkeys(p.ew, 0.0)
        for unit in p.units_of(p.side):
            self.jam(p, unit)

    def jam(self, p: Position, unit: str) -> None:
        """Halve the remaining MP of a unit with one EW marker, rounding up [6.3, R-NUR-50]."""
        if (
            p.ew[unit] == 1
            and unit not in p.column
            and not is_(unit, "static")
            and not is_(unit, "heliborne")
        ):
            rest = position.movement_factor(unit) - self.spent[unit]
            self.spent[unit] += max(0, rest - min(rest, ceil(rest / 2)))

    def compare(self, game: Any, p: Position, tally: Tally, where: str) -> None:
        """Compare what the referee kept with the state."""
        tally.compare("control", p.red, self.red, where)
        if p.phase == "movement" and not game.over:
            units = [u for u in p.units_of(p.side) if u not in p.stopped and not is_(u, "heliborne")]
            program = {u: p.spent[u] for u in units}
            tally.compare("MP spent", program, {u: self.spent[u] for u in units}, where)
        if not game.over:
            return
        expected = victory.winner(p, self.red)
        if not game.result.title.endswith("concedes"):
            tally.compare("victory", game.result.winner or "draw", expected, where)


def compare_events(p: Position, events: list[Any], tally: Tally, where: str) -> None:
    """Compare the battles and forced retreats that an order led to."""
    support = [m for e in events if type(e).__name__ == "SupportCommitted" for m in e.units]
    for event in events:
        name = type(event).__name__
        if name == "BattleFought":
            compare_battle(p, event, support, tally, where)
        elif name in ("Retreated", "NoRetreat") and not any(q.kind == "retreat" for q in p.questions):
            goals = combat.retreats(p, event.hexes[0])
            tally.compare("forced retreat", set(event.hexes[1:]), goals, where)


def compare_battle(p: Position, event: Any, support: list[str], tally: Tally, where: str) -> None:
    """Compare odds, modifier and result of a battle that was just resolved."""
    question = p.questions[-1] if p.questions else None
    if question is None or question.kind != "commit":
        return
    ids = p.ids
    attackers = [ids[c] for c in question.units]
    rest = question.data[1:]
    defenders, target = [ids[c] for c in rest], event.hexes[-1]
    side = side_of(attackers[0])
    ratio = combat.odds(
        combat.attack_total(p, attackers, target), sum(position.factor(p, u) for u in defenders)
    )
    drm = combat.modifier(p, attackers, target, defenders, support)
    dice = sum(event.dice)
    result = combat.result_of(side, ratio, dice + drm, target in p.land.cities)
    program = (event.odds, event.drm if event.dice else drm, event.result)
    tally.compare("battle", program, (combat.written(ratio), drm, result), where)


# -- what may be done now ------------------------------------------------------------------------------


def compare(game: Any, p: Position, ledger: Ledger, source: random.Random, tally: Tally, where: str) -> None:
    """Compare what the program and the referee say about one position."""
    for side in ("pact", "nato"):
        tally.compare("zone of control", set(game.zoc(side)), zones.zoc(p, side), f"{where}, {side}")
    if p.turn and not (p.phase == "movement" and p.side == "nato"):  # NATO is checked as the phase ends [7.1]
        wrong = {h for h, units in p.stacks.items() if not zones.stack_is_legal(units)}
        excess = {game.scenario.board.grid.label(q.hex) for q in p.questions if q.kind == "overstacked"}
        tally.compare("stacking", excess, wrong, where)
    if game.over or not p.turn:
        return
    kind = p.questions[-1].kind if p.questions else p.phase
    if kind == "movement":
        compare_movement(game, p, ledger, source, tally, where)
    elif kind in ("combat", "momentum"):
        compare_attacks(game, p, source, tally, where)
    elif kind == "commit":
        compare_support(game, p, source, tally, where)
    elif kind == "retreat":
        listed = {order.target for order in game.orders() if order.verb == "retreat"}
        hex_ = game.scenario.board.grid.label(p.questions[-1].hex)
        tally.compare("retreat", listed, combat.retreats(p, hex_), where)
    elif kind == "advance":
        compare_advance(game, p, tally, where)


def compare_movement(
    game: Any, p: Position, ledger: Ledger, source: random.Random, tally: Tally, where: str
) -> None:
    """Compare where units can go and at what cost."""
    decision = game.choices()
    units = p.units_of(p.side)
    for unit in source.sample(units, min(5, len(units))):
        if is_(unit, "heliborne"):
            unrolled = p.ew[unit] == 1 and not p.flying[unit]
            landings = set() if unrolled else movement.landings(p, unit)
            tally.compare("flight", set(game.reach(unit)), landings, f"{where}, {unit}")
            continue
        program, own = game.reach(unit), movement.reach(p, [unit])
        tally.compare("reach", program, own, f"{where}, {unit} {p.at[unit]}")
        compare_columns(game, p, unit, source, tally, where)
    pairs = [u for u in p.stacks.values() if len(u) > 1 and side_of(u[0]) == p.side]
    for stack in source.sample(pairs, min(2, len(pairs))):
        some = [u for u in stack if not is_(u, "static") and not is_(u, "heliborne")]
        some = [u for u in some if p.began[u] == p.began[some[0]]][:2]
        if len(some) == 2 and all(game.reach(u) for u in some):
            own = movement.reach(p, some)
            tally.compare("stack reach", game.reach(*some), own, f"{where}, {some} {p.at[some[0]]}")
    off = ("withheld", "withheld-south", "coming")
    waiting = [u for u, place in p.at.items() if side_of(u) == p.side and place in off]
    waiting = [u for u in waiting if not COUNTERS[u].get("marker") and not is_(u, "home-guard")]
    for unit in source.sample(waiting, min(2, len(waiting))):
        listed = {(o.verb, o.path[-1]) for o in decision.orders(unit) if o.verb in ("enter", "enter-column")}
        tally.compare("entry", listed, movement.entries(p, unit, ledger.entered), f"{where}, {unit}")


def compare_columns(
    game: Any, p: Position, unit: str, source: random.Random, tally: Tally, where: str
) -> None:
    """Compare a few moves in column with what the program allows."""
    goals = movement.march(p, [unit], column=True) if True in movement.gaits(p, [unit]) else {}
    some = source.sample(sorted(goals), min(2, len(goals)))
    for hex_ in [*some, source.choice(sorted(p.land.board.distances(p.at[unit], 12)))]:
        if hex_ == p.at[unit]:
            continue
        allowed = game.check(f"column {unit} {p.at[unit]}-{hex_}") is None
        adjacent = hex_ in p.land.board.neighbours[p.at[unit]]
        if not adjacent:
            tally.compare("column", allowed, hex_ in goals, f"{where}, {unit} {p.at[unit]}-{hex_}")


def compare_attacks(game: Any, p: Position, source: random.Random, tally: Tally, where: str) -> None:
    """Compare who can attack and probe what, and the odds with every modifier."""
    momentum = None
    if p.questions:
        ids, label = p.ids, game.scenario.board.grid.label
        question = p.questions[-1]
        momentum = [ids[c] for c in question.units if p.at[ids[c]] == label(question.hex)]
    units = p.units_of(p.side)
    near: dict[str, list[str]] = {}
    for unit in units:
        for hex_ in p.land.board.neighbours[p.at[unit]]:
            if zones.has_enemy(p, p.side, hex_):
                near.setdefault(hex_, []).append(unit)
                allowed = game.check(f"attack {hex_} {unit}") is None
                own = combat.may_attack(p, [unit], hex_, momentum)
                tally.compare("attack", allowed, own, f"{where}, {unit} on {hex_}")
    for target, around in near.items():
        for _ in range(2):
            some = source.sample(around, source.randint(1, len(around)))
            order = f"attack {target} {','.join(some)}"
            allowed = game.check(order) is None
            own = combat.may_attack(p, some, target, momentum)
            tally.compare("joint attack", allowed, own, f"{where}, {order}")
            if allowed and own:
                compare_odds(game, p, order, some, target, momentum is not None, tally, where)
    for unit in source.sample(units, min(6, len(units))):
        listed = {o.target for o in game.choices().orders(unit) if o.verb == "probe"}
        own_probes = combat.probes(p, unit, momentum)
        tally.compare("probe", listed, own_probes, f"{where}, {unit} {p.at[unit]}")


def compare_odds(
    game: Any,
    p: Position,
    order: str,
    units: list[str],
    target: str,
    momentum: bool,
    tally: Tally,
    where: str,
) -> None:
    """Compare the preview of an attack: odds, modifier and the chance of every result."""
    explained = game.preview(order)
    defenders = combat.defenders_of(p, target, momentum)
    ratio = combat.odds(combat.attack_total(p, units, target), sum(position.factor(p, u) for u in defenders))
    drm = combat.modifier(p, units, target, defenders, [])
    chances: dict[str, float] = {}
    for die in range(1, 7):
        result = combat.result_of(p.side, ratio, die + drm, target in p.land.cities)
        chances[result] = chances.get(result, 0.0) + 1 / 6
    program = {name: round(chance, 6) for name, chance in explained.outcomes.items()}
    own = {name: round(chance, 6) for name, chance in chances.items()}
    tally.compare("odds", explained.total.split(",")[0], combat.written(ratio), f"{where}, {order}")
    if "," in explained.total:
        tally.compare("modifier", explained.total.split(", ")[1], f"{drm:+d}", f"{where}, {order}")
    tally.compare("chances", program, own, f"{where}, {order}")


def compare_support(game: Any, p: Position, source: random.Random, tally: Tally, where: str) -> None:
    """Compare which support markers a side can commit."""
    ids = p.ids
    question = p.questions[-1]
    attackers, defenders = [ids[c] for c in question.units], [ids[c] for c in question.data[1:]]
    target = game.scenario.board.grid.label(question.hex)
    side = game.to_act
    units = attackers if side == side_of(attackers[0]) else defenders
    markers = [m for m in p.at if COUNTERS[m].get("marker") and side_of(m) == side]
    limit = combat.artillery_limit(p, side, side_of(attackers[0]), target)
    for _ in range(6):
        some = source.sample(markers, min(len(markers), source.randint(1, 5)))
        if source.random() < 0.7:
            some = [m for m in some if combat.usable_support(p, m, units, target)] or some[:1]
        guns = [m for m in some if COUNTERS[m]["kind"] == "artillery"]
        own = all(combat.usable_support(p, m, units, target) for m in some) and len(guns) <= limit
        order = f"commit {','.join(some)}"
        tally.compare("support", game.check(order) is None, own, f"{where}, {side}: {order}")


def compare_advance(game: Any, p: Position, tally: Tally, where: str) -> None:
    """Compare who can advance after combat, and whether somebody must [11.10]."""
    ids, label = p.ids, game.scenario.board.grid.label
    question = p.questions[-1]
    target, units = label(question.hex), [ids[c] for c in question.units]
    alive = [u for u in units if p.at[u] in p.land.board.hexes]
    own = {u for u in alive if p.at[u] != target and zones.has_room(p, [u], target)}
    listed = {o.units[0] for o in game.orders() if o.verb == "advance"}
    tally.compare("advance", listed, own, where)
    free = side_of(units[0]) == "nato" or any(p.at[u] == target for u in alive)
    tally.compare("advance is optional", game.check("stay") is None, free, where)
