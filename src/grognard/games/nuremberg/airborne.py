"""Cases 12.4.1, 12.4.2, 13.5 and 13.6: the drop of the 103G, landings of the 26L and the Home Guard."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, partial
from typing import Literal, NamedTuple

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
from grognard.core.files.toml_shape import Chart
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of, nth
from grognard.core.text import Text
from grognard.games.afcent.model.scenario import NATO, PACT, AfcentScenario
from grognard.games.afcent.model.state import (
    AIRBORNE,
    COMING,
    RECALLED,
    AfcentState,
    counters_at,
    eliminate,
    put,
    zone,
)
from grognard.games.afcent.movement.active_stack import OFF_MAP, arrive
from grognard.games.afcent.movement.stacking import fits
from grognard.games.afcent.turn.sequence import next_phase
from grognard.games.nuremberg.events import (
    DropAnnihilated,
    DropCancelled,
    DropDecided,
    DropRevealed,
    DropRolled,
    Landed,
    NoLandingCity,
)

INTACT = "intact"
LANDINGS = {
    INTACT: "lands with combat factor {}",
    "reduced": "lands disrupted with combat factor {}",
    "eliminated": "is eliminated",
}
"""Outcomes of the drop of the 103G, best first [12.4.1.f, 12.4.1.i, 12.4.1.j]."""
RECALL = "recall"
"""The word with which the Pact cancels the drop [R-NUR-28]."""


@lru_cache(maxsize=64)
def tagged(scenario: AfcentScenario, tag: str) -> CounterSet:
    """Return the counters with a tag: `airdrop` (103G), `airland` (26L) or `home-guard`."""
    return mask_of(c for c, counter in enumerate(scenario.counters) if tag in counter.tags)


def waiting(state: AfcentState) -> CounterSet:
    """Return the 103G until its drop is made or cancelled."""
    return 0 if state.recalled else counters_at(state, AIRBORNE, tagged(state.scenario, "airdrop"))


# -- the drop of the 103G [12.4.1] -----------------------------------------------------------------


def reveal(state: AfcentState) -> list[Event]:
    """Reveal the plan in the turn of the drop and ask the Pact for a hex [12.4.1.a–c]."""
    unit = waiting(state)
    if not unit or not state.plan or state.plan[0] != state.turn:
        return []
    scenario, hexes = state.scenario, state.plan[1:]
    name, ids = scenario.sides[PACT], scenario.ids(unit)
    labels = tuple(scenario.label(hex_) for hex_ in hexes)
    revealed = DropRevealed(side=name, units=ids, hexes=labels, rule="12.4.1.a", final=True)
    free = tuple(hex_ for hex_ in hexes if hex_ not in state.here)
    if scenario.on("drop-needs-air") and state.sky != PACT:
        return [revealed, _cancel(state, unit, "no air superiority", "R-NUR-27")]
    if all(state.held[NATO] >> hex_ & 1 for hex_ in hexes):
        eliminate(state, unit)
        return [revealed, DropAnnihilated(side=name, units=ids, rule="12.4.1.c")]
    if not free:
        return [revealed, _cancel(state, unit, "hexes occupied", "R-NUR-29")]
    ask(state, Question("drop", PACT, bits(unit), data=free))
    return [revealed]


def _cancel(
    state: AfcentState, unit: CounterSet, cause: Literal["no air superiority", "hexes occupied"], rule: str
) -> Event:
    """Cancel the drop openly [R-NUR-27, R-NUR-29]."""
    state.recalled = True
    for c in bits(unit):
        put(state, c, RECALLED)
    name = state.scenario.sides[PACT]
    return DropCancelled(side=name, units=state.scenario.ids(unit), cause=cause, rule=rule)


def drop_orders(state: AfcentState) -> list[Order]:
    """List the hexes in which the 103G can drop [12.4.1.b]."""
    return [Order("drop", target=state.scenario.label(hex_)) for hex_ in state.questions[-1].data]


def check_drop(state: AfcentState, order: Order) -> Illegal | None:
    """Return why the 103G cannot drop in a hex [12.4.1.b, 12.4.1.c, R-NUR-29]."""
    if order in drop_orders(state):
        return None
    labels = [state.scenario.label(hex_) for hex_ in state.questions[-1].data]
    return Illegal("12.4.1.b", "name an unoccupied drop hex of the plan: {hexes}", hexes=labels)


def drop_modifiers(state: AfcentState, hex_: Hex) -> list[tuple[str, int, str]]:
    """Return the DRMs of a drop in a hex; none for an airfield outside enemy ZOC [13.5, R-NUR-30]."""
    scenario, chart = state.scenario, state.scenario.special["soviet_airborne_drm"]
    threatened = zone(state, NATO) >> hex_ & 1
    if scenario.airfields >> hex_ & 1 and not threatened:
        return [("airfield", chart["airfield_no_ezoc"], "13.5")]
    terrain = scenario.board.terrain_at(hex_).id
    lines = [(terrain, chart["marsh_or_city" if terrain in ("marsh", "city") else terrain], "13.5")]
    if threatened:
        lines.append(("enemy ZOC", chart["ezoc"], "13.5"))
    if state.night:
        lines.append(("night", chart["night"], "13.5"))
    return lines


class DropRoll(NamedTuple):
    """A die on one of the drop tables."""

    die: int
    modified: int
    result: str
    rule: str


def roll_drop(state: AfcentState, hex_: Hex, dice: Roller) -> list[DropRoll]:
    """Roll the drop in a hex; the last of the rolls gives the result [12.4.1.d–h, 13.5, 13.6]."""
    special = state.scenario.special
    die = dice.roll("drop of the 103rd Guards")
    modified = die + sum(value for _, value, _ in drop_modifiers(state, hex_))
    result = found(special["soviet_airborne_first"], modified)
    landing = [DropRoll(die, modified, result, "12.4.1.d")]
    if result != INTACT:
        die = dice.roll("103rd Guards, second table")
        result = found(special["soviet_airborne_second"], die)
        landing.append(DropRoll(die, die, result, "12.4.1.g"))
    return landing


def explain_drop(state: AfcentState, order: Order) -> Explanation:
    """Explain the DRMs of a drop and the probability of its outcomes [12.4.1.d–j]."""
    hex_ = state.scenario.grid.hex(order.target)
    modifiers = drop_modifiers(state, hex_)
    lines = tuple(Line(what, f"{value:+d}", rule) for what, value, rule in modifiers)
    total = sum(value for _, value, _ in modifiers)
    shares = dict.fromkeys(LANDINGS, 0.0)
    for chance in every_roll(partial(roll_drop, state, hex_)):
        shares[chance.result[-1].result] += chance.probability
    unit = state.questions[-1].units[0]
    factors = {INTACT: state.scenario.factor[unit], "reduced": state.scenario.weak_factor[unit]}
    chances = tuple(
        Outcome(result, share, LANDINGS[result].format(factors.get(result)))
        for result, share in shares.items()
        if share
    )
    return Explanation(f"drop in {order.target}", lines, f"DRM {total:+d}", chances)


def apply_drop(state: AfcentState, order: Order, dice: Roller) -> list[Event]:
    """Resolve the drop: intact, disrupted or eliminated [12.4.1.d–k, 13.5, 13.6]."""
    question = state.questions.pop()
    hex_, unit = state.scenario.grid.hex(order.target), mask_of(question.units)
    landing = roll_drop(state, hex_, dice)
    result = landing[-1].result
    events = [_drop_event(state, question, order, roll) for roll in landing]
    if result == "eliminated":
        eliminate(state, unit)  # and it counts as an eliminated unit [12.4.1.j]
        return events
    for c in question.units:
        put(state, c, hex_)
    state.landed |= unit  # [12.4.1.k]
    if result == "reduced":
        state.disrupted |= unit  # [12.4.1.i]
    changed(state)
    return events


def _drop_event(state: AfcentState, question: Question, order: Order, roll: DropRoll) -> Event:
    return DropRolled(
        side=state.scenario.sides[PACT],
        units=state.scenario.ids(mask_of(question.units)),
        hexes=(order.target,),
        dice=(roll.die,),
        modified=roll.modified,
        result=roll.result,
        rule=roll.rule,
        final=True,
    )


def found(table: Iterable[Chart], roll: int) -> str:
    """Return the result of a table with ranges of die rolls."""
    return next(str(row["result"]) for row in table if row["roll"][0] <= roll <= row["roll"][1])


def sentence(state: AfcentState) -> Text:
    """Return the prompt for the drop or for the Home Guard."""
    if state.questions:
        return Text("Choose the drop hex of the 103rd Guards.")
    return Text(
        "Place {count} in friendly West German cities, one per city, not adjacent to Pact units.",
        count=plural(to_land(state).bit_count(), "Home Guard unit"),
    )


# -- cancelling it [R-NUR-28] ----------------------------------------------------------------------


def declaration_options(state: AfcentState) -> tuple[str, ...]:
    """Return what the Pact may add to its declaration; a separate order would give it away [R-NUR-28]."""
    return (RECALL,) if state.side == PACT and waiting(state) else ()


def apply_declaration_option(state: AfcentState, words: tuple[str, ...]) -> list[Event]:
    """Cancel the drop in secret, or not; NATO learns nothing either way [R-NUR-28]."""
    unit = counters_at(state, AIRBORNE, tagged(state.scenario, "airdrop"))
    if state.side != PACT or not unit:
        return []
    if RECALL in words:
        state.recalled = True
        changed(state)
    ids, name = state.scenario.ids(unit), state.scenario.sides[PACT]
    return [DropDecided(side=name, units=ids, cancelled=state.recalled, rule="R-NUR-28", only=(name,))]


def guess_plan(state: AfcentState, dice: Roller) -> None:
    """Guess an unknown plan: a future turn and two hexes without NATO units."""
    scenario = state.scenario
    passed = state.turn and state.phase_index > _pact_movement(state)
    first = max(state.turn + bool(passed), 1)
    if first > scenario.turns:
        state.recalled, first = True, scenario.turns
    turn = first + dice.roll("a guess", scenario.turns - first + 1) - 1
    open_ = scenario.land & ~scenario.red_land & ~state.held[NATO]
    one, two = (nth(open_, dice.roll("a guess", open_.bit_count()) - 1) for _ in range(2))
    state.plan = [turn, one, two][: len(state.plan)]


def _pact_movement(state: AfcentState) -> int:
    """Return the step of the turn in which the Pact moves."""
    steps = state.scenario.sequence
    which = "second" if state.fight_first[PACT] else "first"
    return next(n for n, step in enumerate(steps) if step.side == PACT and step.phase == which)


# -- landings of the 26L and the Home Guard [12.4.2] -----------------------------------------------


def to_land(state: AfcentState) -> CounterSet:
    """Return the units that NATO may place in this phase [12.4.2-wg, 12.4.2-26l]."""
    scenario = state.scenario
    if state.phase == "arrivals" and state.turn == scenario.special["entry"]["home_guard_turn"]:
        return counters_at(state, COMING, tagged(scenario, "home-guard"))
    if state.phase == "movement" and state.side == NATO and state.sky == NATO:  # [5.3-drop]
        return counters_at(state, AIRBORNE, tagged(scenario, "airland"))
    return 0


def landing_hexes(state: AfcentState, unit: int) -> HexSet:
    """Return the hexes in which a unit can be placed now."""
    open_ = _landing_ground(state, unit)
    taken = open_ & (state.held[PACT] | state.held[NATO])
    return open_ & ~taken | mask_of(hex_ for hex_ in bits(taken) if fits(state, 1 << unit, hex_))


def _landing_ground(state: AfcentState, unit: int) -> HexSet:
    """Return the hexes in which a unit can be placed now if it can stack there."""
    scenario = state.scenario
    guard = bool(tagged(scenario, "home-guard") >> unit & 1)
    found: HexSet | None = state.cache.get(("landing", guard))
    if found is None:
        west = scenario.region("west-germany")
        if guard:
            found = _home_guard_cities(state) & west
        else:
            found = scenario.airfields & west & ~state.taken & ~zone(state, PACT)  # [12.4.2-26l.c]
        state.cache[("landing", guard)] = found
    return found


def _can_land(state: AfcentState, unit: int) -> bool:
    """Return whether there is a hex in which a unit can be placed now."""
    empty = _landing_ground(state, unit) & ~(state.held[PACT] | state.held[NATO])
    return bool(empty or landing_hexes(state, unit))


def _home_guard_cities(state: AfcentState) -> HexSet:
    """Return friendly cities without Home Guard, not adjacent to a Pact unit [12.4.2-wg.b, 12.4.2-wg.c]."""
    scenario = state.scenario
    taken = mask_of(state.at[c] for c in bits(tagged(scenario, "home-guard")) if state.at[c] >= 0)
    return scenario.cities & ~state.red & ~scenario.grid.spread(state.held[PACT]) & ~taken


def land_orders(state: AfcentState, unit: int) -> list[Order]:
    """List the landings of a unit."""
    scenario = state.scenario
    if not to_land(state) >> unit & 1:
        return []
    hexes = bits(landing_hexes(state, unit))
    return [Order("land", units=scenario.names[unit], path=(scenario.label(h),)) for h in hexes]


def check_land(state: AfcentState, order: Order) -> Illegal | None:
    """Return why a unit cannot be placed in a hex [12.4.2]."""
    scenario = state.scenario
    if len(order.units) != 1 or len(order.path) != 1 or order != Order("land", "", order.units, order.path):
        return Illegal("notation", "name a unit and a hex: land U HEX")
    unit, id_ = scenario.index[order.units[0]], order.units[0]
    guard = tagged(scenario, "home-guard") >> unit & 1
    if not to_land(state) >> unit & 1:
        if tagged(scenario, "airland") >> unit & 1 and state.at[unit] == AIRBORNE and state.sky != NATO:
            return Illegal("12.4.2-26l.a", "{unit} needs air superiority to land", unit=id_)
        return Illegal("12.4.2-wg" if guard else "12.4.2-26l", "{unit} cannot land now", unit=id_)
    if landing_hexes(state, unit) >> scenario.grid.hex(order.path[0]) & 1:
        return None
    if guard:
        reason = "{hex} is full, not a friendly West German city, or adjacent to a Pact unit"
        return Illegal("12.4.2-wg.b", reason, hex=order.path[0])
    reason = "{hex} is full, not a West German airfield, was once captured, or is adjacent to a Pact unit"
    return Illegal("12.4.2-26l.c", reason, hex=order.path[0])


def apply_land(state: AfcentState, order: Order, dice: Roller) -> list[Event]:
    """Place a unit, which can then act normally in the phase [12.4.2-wg.d, 12.4.2-26l.d]."""
    scenario = state.scenario
    unit, hex_ = scenario.index[order.units[0]], scenario.grid.hex(order.path[0])
    state.began[unit] = OFF_MAP - unit  # it moves by itself in this phase [10.3]
    arrive(state, (unit,), hex_)
    rule = "12.4.2-wg" if state.phase == "arrivals" else "12.4.2-26l"
    name = scenario.sides[NATO]
    events: list[Event] = [Landed(side=name, units=order.units, hexes=order.path, rule=rule)]
    if state.phase == "arrivals":
        events += eliminate_stranded(state)
        if not to_land(state):
            next_phase(state, dice, events)
    return events


def eliminate_stranded(state: AfcentState) -> list[Event]:
    """Eliminate Home Guard units without a city to be placed in [12.4.2-wg.a, R-NUR-33]."""
    stranded = mask_of(c for c in bits(to_land(state)) if not _can_land(state, c))
    if not stranded:
        return []
    eliminate(state, stranded)
    scenario = state.scenario
    ids = scenario.ids(stranded)
    return [NoLandingCity(side=scenario.sides[NATO], units=ids, rule="R-NUR-33")]
