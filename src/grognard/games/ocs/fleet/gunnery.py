"""Chapter 18.3: barrages by ships, and at ships by ships, aircraft and Coastal Artillery.

A barrage at ships is announced for a hex. Then the question `aim` shows the firer the ships there, and he
names a target for one or more firers until all have fired [18.3c].
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache, partial

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.explanation import Explanation, Line, Outcome
from grognard.core.contract.orders import Order
from grognard.core.contract.state import ask
from grognard.core.dice import Roller, every_roll
from grognard.core.english import plural
from grognard.core.errors import Illegal
from grognard.core.facts import changed
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.core.text import Text
from grognard.games.ocs.air.planes import strategic
from grognard.games.ocs.air.planes import strength as air_strength
from grognard.games.ocs.air.ranges import distance, is_beyond_half
from grognard.games.ocs.combat.barrage import (
    AIR_BASE,
    FACILITIES,
    facility_at,
    facility_named,
    fire,
    plane_loss_line,
)
from grognard.games.ocs.combat.barrage_table import (
    Shot,
    barrage_points,
    brackets_mean_dg,
    column_heading,
    column_of,
    column_shifts,
    effect_in_words,
    final_column,
    is_short_range,
    long_range_shift,
    roll_barrage,
    roll_facility_barrage,
)
from grognard.games.ocs.combat.strength import rounded
from grognard.games.ocs.model.charts import series_tables
from grognard.games.ocs.model.combat_events import BarrageForce
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.sea_events import NoGunsFound, Salvo, SalvoForce
from grognard.games.ocs.model.state import NO_COUNTER, OcsState, units_at
from grognard.games.ocs.sea.losses import strike
from grognard.games.ocs.sea.ships import craft_at, fleet_at, protection, values
from grognard.games.ocs.units.step_losses import eliminate

SEGMENTS = ("movement-barrage", "reaction-barrage", "exploitation-barrage")
"""The Barrage Segments in which ships fire; the Combat Phase has none for them [2.2, 10.0e]."""
SHIP, GUNS = "ship", "guns"
"""Words that name naval targets: ships, or Coastal Artillery as such [18.3c, 18.3g-C]."""


# -- who can fire ------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def _coastal(scenario: OcsScenario) -> CounterSet:
    return scenario.those(lambda c: c.coastal)


def coastal(state: OcsState, side: int) -> CounterSet:
    """Return a side's Coastal Artillery on the map [18.3g]."""
    scenario = state.scenario
    own = _coastal(scenario) & scenario.of_side[side]
    return mask_of(c for c in bits(own) if state.at[c] >= 0)


def able(state: OcsState, side: int) -> CounterSet:
    """Return the ships and Coastal Artillery that can fire at something in this segment [18.3a, 18.3g-A]."""
    if state.phase not in SEGMENTS or state.side != side or state.mission:
        return 0
    scenario = state.scenario
    ships = scenario.ships & scenario.of_side[side]
    ready = mask_of(c for c in bits(ships) if state.at[c] >= 0 and values(state, c).barrage)
    guns = coastal(state, side) & ~(state.reserve | state.strat)  # [R-OCS-264]
    return (ready | guns) & ~state.fired


def in_range(state: OcsState, firer: int) -> HexSet:
    """Return the hexes in range of a ship or gun, its own left out."""
    scenario, at = state.scenario, state.at[firer]
    ship = scenario.ships >> firer & 1
    far = values(state, firer).range if ship else scenario.counters[firer].range
    return scenario.grid.within(at, far) & scenario.playable & ~(1 << at)


def _check_firer(state: OcsState, side: int, firer: int, target: Hex) -> Illegal | None:
    scenario, bit = state.scenario, 1 << firer
    id_ = scenario.counter_ids[firer]
    if not scenario.of_side[side] & bit or state.at[firer] < 0:
        return Illegal("18.3c.1", "{unit} is not one of your units on the map", unit=id_)
    if not (scenario.ships | coastal(state, side)) & bit:
        reason = "{unit} cannot fire at ships; only ships, aircraft and Coastal Artillery can"
        return Illegal("18.3g.1", reason, unit=id_)
    if state.fired & bit:
        return Illegal("18.3a.1", "{unit} has already fired in this phase", unit=id_)
    if not able(state, side) & bit:
        return Illegal("18.3a.1", "{unit} cannot fire in this segment", unit=id_)
    if not in_range(state, firer) >> target & 1:
        return Illegal("10.1a", "{hex} is out of range of {unit}", hex=scenario.label(target), unit=id_)
    return None


# -- barrages at the ground --------------------------------------------------------------------------


def check_shelling(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why ships cannot barrage a ground target, or None [18.3a, 18.3b, 10.3]."""
    refusal = _check_common(state, side, order)
    if refusal:
        return refusal
    scenario, target = state.scenario, state.scenario.hex(order.target)
    for id_ in order.units:
        ship = scenario.index[id_]
        if state.shelled >> ship & 1:
            reason = "{unit} has already fired at a ground target in this game turn"
            return Illegal("18.3a-B", reason, unit=id_)
    if state.barraged >> target & 1:
        return Illegal("10.0e-A.1", "{hex} has already been barraged in this phase", hex=order.target)
    kind = facility_named(order)
    if len(order.words) > 1 or any(word not in FACILITIES for word in order.words):
        return Illegal("10.0d", "name one target: combat units, port, air-base, ship or guns")
    if kind and facility_at(state, target, 1 - side, kind) == NO_COUNTER:
        facility = kind.replace("-", " ")
        return Illegal("10.0c.1", "no enemy {facility} is in {hex}", facility=facility, hex=order.target)
    if not kind and not state.held[1 - side] >> target & 1:
        return Illegal("10.0a.1", "no enemy combat units are in {hex}", hex=order.target)
    return None


def _check_common(state: OcsState, side: int, order: Order) -> Illegal | None:
    if not order.target or not order.units or order.path:
        return Illegal("notation", "name the hex and the ships: barrage 14.07 A,B")
    if state.phase not in SEGMENTS or state.side != side:
        reason = "ships fire in the Barrage Segments of your Movement, Reaction and Exploitation Phases"
        return Illegal("18.3a.1", reason)
    target = state.scenario.hex(order.target)
    refusals = (_check_firer(state, side, state.scenario.index[id_], target) for id_ in order.units)
    return next((refusal for refusal in refusals if refusal), None)


def naval_shot(state: OcsState, ships: CounterSet) -> Shot:
    """Return the barrage of some ships, from one hex or several [18.3b.3]."""
    return Shot("naval", ships, sum(values(state, c).barrage for c in bits(ships)))


def apply_shelling(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Fire ships at a ground target, at no supply cost [18.3b, 10.3]."""
    scenario = state.scenario
    ships, target = mask_of(scenario.index[id_] for id_ in order.units), scenario.hex(order.target)
    state.fired |= ships
    state.shelled |= ships
    state.barraged |= 1 << target
    name = scenario.sides[side]
    events: list[Event] = [
        BarrageForce(side=name, units=order.units, hexes=(order.target,), rule="18.3b.3", only=(name,))
    ]
    fire(state, side, target, naval_shot(state, ships), facility_named(order), dice, events)
    return events


def preview_shelling(state: OcsState, side: int, order: Order) -> Explanation:
    """Explain a barrage of ships on the ground with its exact chances [18.3b]."""
    scenario, target = state.scenario, state.scenario.hex(order.target)
    shot = naval_shot(state, mask_of(scenario.index[id_] for id_ in order.units))
    lines = [Line(scenario.called[c], str(values(state, c).barrage), "18.3a.1") for c in bits(shot.firers)]
    found: dict[str, float] = {}
    if facility_named(order) == AIR_BASE:
        lines.append(plane_loss_line(shot.points))
    if facility_named(order):
        for chance in every_roll(partial(roll_facility_barrage, column_of("facility", shot.points))):
            key = plural(chance.result[0], "hit")
            found[key] = found.get(key, 0.0) + chance.probability
    else:
        moved = column_shifts(state, side, target, shot)
        lines += [Line(shift.label, f"{shift.columns:+d}", shift.rule) for shift in moved]
        column, soft = final_column(state, side, target, shot), brackets_mean_dg(state, side, target, shot)
        for rolled in every_roll(partial(roll_barrage, column, soft, naval=True)):
            key = effect_in_words(rolled.result.code, rolled.result.steps, rolled.result.dg)
            found[key] = found.get(key, 0.0) + rolled.probability
    outcomes = tuple(Outcome(key, chance) for key, chance in found.items())
    title = f"naval barrage of {order.target}"
    return Explanation(title, tuple(lines), plural(shot.points, "point"), outcomes)


# -- barrages at ships -------------------------------------------------------------------------------


def targets(state: OcsState, side: int, hex_: Hex, firers: CounterSet, word: str = SHIP) -> list[int]:
    """List the naval targets of a side in a hex: each ship, the landing craft together, or coastal guns.

    None is a target twice in a phase [18.3c.2]. Ships do not fire at a carrier while another ship that is
    not one is in range [18.2d, R-OCS-263].
    """
    scenario, enemy = state.scenario, 1 - side
    if word == GUNS:
        there = coastal(state, enemy) & units_at(state, hex_, enemy) & ~state.targeted
        return list(bits(there))
    there = fleet_at(state, hex_, enemy) & ~state.targeted
    found = there & scenario.ships
    craft = craft_at(state, hex_, enemy)
    if craft and not craft & state.targeted:
        found |= craft & -craft
    if firers & scenario.ships and _screen(state, side, firers):
        found &= ~scenario.carriers
    return list(bits(found))


def _screen(state: OcsState, side: int, firers: CounterSet) -> CounterSet:
    """Return the enemy ships other than carriers in range of ships that fire [18.2d]."""
    scenario = state.scenario
    reach = 0
    for firer in bits(firers & scenario.ships):
        reach |= in_range(state, firer)
    others = scenario.ships & ~scenario.carriers & scenario.of_side[1 - side]
    return mask_of(c for c in bits(others) if state.at[c] >= 0 and reach >> state.at[c] & 1)


def check_salvo(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why ships or coastal guns cannot fire at naval targets in a hex, or None [18.3c, 18.3g]."""
    refusal = _check_common(state, side, order)
    if refusal:
        return refusal
    scenario = state.scenario
    firers, target = mask_of(scenario.index[id_] for id_ in order.units), scenario.hex(order.target)
    if len(order.words) != 1:
        return Illegal("10.0d", "name one target: combat units, port, air-base, ship or guns")
    if firers & scenario.ships and firers & ~scenario.ships:
        return Illegal("10.0.1", "ships and Coastal Artillery do not fire together")
    word = order.words[0]
    if word == GUNS and firers & ~scenario.ships:
        return Illegal("18.3g-C.1", "only ships fire at Coastal Artillery as a naval target")
    if word == GUNS:
        return _check_guns(state, side, target)
    if not targets(state, side, target, firers):
        if targets(state, side, target, 0):
            return Illegal(
                "18.2d.1", "other enemy ships in range screen the carrier in {hex}", hex=order.target
            )
        return Illegal("18.3c.2", "no enemy ships in {hex} can be a target now", hex=order.target)
    return None


def _check_guns(state: OcsState, side: int, hex_: Hex) -> Illegal | None:
    """Return why ships cannot fire at guns that may be in a stack, or None [18.3g-C, R-OCS-357].

    The answer depends only on what the firer knows: that a stack is there, and guns aimed at before.
    """
    label, stack = state.scenario.label(hex_), units_at(state, hex_, 1 - side)
    if not stack:
        return Illegal("18.3g-C.1", "no enemy combat units in {hex}", hex=label)
    if stack & coastal(state, 1 - side) & state.targeted and not targets(state, side, hex_, 0, GUNS):
        return Illegal("18.3c.2", "the coastal guns in {hex} have been fired at in this phase", hex=label)
    return None


def salvo_orders(state: OcsState, side: int, firer: int) -> list[Order]:
    """List what a ship or coastal gun can fire at, alone; players can name groups."""
    if not able(state, side) >> firer & 1:
        return []
    scenario, found = state.scenario, []
    names = scenario.names[firer]
    for hex_ in bits(in_range(state, firer) & mask_of(state.here)):
        label = scenario.label(hex_)
        for word in (SHIP, GUNS):
            order = Order("barrage", label, names, words=(word,))
            if check_salvo(state, side, order) is None:
                found.append(order)
        if scenario.ships >> firer & 1:
            for words in ((), *((kind,) for kind in FACILITIES)):
                order = Order("barrage", label, names, words=words)
                if check_shelling(state, side, order) is None:
                    found.append(order)
    return found


def apply_salvo(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Announce fire at naval targets in a hex [18.3c.3]."""
    scenario = state.scenario
    firers = [scenario.index[id_] for id_ in order.units]
    state.fired |= mask_of(firers)
    name = scenario.sides[side]
    events: list[Event] = [
        SalvoForce(side=name, units=order.units, hexes=(order.target,), rule="18.3c.3", only=(name,))
    ]
    announce(state, side, scenario.hex(order.target), firers, order.words[0], dice, events)
    return events


def announce(
    state: OcsState, side: int, hex_: Hex, firers: list[int], word: str, dice: Roller, events: list[Event]
) -> None:
    """Let the firer see the ships or coastal guns in a hex and aim [18.3c.3, R-OCS-357]."""
    if word == GUNS and not targets(state, side, hex_, 0, word):
        name, label = state.scenario.sides[side], state.scenario.label(hex_)
        events.append(NoGunsFound(side=name, hexes=(label,), rule="18.3g-C.1", final=True))
        return
    ask(state, Question("aim", side, tuple(firers), hex_, (int(word == GUNS),)))
    settle_aim(state, state.questions[-1], dice, events)


def settle_aim(state: OcsState, question: Question, dice: Roller, events: list[Event]) -> bool:
    """Fire without asking if there is one target, and end when there is none left; return whether so."""
    firers = mask_of(question.units)
    choice = targets(state, question.side, question.hex, firers, _word(question))
    if not firers or not choice:
        state.questions.pop()
        return True
    if len(choice) > 1:
        return False
    state.questions.pop()
    _resolve(state, question, firers, choice[0], dice, events)
    return True


def _word(question: Question) -> str:
    return GUNS if question.data[0] else SHIP


def preview_salvo(state: OcsState, side: int, order: Order) -> Explanation:
    """Explain fire at the visible naval targets of a hex, with exact chances if there is one [18.3c.3]."""
    scenario = state.scenario
    firers = mask_of(scenario.index[id_] for id_ in order.units)
    hex_, word = scenario.hex(order.target), order.words[0]
    choice = targets(state, side, hex_, firers, word)
    question = Question("aim", side, bits(firers), hex_, (int(word == GUNS),))
    if len(choice) == 1:
        aim = Order("aim", units=order.units, words=(scenario.counter_ids[choice[0]],))
        return preview_aim(state, question, aim)
    if not choice:
        line = Line("coastal guns seen in the hex", "none", "4.9a.1")
        return Explanation(f"fire at {order.target}", (line,), "wasted if there are none")
    lines = tuple(Line(scenario.called[c], str(points_at(state, firers, c)), "18.3c-C") for c in choice)
    return Explanation(f"fire at {order.target}", lines, "targets are chosen next")


# -- resolving ---------------------------------------------------------------------------------------


def points_at(state: OcsState, firers: CounterSet, target: int) -> int:
    """Return the points of a barrage at a target: planes double, divided by its Protection [18.3c]."""
    scenario, table = state.scenario, series_tables()["barrage"]["vs_ship"]
    total = Fraction(0)
    planes, ships = firers & scenario.planes, firers & scenario.ships
    if planes:
        total += air_strength(state, planes) * table["aircraft_strength_multiplier"]
    total += sum(values(state, c).barrage for c in bits(ships))
    total += sum((barrage_points(state, c) for c in bits(firers & ~(planes | ships))), Fraction(0))
    return rounded(total / protection(state, target))


def column_at(state: OcsState, firers: CounterSet, target: int) -> int:
    """Return the column of a barrage at a ship; only the distance of aircraft shifts it [18.3c-A]."""
    scenario, table = state.scenario, series_tables()["barrage"]
    column = column_of("barrage", points_at(state, firers, target))
    planes = firers & scenario.planes
    if planes:
        far = max(distance(state, state.host[c], state.at[target]) for c in bits(planes))
        shot = Shot("air", planes, 0, far, bool(planes & strategic(scenario)))
        if is_short_range(shot):
            column += table["shifts"]["all_aircraft_within_10_hexes_of_base"]
        if scenario.on("21.4") and any(_is_long(state, c, state.at[target]) for c in bits(planes)):
            column += long_range_shift()  # [R-OCS-310]
    return min(max(column, 0), len(table["column_min"]) - 1)


def _is_long(state: OcsState, plane: int, hex_: Hex) -> bool:
    return is_beyond_half(state, plane, distance(state, state.host[plane], hex_))


def _resolve(
    state: OcsState, question: Question, firers: CounterSet, target: int, dice: Roller, events: list[Event]
) -> None:
    """Roll for a barrage at a target and apply the result [18.3c, 18.3d, 18.3g-C]."""
    scenario, hex_ = state.scenario, state.at[target]
    column = column_at(state, firers, target)
    rolled = roll_barrage(column, True, dice)  # brackets are DG [R-OCS-260]
    craft = bool(scenario.craft >> target & 1)
    state.targeted |= craft_at(state, hex_, 1 - question.side) if craft else 1 << target
    changed(state)
    events.append(
        Salvo(
            side=scenario.sides[question.side],
            hexes=(scenario.label(hex_),),
            dice=rolled.dice,
            target=scenario.counter_ids[target],
            points=points_at(state, firers, target),
            column=column_heading(column),
            result=rolled.code,
            steps=rolled.steps,
            disorganized=rolled.dg,
            rule="18.3c.2",
            final=True,
        )
    )
    if question.data[0]:
        events += eliminate(state, target, "18.3g-C.2") if rolled.steps else []
    else:
        events += strike(state, target, rolled.steps, rolled.dg, dice)


# -- the question ------------------------------------------------------------------------------------


def answers(state: OcsState, question: Question) -> list[Order]:
    """List each target for all firers together and for each alone."""
    ids = state.scenario.counter_ids
    groups = dict.fromkeys((question.units, *((c,) for c in question.units)))
    found = []
    for target in targets(state, question.side, question.hex, mask_of(question.units), _word(question)):
        for group in groups:
            found.append(Order("aim", units=tuple(ids[c] for c in group), words=(ids[target],)))
    return found


def check(state: OcsState, question: Question, order: Order) -> Illegal | None:
    """Return why an answer is illegal, or None: ``aim FIRERS TARGET`` [18.3c]."""
    index = state.scenario.index
    firers = [index[id_] for id_ in order.units]
    if not firers or len(order.words) != 1 or order.target or order.path:
        return Illegal("notation", "name the firers and the target: aim A,B SHIP")
    strange = [id_ for id_ in order.units if index[id_] not in question.units]
    if strange:
        return Illegal("18.3c.3", "{unit} does not take part in this barrage", unit=strange[0])
    choice = targets(state, question.side, question.hex, mask_of(question.units), _word(question))
    if index.get(order.words[0], -1) not in choice:
        return Illegal("18.3c.2", "{word} is not a target in this hex", word=order.words[0])
    return None


def answer(state: OcsState, question: Question, order: Order, dice: Roller) -> list[Event]:
    """Fire at one target; the other firers aim next [18.3c.3]."""
    index = state.scenario.index
    firers = mask_of(index[id_] for id_ in order.units)
    rest = tuple(c for c in question.units if not firers >> c & 1)
    state.questions[-1] = Question("aim", question.side, rest, question.hex, question.data)
    events: list[Event] = []
    _resolve(state, question, firers, index[order.words[0]], dice, events)
    return events


def sentence(state: OcsState, question: Question) -> Text | str:
    """Return what the question asks."""
    hex_ = state.scenario.label(question.hex)
    return Text("Choose the targets in {hex} for {units}.", hex=hex_, units=_ids(state, question))


def _ids(state: OcsState, question: Question) -> tuple[str, ...]:
    return tuple(state.scenario.counter_ids[c] for c in question.units)


def preview_aim(state: OcsState, question: Question, order: Order) -> Explanation:
    """Explain fire at a target with its exact chances [18.3c, 18.3d]."""
    scenario = state.scenario
    firers, target = mask_of(scenario.index[id_] for id_ in order.units), scenario.index[order.words[0]]
    points, column = points_at(state, firers, target), column_at(state, firers, target)
    lines = (
        Line("points, divided by Protection", str(points), "18.3c-C"),
        Line("column", column_heading(column), "18.3c-A"),
    )
    found: dict[str, float] = {}
    for rolled in every_roll(partial(roll_barrage, column, True)):
        key = _effect(state, question, target, rolled.result.steps, rolled.result.dg)
        found[key] = found.get(key, 0.0) + rolled.probability
    outcomes = tuple(Outcome(key, chance) for key, chance in found.items())
    return Explanation(f"fire at {scenario.called[target]}", lines, plural(points, "point"), outcomes)


def _effect(state: OcsState, question: Question, target: int, steps: int, dg: bool) -> str:
    """Return in words what a result does to a target."""
    scenario = state.scenario
    if question.data[0]:
        return "eliminated" if steps else "no effect"
    if not dg:
        return "no effect"
    hits = steps + (state.dg >> target & 1)
    if scenario.craft >> target & 1:
        return f"{plural(hits, 'point')} lost, DG" if hits else "DG"
    hits += state.lost[target]
    return "sunk" if hits >= 2 else "damaged, DG" if hits > state.lost[target] else "DG"
