"""Case 4.9: fog of war, what a side may see of the other [R-OCS-42].

In an enemy hex a side sees the hedgehog, port and air base, and one combat unit with its mode and whether it
is Out of Supply. Without a combat unit it sees only that the hex is not empty. The Dead Pile is open
[R-OCS-135].
"""

from __future__ import annotations

import msgspec

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.errors import Illegal
from grognard.core.facts import changed
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.kit.legality import one_unit
from grognard.games.ocs.air.planes import uppermost
from grognard.games.ocs.model.battle import Fight
from grognard.games.ocs.model.mission import Mission
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import AWAY, DEAD, GONE, HOSTED, NO_COUNTER, OcsState, units_at
from grognard.games.ocs.model.supply_events import TopChosen
from grognard.games.ocs.terrain.zones import attack_capable, hexes_of, units_with_zoc

COMBATS = ("combat", "interception")
"""The stages of a mission with an Air Combat [14.3]."""
UNSEEN = -9
"""The position of a counter that the viewer may not know: under a stack, or off the map."""
OPEN_BOXES = (DEAD, GONE)

# How the fields of a state are hidden from the enemy.
MODES = ("turned", "reserve", "strat", "dg", "exploit", "released", "out", "active")
"""Known of visible units [4.9a]."""
SECRET_SETS = (
    "low", "exhausted", "traced", "extended", "fueled", "filled", "primed", "bound", "moving", "finished",
    "switched", "bridging", "shipped", "worked", "arrived", "swapped", "fought", "fired",
    "captured", "returned", "favoured", "scant", "flown", "dropped", "beached", "refitted",
    "airlifted", "beaching",
)  # fmt: skip
"""Hidden for all enemy counters [4.9a]."""
SECRET_NUMBERS = (
    "lost",
    "tokens",
    "fresh",
    "spent",
    "reached",
    "laid",
    "gliders",
    "drop_turn",
    "unloaded",
    "rebased",
)
"""Likewise, columns with a number for each counter."""
SECRET_TOTALS = (
    "ledger", "rail_used", "sea_used", "incoming", "owed_pax", "owed_eq", "owed_trucks", "owed_wagons",
    "owed_fighter", "owed_air", "craft_ledger", "craft_lost",
)  # fmt: skip
"""Likewise, columns with a number for each side."""
SPECIAL = (
    "at", "level", "began", "due", "shown", "blown", "landed", "met", "questions", "fight", "host",
    "drop_hex", "mission", "craft_due",
)  # fmt: skip
"""Hidden in ways of their own (see `visible_columns`)."""
OPEN = (
    "turn", "phase_index", "result", "first", "ground", "flight", "ending", "relaid", "dug", "repaired",
    "attacked", "barraged", "wide", "second", "busted", "paved", "shelled", "targeted", "opening",
    "assaulting", "swell", "taken",
)  # fmt: skip
"""Public: the clock, weather, railways, control of hexes, hexes of combat, what ships have done."""


# -- visible counters ------------------------------------------------------------------------------


def eligible(state: OcsState, hex_: Hex, side: int) -> CounterSet:
    """Return the units that may be on top of a side's stack [4.8b].

    A unit with a ZOC if there is one [4.8b-C], or an HQ while no enemy unit is adjacent [4.8b-D].
    """
    units = units_at(state, hex_, side)
    first = units & units_with_zoc(state) or units
    grid, enemies = state.scenario.grid, state.held[1 - side]
    if first != units and not grid.spread(1 << hex_) & enemies:
        first |= units & state.scenario.hqs
    return first


def top(state: OcsState, hex_: Hex, side: int) -> int:
    """Return the top combat unit of a hex, by the owner's choice among the eligible, or -1 [4.9a]."""
    fit = eligible(state, hex_, side)
    chosen = fit & state.shown or fit & units_with_zoc(state) or fit
    return (chosen & -chosen).bit_length() - 1


def tops(state: OcsState, side: int) -> CounterSet:
    """Return the units of a side that its enemy sees."""
    hidden = veiled(state, side)  # depends on questions, so it is part of the key
    key = ("tops", side, hidden)
    found: CounterSet | None = state.cache.get(key)
    if found is None:
        shown = state.held[side] & ~hidden
        found = state.cache[key] = sum(1 << top(state, hex_, side) for hex_ in bits(shown))
    return found


def veiled(state: OcsState, side: int) -> HexSet:
    """Return the stacks of a side of which its enemy sees only a marker, by house rule [HR-2, R-OCS-299].

    Those whose top unit has a marker, without an adjacent Attack-Capable enemy, outside current combats.
    """
    if not state.scenario.on("HR-2"):
        return 0
    marked = state.reserve | state.strat | state.dg | state.exploit | state.out
    enemies = attack_capable(state) & state.scenario.of_side[1 - side]
    near = state.scenario.grid.spread(hexes_of(state, enemies))
    for question in state.questions:
        if question.kind in SECRET_QUESTIONS:
            continue
        near |= mask_of(state.at[c] for c in question.units if state.at[c] >= 0)
        near |= 1 << question.hex if question.hex >= 0 else 0
    if state.fight is not None:
        near |= hexes_of(state, state.fight.attackers | state.fight.defenders)
    return mask_of(hex_ for hex_ in bits(state.held[side] & ~near) if marked >> top(state, hex_, side) & 1)


def arrangeable(state: OcsState, side: int) -> CounterSet:
    """Return units that might be put on top of their stacks: a quick upper bound."""
    scenario = state.scenario
    return scenario.combat_units & scenario.of_side[side] & state.present & ~state.finished


def _may_show(state: OcsState, side: int, unit: int) -> bool:
    """Whether a unit can be put on top of its stack instead of another [R-OCS-42]."""
    where = state.at[unit]
    units = units_at(state, where, side) if where >= 0 else 0
    if not units >> unit & 1 or units == 1 << unit:
        return False
    return bool(eligible(state, where, side) >> unit & 1) and top(state, where, side) != unit


def top_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """List the order that puts a unit on top of its stack."""
    return [Order("top", units=state.scenario.names[unit])] if _may_show(state, side, unit) else []


def check_top(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why a unit cannot be on top of its stack, or None [4.8b]."""
    scenario = state.scenario
    unit = one_unit(order, scenario, "name one unit, as in: top U")
    if isinstance(unit, Illegal):
        return unit
    if not _may_show(state, side, unit):
        at = state.at[unit]
        if at < 0 or not units_at(state, at, side) >> unit & 1:
            return Illegal("4.8b-C", "{unit} is not one of your units on the map", unit=order.units[0])
        return Illegal(
            "4.8b-C",
            "{unit} cannot be on top; a unit with a ZOC must be, if there is one",
            unit=order.units[0],
        )
    return None


def apply_top(state: OcsState, side: int, order: Order) -> list[Event]:
    """Put a unit on top of its stack."""
    scenario = state.scenario
    unit = scenario.index[order.units[0]]
    where = state.at[unit]
    state.shown = state.shown & ~units_at(state, where, side) | 1 << unit
    changed(state)
    name, hexes = scenario.sides[side], (scenario.label(where),)
    return [TopChosen(side=name, units=order.units, hexes=hexes, rule="4.8b-C")]


def seen_of(state: OcsState, side: int) -> CounterSet:
    """Return the counters of a side that its enemy sees: top units, works and open boxes."""
    scenario, at = state.scenario, state.at
    own = scenario.of_side[side]
    works = (scenario.hedgehogs | scenario.ports | scenario.bases) & own
    found = tops(state, side) | sum(1 << c for c in bits(works) if at[c] != AWAY)
    flying = planes_in_combat(state) & own
    found |= top_planes(state, side) | flying | top_ships(state, side)
    found |= mask_of(state.host[c] for c in bits(flying)) & scenario.carriers  # [R-OCS-350]
    found |= scenario.boxes & own | _aimed_guns(state, side)
    if state.assaulting & own and state.fight:  # both expose their units in a combat [4.9b]
        found |= state.assaulting | state.fight.attackers
    return found | own & mask_of(c for c, place in enumerate(at) if place in OPEN_BOXES)


def _aimed_guns(state: OcsState, side: int) -> CounterSet:
    """Return the coastal guns of a side among which its enemy chooses a target [18.3c.3, R-OCS-357]."""
    found = 0
    for question in state.questions:
        if question.kind == "aim" and question.side != side and question.data[0]:
            found |= units_at(state, question.hex, side) & state.scenario.those(lambda c: c.coastal)
    return found


def top_planes(state: OcsState, side: int) -> CounterSet:
    """Return the top Active air unit of each of a side's bases, a Fighter if there is one [4.8b-E, 4.9a].

    Inactive ones lie below the base, and those of a carrier below other ships with it, unseen [R-OCS-203].
    By house rule all planes of a base are laid out [HR-3, R-OCS-134].
    """
    scenario, stacks = state.scenario, dict[int, list[int]]()
    unseen = scenario.carriers & ~top_ships(state, side) if scenario.carriers else 0
    laid_out = scenario.on("HR-3")
    for plane in bits((-1 if laid_out else state.active) & scenario.planes & scenario.of_side[side]):
        if state.host[plane] >= 0 and not unseen >> state.host[plane] & 1:
            stacks.setdefault(state.host[plane], []).append(plane)
    if laid_out:
        return mask_of(plane for stack in stacks.values() for plane in stack)
    return mask_of(uppermost(scenario, stack) for stack in stacks.values())


def planes_in_combat(state: OcsState) -> CounterSet:
    """Return the planes that both sides have laid out for an Air Combat [14.3e-A, 4.9d].

    Of a mission outside of one only the top plane shows [4.8b-E, R-OCS-203].
    """
    mission = state.mission
    if mission is None or (not mission.planes and mission.stage not in COMBATS):
        return 0
    if mission.stage not in COMBATS:
        return 1 << uppermost(state.scenario, mission.planes)
    return mask_of(mission.planes) | mission.foes | mission.extras


def top_ships(state: OcsState, side: int) -> CounterSet:
    """Return one ship of each of a side's hexes with ships, and one counter of landing craft [R-OCS-269].

    A carrier shows only where no other ship does: a firer must see what screens carriers [18.2d].
    """
    scenario, found = state.scenario, 0
    fleet = (scenario.ships | scenario.craft) & scenario.of_side[side]
    if not fleet:
        return 0
    known = looked_at(state, side)
    for hex_, there in state.here.items():
        ships = there & fleet & scenario.ships
        for group in (ships & ~scenario.carriers or ships, there & fleet & scenario.craft):
            chosen = group & state.shown or group
            found |= chosen & -chosen
        if known >> hex_ & 1:
            found |= ships
    return found


def looked_at(state: OcsState, side: int) -> HexSet:
    """Return the hexes of which the enemy of a side knows all ships in this phase [18.3c.3, R-OCS-269].

    He has announced fire at them; after it he remembers, and no ship sails before the phase is over.
    """
    fleet = (state.scenario.ships | state.scenario.craft) & state.scenario.of_side[side]
    hexes = hexes_of(state, fleet & state.targeted)
    for question in state.questions:
        if question.kind == "aim" and question.side != side:
            hexes |= 1 << question.hex
    return hexes


def things_alone(state: OcsState, side: int) -> HexSet:
    """Return hexes with only supply or transports of a side: the enemy sees that they are not empty."""
    scenario = state.scenario
    soft = (scenario.dumps | scenario.transports) & scenario.of_side[side]
    held = state.held[side]
    return sum(1 << hex_ for hex_, there in state.here.items() if there & soft and not held >> hex_ & 1)


def has_zone(state: OcsState, hex_: Hex, side: int) -> bool:
    """Whether a side's stack exerts a ZOC, which its enemy may know [4.8b-D]."""
    return bool(units_at(state, hex_, side) & units_with_zoc(state))


def hidden_sides(state: OcsState, viewer: str) -> tuple[int, ...]:
    """Return the sides hidden from a viewer (``""``: a spectator); none when the game is over."""
    if state.result is not None:
        return ()
    return tuple(side for side, name in enumerate(state.scenario.sides) if name != viewer)


# -- visible state ---------------------------------------------------------------------------------


def visible_columns(state: OcsState, viewer: str) -> OcsState:
    """Return a copy without anything that a viewer may not know; its derived columns are not valid."""
    visible = state.copy()
    for side in hidden_sides(state, viewer):
        _hide(state, visible, side)
        visible.questions = [visible_question(state, question, side) for question in visible.questions]
        visible.fight = visible_fight(state, visible.fight, side) if visible.fight else None
        visible.mission = visible_mission(state, visible.mission, side) if visible.mission else None
    return visible


def _hide(state: OcsState, visible: OcsState, side: int) -> None:
    """Remove from the copy of a state what the enemy of a side may not know."""
    scenario = state.scenario
    own, seen = scenario.of_side[side], seen_of(state, side)
    hidden = own & ~seen
    fresh = fresh_values(scenario)
    for name in MODES:
        setattr(visible, name, getattr(visible, name) & ~hidden | fresh[name] & hidden)
    for name in SECRET_SETS:
        setattr(visible, name, getattr(visible, name) & ~own | fresh[name] & own)
    for name in SECRET_NUMBERS:
        column = getattr(visible, name)
        if any(column):
            for c in bits(own):
                column[c] = 0
    for name in SECRET_TOTALS:
        getattr(visible, name)[side] = 0
    visible.craft_due[2 * side : 2 * side + 2] = [0, 0]
    for c in bits(hidden):
        visible.at[c] = UNSEEN
        visible.level[c] = 0
        visible.host[c] = NO_COUNTER
    for c in bits(own):
        visible.began[c] = AWAY
        visible.due[c] = scenario.counters[c].turn
        visible.drop_hex[c] = AWAY
    for number, goal in enumerate(scenario.file.victory.goals):
        if (goal.side or scenario.file.victory.winner) == scenario.sides[side]:
            visible.met &= ~(1 << number)
    visible.shown = visible.shown & ~own | tops(state, side)
    if state.side == side:
        visible.blown = 0
    for number, source in enumerate(scenario.file.source):
        if scenario.side_index[source.side] == side:
            visible.landed[number] = 0


def fresh_values(scenario: OcsScenario) -> dict[str, CounterSet]:
    """Return the default sets, as for counters about which nothing is known."""
    values = dict.fromkeys((*MODES, *SECRET_SETS), 0)
    return {**values, "turned": scenario.one_faced, "traced": scenario.combat_units}


# -- open questions --------------------------------------------------------------------------------


SECRET_QUESTIONS = ("recover", "trace", "eat", "markers", "stand-down", "jettison")
"""Questions of which the enemy knows only that they are open: units that lack supply,
hidden Reserves, planes, cargo."""
AMOUNTS = ("yield", "displace")
"""Questions whose data are a public number, then the captured amount."""


def visible_question(state: OcsState, question: Question, side: int) -> Question:
    """Return a question as the enemy of a side sees it: of each hex only the top unit."""
    if question.side != side:
        hides = question.kind == "beach"  # the attackers are not exposed yet [18.6b]
        return Question(question.kind, question.side, (), question.hex) if hides else question
    if question.kind in SECRET_QUESTIONS:
        return Question(question.kind, question.side)
    units = tuple(c for c in dict.fromkeys(stand_in(state, c) for c in question.units) if c >= 0)
    data = (question.data[0], 0) if question.kind in AMOUNTS else question.data
    return Question(question.kind, question.side, units, question.hex, data)


def visible_fight(state: OcsState, fight: Fight, side: int) -> Fight:
    """Return a combat as the enemy of a side sees it: of each hex only the top unit [4.9b]."""
    own = state.scenario.of_side[side]

    def seen(counter: int) -> int:
        return stand_in(state, counter) if counter != NO_COUNTER and own >> counter & 1 else counter

    def seen_set(counters: CounterSet) -> CounterSet:
        return counters & ~own | mask_of(c for c in map(seen, bits(counters & own)) if c >= 0)

    return msgspec.structs.replace(
        fight,
        attackers=seen_set(fight.attackers),
        lead=seen(fight.lead),
        defenders=seen_set(fight.defenders),
        guard=seen(fight.guard),
        supplied=seen_set(fight.supplied),
        hits=tuple(map(seen, fight.hits)),
    )


def visible_mission(state: OcsState, mission: Mission, side: int) -> Mission:
    """Return a mission as the enemy of a side sees it: its top plane, or all in combat, and no cargo [4.9d].

    That another plane shows at its base does not tell that it flies [R-OCS-203].
    """
    flying = planes_in_combat(state) if mission.side == side else seen_of(state, side)
    seen = flying | ~state.scenario.of_side[side]
    known = msgspec.structs.replace(
        mission,
        planes=tuple(c for c in mission.planes if seen >> c & 1),
        foes=mission.foes & seen,
        extras=mission.extras & seen,
        double=mission.double & seen,
        stay=mission.stay & seen,
    )
    if mission.side != side:
        return known
    return msgspec.structs.replace(
        known, cargo=(), tokens=0, gliders=0, loaded=-1, spared=0, further=(), further_tokens=0
    )


def stand_in(state: OcsState, counter: int) -> int:
    """Return the top unit that the enemy sees in place of a counter, or -1.

    Eliminated counters are visible.
    """
    where, side = state.at[counter], state.scenario.side_of[counter]
    if where == HOSTED:
        return counter if seen_of(state, side) >> counter & 1 else -1
    return counter if where < 0 else top(state, where, side) if state.held[side] >> where & 1 else -1
