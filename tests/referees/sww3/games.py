"""Random games of Stalin's World War III, compared with the referee."""

from __future__ import annotations

import random

from grognard.core.contract.decisions import Decision
from grognard.core.contract.orders import Order
from grognard.core.play.game import Game
from tests.referees.random_games import MAX_ORDERS, any_order, eager_order, hexes_of, walk
from tests.referees.sww3.referee import Referee
from tests.referees.sww3.setting import Unit, setting
from tests.referees.tally import Tally

SCENARIOS = (
    "pincher/campaign",
    "pincher/race-to-the-rhine",
    "sandown/campaign",
    "sandown/tabriz-and-erzurum",
    "grand-campaign/grand-campaign",
)
UNITS = 6
"""Units whose moves, attacks and probes are compared at a time."""
SUBSETS = 3
"""Sets of attackers whose odds are compared, of each unit against each target."""
TRACED = 24
"""Units whose supply is compared at a time."""


def referee_of(game: Game, mixed: set[str]) -> Referee:
    """Return the referee for the game as it is now."""
    view = game.view()
    known = view.known
    judge = Referee(setting(game.scenario.game.id, game.scenario.name), game.options)
    judge.turn = game.turn
    judge.side = "soviet" if view.phase_side == "soviet" else "allied"
    judge.phase, _, theatre = view.phase_name.partition(", ")
    judge.letter = {"": "", "Europe": "E", "the Mid-East": "M", "The Mid-East": "M"}[theatre]
    shown = {unit.id: unit for unit in view.units if not unit.marker}
    for counter in judge.ground.counters:
        full, reduced = counter["factors"], counter.get("reduced", counter["factors"])
        unit = Unit(
            counter["id"],
            "soviet" if counter["side"] == "soviet" else "allied",
            counter["nation"],
            counter["kind"],
            counter["size"],
            set(counter.get("tags", ())),
            (reduced, full),
            counter.get("steps", 1),
        )
        now = shown.get(unit.id)
        if now is not None:
            unit.at, unit.steps, unit.flags = now.at, now.steps, set(now.flags) - {"out of supply"}
            if "untried" in unit.tags:
                attack, defence, _ = now.factors.split("-")
                unit.known = attack != "?"
                unit.values = (int(attack), int(defence)) if unit.known else (0, 0)
        judge.units[unit.id] = unit
    for marker in view.units:
        if marker.kind == "air":
            judge.markers[marker.at] = "soviet" if marker.side == "soviet" else "allied"
        elif marker.kind == "aerial-supply":
            judge.aerial.add(marker.at)
    judge.red = hexes_of(game, known["red"])
    judge.neutral = hexes_of(game, known["neutral"])
    judge.nuked = hexes_of(game, known["nuked"])
    judge.flooded = bool(known["flooded"])
    judge.fight_first = bool(known["fight_first"])
    judge.mixed = mixed
    return judge


def mixed_stacks(judge: Referee) -> set[str]:
    """Return the Allied units that are stacked with another nation [11.18]."""
    return {
        unit.id
        for units in judge.stacks().values()
        for unit in units
        if unit.side == "allied" and len({u.nation for u in units}) > 1
    }


def choose(game: Game, decision: Decision, source: random.Random) -> Order:
    """Fight, move towards the enemy, and make few atomic attacks, so that games last."""
    if decision.kind == "setup" and source.random() < 0.3:
        fills = [order for order in decision.all() if order.verb == "fill"]
        if fills:
            return fills[0]
    for _ in range(20):
        order = eager_order(game, decision, source)
        rare = {"strike": 0.05, "end": 0.25, "flood": 0.1, "escalate": 0.5}.get(order.verb, 1.0)
        if source.random() < rare:
            return order
    return any_order(game, decision, source)


def play(scenario: str, number: int, every: int, tally: Tally, most: int = 0) -> None:
    """Play a random game and compare before every n-th order, and at every retreat."""
    source = random.Random(number)
    mixed: set[str] = set()
    moment = (0, "")
    for game, order in walk(scenario, number, choose, most or MAX_ORDERS):
        count = len(game.history)
        tally.where = f"{scenario} {number} order {count + 1} ({game.phase}, turn {game.turn})"
        if moment != (game.turn, game.phase):
            moment = (game.turn, game.phase)
            if "movement" in game.phase:
                mixed = mixed_stacks(referee_of(game, set()))
        decision = game.choices()
        kind = decision.kind if decision else ""
        rare = kind in ("retreat", "advance") or (kind == "combat" and count % 2 == 0)
        if game.turn and (count % every == 0 or order is None or rare):
            compare_now(game, tally, mixed, source)


def compare_now(game: Game, tally: Tally, mixed: set[str], source: random.Random) -> None:
    """Ask every question that the moment allows."""
    judge = referee_of(game, mixed)
    for side in game.sides:
        name = "soviet" if side == "soviet" else "allied"
        tally.same("zone of control", side, judge.zoc(name), set(game.zoc(side)))
    tally.same("stacking", "board", [], judge.overstacked())
    _compare_points(game, judge, tally)
    if game.result is not None:
        return
    _compare_supply(game, judge, tally, source)
    decision = game.choices()
    if decision is None:
        return
    if decision.kind == "movement":
        _compare_moves(game, decision, judge, tally, source)
    elif decision.kind == "combat":
        _compare_attacks(game, decision, judge, tally, source)
    elif decision.kind == "retreat":
        force = [judge.units[id_] for id_ in decision.units]
        offered = {o.target for o in decision.all() if o.verb == "retreat"}
        tally.same("retreats", decision.units, judge.retreats(force), offered)
    elif decision.kind == "advance":
        (hex_,) = decision.hexes
        able = {
            id_
            for id_ in decision.units
            if judge.on_map(judge.units[id_])
            and judge.units[id_].at != hex_
            and judge.units[id_].kind != "static"
            and judge.open_to(judge.units[id_], hex_)
            and judge.has_room(hex_, [judge.units[id_]])
        }
        offered = {o.units[0] for o in decision.all() if o.verb == "advance"}
        tally.same("advances", hex_, able, offered)


def _compare_supply(game: Game, judge: Referee, tally: Tally, source: random.Random) -> None:
    flags = {unit.id: unit.flags for unit in game.view().units}
    here = [u for u in judge.units.values() if judge.on_map(u)]
    for unit in source.sample(here, min(len(here), TRACED)):
        program = "out of supply" not in flags[unit.id]
        tally.same("supply", (unit.id, unit.at), judge.supplied(unit), program)


def _some(judge: Referee, source: random.Random, count: int) -> list[Unit]:
    """Return some units of the side on turn, mostly such as can act."""
    side = [u for u in judge.units.values() if judge.on_map(u) and u.side == judge.side]
    near = [u for u in side if u.at in judge.zoc(judge.enemy(judge.side))]
    picked = source.sample(near, min(len(near), count)) + source.sample(side, min(len(side), count))
    return list({u.id: u for u in picked}.values())


def _compare_moves(
    game: Game, decision: Decision, judge: Referee, tally: Tally, source: random.Random
) -> None:
    for unit in _some(judge, source, UNITS):
        orders = decision.orders(unit.id)
        able = judge.may_move(unit)
        normal = judge.reach(unit) if able else {}
        column = judge.reach(unit, column=True) if able else {}
        further = set(column) - set(normal)  # columns are listed where no ordinary move leads
        for verb, hexes in (("move", set(normal)), ("column", further)):
            offered = {o.path[-1] for o in orders if o.verb == verb and o.units == (unit.id,)}
            tally.same(f"moves: {verb}", (unit.id, unit.at), hexes, offered)
        both = {h: min(normal.get(h, 99), column.get(h, 99)) for h in {*normal, *column}}
        program = {h: float(cost) for h, cost in game.reach(unit.id).items()}
        tally.same("reach and cost", (unit.id, unit.at), both, program)
        if unit.side == "allied":
            known = game.view().known
            if known["sea_moves"]:
                judge.sea_from = game.scenario.board.grid.label(int(str(known["sea_from"])))
                judge.sea_to = game.scenario.board.grid.label(int(str(known["sea_to"])))
            offered = {o.path[-1] for o in orders if o.verb == "sea"}
            tally.same("sea moves", (unit.id, unit.at), judge.sea_moves(unit), offered)

    _compare_stack(game, judge, tally, source)
    if judge.side == "soviet":
        _compare_arrivals(game, judge, tally, source)


def _compare_stack(game: Game, judge: Referee, tally: Tally, source: random.Random) -> None:
    """Compare where some units of a random stack can go together."""
    stacks = [[u for u in units if judge.may_move(u)] for units in judge.stacks().values()]
    stacks = [units for units in stacks if len(units) > 1]
    if not stacks:
        return
    stack = source.choice(stacks)
    units = source.sample(stack, source.randint(2, len(stack)))
    ids, start = tuple(u.id for u in units), units[0].at
    reach = judge.reach_together(units)
    beyond = {near for hex_ in {*reach, start} for near in judge.board.neighbours(hex_)} - {start}
    for to in source.sample(sorted(beyond), min(len(beyond), 8)):
        legal = game.check(Order("move", units=ids, path=(to,))) is None
        tally.same("moves together", (ids, start, to), to in reach, legal)


def _compare_arrivals(game: Game, judge: Referee, tally: Tally, source: random.Random) -> None:
    """Compare where reserves can enter and paratroops can be dropped."""
    known = game.view().known
    waiting = [u for u in judge.units.values() if u.at in ("reserve", "airborne") and u.side == "soviet"]
    if not waiting:
        return
    unit = source.choice(waiting)
    place = unit.at
    late = bool(known["under_way"]) and "committed" not in unit.flags  # [R-PIN-31]
    if not late and not unit.flags & {"moved"}:
        program = {h: float(cost) for h, cost in game.reach(unit.id).items()}
        tally.same("entry and cost", unit.id, judge.entry(unit), program)
        unit.at = place
    if "drop" not in unit.tags or place != "airborne":
        return
    number = 1 if judge.letter == "M" else 0
    air, left = known["air"], known["aerial_left"]
    assert isinstance(air, list) and isinstance(left, list)
    hexes: set[str] = set()
    drop_hex = int(str(known["drop_hex"]))
    if air[number] == 0 and (left[number] or drop_hex >= 0):
        hexes = judge.drop_hexes(unit)
        if drop_hex >= 0:
            hexes &= {game.scenario.board.grid.label(drop_hex)}
    for target in source.sample(sorted(judge.board.terrain), 12):
        legal = game.check(Order("drop", target=target, units=(unit.id,))) is None
        tally.same("drops", (unit.id, target), target in hexes, legal)


def _compare_attacks(
    game: Game, decision: Decision, judge: Referee, tally: Tally, source: random.Random
) -> None:
    for unit in _some(judge, source, UNITS):
        targets = judge.targets(unit)
        alone = set() if unit.kind == "artillery" else targets
        allowed = {
            to
            for to in judge.board.neighbours(unit.at)
            if game.check(Order("attack", target=to, units=(unit.id,))) is None
        }
        tally.same("attacks", (unit.id, unit.at), alone, allowed)
        probes = {
            to
            for to in judge.board.neighbours(unit.at)
            if game.check(Order("probe", target=to, units=(unit.id,))) is None
        }
        tally.same("probes", (unit.id, unit.at), judge.probes(unit), probes)
        for target in sorted(targets):
            for _ in range(SUBSETS):
                _compare_odds(game, judge, target, unit, tally, source)


def _compare_odds(
    game: Game, judge: Referee, target: str, unit: Unit, tally: Tally, source: random.Random
) -> None:
    """Compare an attack by a random set of units that includes one."""
    others = [
        u
        for hex_ in judge.board.neighbours(target)
        for u in judge.in_hex(hex_, unit.side)
        if u is not unit and target in judge.targets(u)
    ]
    attackers = [unit, *source.sample(others, source.randint(0, len(others)))]
    order = Order("attack", target=target, units=tuple(u.id for u in attackers))
    involved = [*attackers, *judge.in_hex(target)]
    if not all(u.known for u in involved):
        return  # untried units are revealed in the battle
    legal = judge.strength(target, attackers) > 0
    tally.same("attack allowed", str(order), legal, game.check(order) is None)
    if not legal or game.check(order) is not None:
        return
    preview = game.preview(order)
    odds = judge.odds(target, attackers)
    if odds is not None:
        text = f"{odds + 1}:1" if odds >= 0 else f"1:{1 - odds}"
        tally.same("odds", str(order), text, preview.total)
    program = {result: round(chance, 6) for result, chance in preview.outcomes.items()}
    tally.same("results", str(order), judge.results(target, attackers), program)


def _compare_points(game: Game, judge: Referee, tally: Tally) -> None:
    for line in game.view().standings:
        if line.kind == "points":
            letter = {"": "", "Europe": "E", "the Mid-East": "M", "The Mid-East": "M"}[line.part]
            tally.same("victory points", line.part, judge.points(letter), line.value)
