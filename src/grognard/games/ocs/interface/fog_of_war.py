"""Fog of war: what a side may see of the other one [4.9, R-OCS-42].

Of an enemy hex a side sees the hedgehog, port and air base, and one combat unit with its mode and whether it
is Out of Supply; where there is no combat unit, that something is there. The Dead Pile lies open [R-OCS-135].
"""

from __future__ import annotations

from typing import Any

import msgspec

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.kit.legality import one_unit
from grognard.games.kit.states import changed
from grognard.games.ocs.model.battle import Fight
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import AWAY, DEAD, GONE, OcsState, units_at
from grognard.games.ocs.terrain.zones import units_with_zoc
from grognard.games.ocs.units.active_stack import present

UNSEEN = -9
"""Where a counter is for one who may not know it: under a stack, or off the map."""
OPEN_BOXES = (DEAD, GONE)

# How the fields of a state are kept from the enemy; a field that is in none of these is open to everybody.
MODES = ("turned", "reserve", "strat", "dg", "exploit", "released", "out")
"""Known of the units that are seen [4.9a]."""
SECRET_SETS = (
    "low", "exhausted", "traced", "extended", "fueled", "filled", "primed", "bound", "moving", "finished",
    "switched", "bridging", "shipped", "worked", "arrived", "swapped", "fought", "fired",
)  # fmt: skip
"""Known of no enemy counter [4.9a]."""
SECRET_NUMBERS = ("lost", "tokens", "fresh", "spent", "reached", "laid")
"""Likewise, in columns with a number for each counter."""
SECRET_TOTALS = ("ledger", "rail_used", "sea_used", "incoming", "owed_pax", "owed_eq")
"""Likewise, with a number for each side."""
SPECIAL = ("at", "level", "began", "due", "shown", "blown", "landed", "met", "questions", "fight")
"""Kept in a way of their own (see `known_to`)."""
OPEN = (
    "turn", "phase_index", "result", "first", "ground", "flight", "ending", "relaid", "dug", "repaired",
    "attacked", "barraged", "wide", "second",
)  # fmt: skip
"""What everybody sees: clock, weather, railways, who holds what, where was fought."""


# -- what is seen ----------------------------------------------------------------------------------


def eligible(state: OcsState, hex_: Hex, side: int) -> CounterSet:
    """The units that may lie on top of a side's stack [4.8b].

    One with a zone when there is any [4.8b-C]; an HQ as well while no enemy unit is adjacent [4.8b-D].
    """
    units = units_at(state, hex_, side)
    first = units & units_with_zoc(state) or units
    grid, enemies = state.scenario.grid, state.held[1 - side]
    if first != units and not grid.spread(1 << hex_) & enemies:
        first |= units & state.scenario.hqs
    return first


def top(state: OcsState, hex_: Hex, side: int) -> int:
    """The combat unit that shows in a hex, the owner's choice among the eligible; -1 without any [4.9a]."""
    fit = eligible(state, hex_, side)
    chosen = fit & state.shown or fit & units_with_zoc(state) or fit
    return (chosen & -chosen).bit_length() - 1


def tops(state: OcsState, side: int) -> CounterSet:
    """The units of a side that its enemy sees."""
    key = ("tops", side)
    found: CounterSet | None = state.cache.get(key)
    if found is None:
        found = state.cache[key] = sum(1 << top(state, hex_, side) for hex_ in bits(state.held[side]))
    return found


def arrangeable(state: OcsState, side: int) -> CounterSet:
    """Units that could perhaps be put on top of their stacks, at a glance."""
    scenario = state.scenario
    return scenario.combat_units & scenario.of_side[side] & present(state) & ~state.finished


def _may_show(state: OcsState, side: int, unit: int) -> bool:
    """Whether a unit could be on top of its stack instead of another [R-OCS-42]."""
    where = state.at[unit]
    units = units_at(state, where, side) if where >= 0 else 0
    if not units >> unit & 1 or units == 1 << unit:
        return False
    return bool(eligible(state, where, side) >> unit & 1) and top(state, where, side) != unit


def top_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """A unit can be put on top of its stack by itself."""
    return [Order("top", units=state.scenario.names[unit])] if _may_show(state, side, unit) else []


def check_top(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Whether a unit may be what the enemy sees of a stack [4.8b]."""
    scenario = state.scenario
    unit = one_unit(order, scenario, "name one unit, as in: top U")
    if isinstance(unit, Illegal):
        return unit
    if not _may_show(state, side, unit):
        at = state.at[unit]
        if at < 0 or not units_at(state, at, side) >> unit & 1:
            return Illegal("4.8b-C", f"{order.units[0]} is not a unit of yours on the map")
        return Illegal("4.8b-C", f"{order.units[0]} cannot be put on top: a unit with a zone shows, if any")
    return None


def apply_top(state: OcsState, side: int, order: Order) -> list[Event]:
    """A unit shows from now on in place of the others of its stack."""
    scenario = state.scenario
    unit = scenario.index[order.units[0]]
    where = state.at[unit]
    state.shown = state.shown & ~units_at(state, where, side) | 1 << unit
    changed(state)
    name, hexes = scenario.sides[side], (scenario.label(where),)
    says = "{units} is on top of its stack in {hex}"
    return [Event("top", says, side=name, units=order.units, hexes=hexes, rule="4.8b-C")]


def seen_of(state: OcsState, side: int) -> CounterSet:
    """All counters of a side that its enemy sees: tops, works and what lies in open boxes."""
    scenario, at = state.scenario, state.at
    own = scenario.of_side[side]
    works = (scenario.hedgehogs | scenario.ports | scenario.bases) & own
    found = tops(state, side) | sum(1 << c for c in bits(works) if at[c] != AWAY)
    return found | sum(1 << c for c in bits(own) if at[c] in OPEN_BOXES)


def things_alone(state: OcsState, side: int) -> HexSet:
    """Hexes where a side has supply or transports and no combat unit: that something is there is seen."""
    scenario = state.scenario
    soft = (scenario.dumps | scenario.transports) & scenario.of_side[side]
    held = state.held[side]
    return sum(1 << hex_ for hex_, there in state.here.items() if there & soft and not held >> hex_ & 1)


def has_zone(state: OcsState, hex_: Hex, side: int) -> bool:
    """Whether a side's stack has a zone, which its enemy is told [4.8b-D]."""
    return bool(units_at(state, hex_, side) & units_with_zoc(state))


def hidden_sides(state: OcsState, viewer: str) -> tuple[int, ...]:
    """The sides whose secrets are kept from a viewer (``""``: a spectator); none when the game is over."""
    if state.result is not None:
        return ()
    return tuple(side for side, name in enumerate(state.scenario.sides) if name != viewer)


# -- what is known ---------------------------------------------------------------------------------


def known_to(state: OcsState, viewer: str) -> dict[str, Any]:
    """The state as plain values, with everything left out that a viewer may not know."""
    plain = state.plain()
    questions, fight = state.questions, state.fight
    for side in hidden_sides(state, viewer):
        _veil(state, plain, side)
        questions = [veiled_frame(state, question, side) for question in questions]
        fight = veiled_fight(state, fight, side) if fight else fight
    plain["stack"], plain["fight"] = msgspec.to_builtins((questions, fight))
    return plain


def _veil(state: OcsState, plain: dict[str, Any], side: int) -> None:
    """Leave out of plain values what the enemy of a side may not know."""
    scenario = state.scenario
    own, seen = scenario.of_side[side], seen_of(state, side)
    hidden = own & ~seen
    fresh = fresh_values(scenario)
    for name in MODES:
        plain[name] = plain[name] & ~hidden | fresh[name] & hidden
    for name in SECRET_SETS:
        plain[name] = plain[name] & ~own | fresh[name] & own
    for name in SECRET_NUMBERS:
        column = plain[name]
        for c in bits(own):
            column[c] = 0
    for name in SECRET_TOTALS:
        plain[name][side] = 0
    at, level, began, due = (plain[name] for name in ("at", "level", "began", "due"))
    for c in bits(hidden):
        at[c] = UNSEEN
        level[c] = 0
    for c in bits(own):
        began[c] = AWAY
        due[c] = scenario.counters[c].turn
    for number, goal in enumerate(scenario.file.victory.goals):
        if (goal.side or scenario.file.victory.winner) == scenario.sides[side]:
            plain["met"] &= ~(1 << number)
    plain["shown"] = plain["shown"] & ~own | tops(state, side)
    if state.side == side:
        plain["blown"] = 0
    for number, source in enumerate(scenario.file.source):
        if scenario.side_index[source.side] == side:
            plain["landed"][number] = 0


def fresh_values(scenario: OcsScenario) -> dict[str, CounterSet]:
    """What the sets hold of a counter about which nothing is known."""
    values = dict.fromkeys((*MODES, *SECRET_SETS), 0)
    return {**values, "turned": scenario.one_faced, "traced": scenario.combat_units}


# -- questions in mid-battle -----------------------------------------------------------------------


UNTOLD = ("recover", "eat")
"""Questions that tell nothing but that they are open: who lacks supply is not seen."""
AMOUNTS = ("yield", "displace")
"""Questions that begin with a number everybody knows, and go on with what was captured."""


def veiled_frame(state: OcsState, question: Question, side: int) -> Question:
    """A question as the enemy of a side sees it: of units in a hex only the one that shows."""
    if question.side != side:
        return question
    if question.kind in UNTOLD:
        return Question(question.kind, question.side)
    units = tuple(c for c in dict.fromkeys(stand_in(state, c) for c in question.units) if c >= 0)
    data = (question.data[0], 0) if question.kind in AMOUNTS else question.data
    return Question(question.kind, question.side, units, question.hex, data)


def veiled_fight(state: OcsState, fight: Fight, side: int) -> Fight:
    """A combat as the enemy of a side sees it: of the units in a hex only the one that shows [4.9b]."""
    own = state.scenario.of_side[side]

    def veiled(counter: int) -> int:
        return stand_in(state, counter) if counter >= 0 and own >> counter & 1 else counter

    def veiled_set(counters: CounterSet) -> CounterSet:
        return counters & ~own | mask_of(c for c in map(veiled, bits(counters & own)) if c >= 0)

    return msgspec.structs.replace(
        fight,
        attackers=veiled_set(fight.attackers),
        lead=veiled(fight.lead),
        defenders=veiled_set(fight.defenders),
        guard=veiled(fight.guard),
        supplied=veiled_set(fight.supplied),
        hits=tuple(map(veiled, fight.hits)),
    )


def stand_in(state: OcsState, counter: int) -> int:
    """The unit of the same hex that the enemy sees in place of one of a side's; -1 when there is none.

    What has just been lost was seen to go.
    """
    where, side = state.at[counter], state.scenario.side_of[counter]
    return counter if where < 0 else top(state, where, side) if state.held[side] >> where & 1 else -1
