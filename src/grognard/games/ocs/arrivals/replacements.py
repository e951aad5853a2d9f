"""Cases 13.5a–13.5e: replacements rebuild units of the Dead Pile, steps of units on the map, and trucks."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.explanation import Explanation, Line
from grognard.core.contract.orders import Order
from grognard.core.english import plural
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.kit.states import on_map
from grognard.games.ocs.arrivals.entry_hexes import enterable_by, open_modes
from grognard.games.ocs.model.charts import Rebuild
from grognard.games.ocs.model.files import Arrival, Placed
from grognard.games.ocs.model.options import start_times
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import DEAD, OcsState, counters_in, put, remove
from grognard.games.ocs.model.supply_events import Rebuilt
from grognard.games.ocs.supply.trace import in_trace
from grognard.games.ocs.terrain.engineers import engineer_capable
from grognard.games.ocs.terrain.zones import hexes_of, zoc
from grognard.games.ocs.units.modes import marked, set_mode

TRUCK = "truck-point"
"""The key of trucks in the rebuild table [13.5e]."""


def price(scenario: OcsScenario, unit: int) -> Rebuild | None:
    """Return the cost to rebuild a unit or a step of it, or None if impossible [13.5a, 13.5c, 13.5e]."""
    if scenario.trucks >> unit & 1:
        return scenario.charts.rebuild.get(TRUCK)
    counter = scenario.counters[unit]
    cost = None if counter.no_rebuild else scenario.charts.rebuild.get(counter.rebuild)
    return _one_repl(scenario, unit, cost) if cost and scenario.on("21.7") else cost


def _one_repl(scenario: OcsScenario, unit: int, cost: Rebuild) -> Rebuild:
    """Return the cost by option: 1 Pax or 1 Eq; of both, 1 Eq for units with Track MP on a side [21.7.3]."""
    one = int(scenario.tables["options"]["rebuild_repls"])
    track = any(face.mobility == "track" for face in scenario.faces[unit])
    heavy = cost.eq and (track or not cost.pax)
    return replace(cost, pax=0 if heavy else one, eq=one if heavy else 0)


@lru_cache(maxsize=32)
def _priced(scenario: OcsScenario) -> CounterSet:
    return mask_of(c for c in bits(scenario.combat_units | scenario.transports) if price(scenario, c))


def rebuildable(state: OcsState, side: int) -> CounterSet:
    """Return what a side might rebuild if it has replacements: its Dead Pile and reduced units."""
    scenario = state.scenario
    own = scenario.of_side[side] & _priced(scenario)
    if not repl_hexes(state, side):
        return 0
    reduced = sum(1 << c for c in bits(own & scenario.multistep) if state.lost[c] and state.at[c] >= 0)
    dead = counters_in(state, DEAD, own)
    if truck_room(state, side) <= 0:
        dead &= ~scenario.trucks
    return dead | reduced


def able(state: OcsState, side: int) -> CounterSet:
    """Return what a side can rebuild now with the replacements it has."""
    key = ("rebuild", side)
    found: CounterSet | None = state.cache.get(key)
    if found is None:
        some = bits(rebuildable(state, side))
        found = state.cache[key] = mask_of(unit for unit in some if spots(state, side, (unit,)))
    return found


# -- options ---------------------------------------------------------------------------------------


def hq_entries(state: OcsState, unit: int) -> HexSet:
    """Return the hexes of HQs in trace supply, where Repls can arrive by option [21.7.2]."""
    scenario = state.scenario
    if not (scenario.pax | scenario.eq) >> unit & 1 or not scenario.on("21.7"):
        return 0
    return hexes_of(state, in_trace(state, scenario.side_of[unit]) & scenario.hqs)


def hoarded(state: OcsState, side: int) -> list[int]:
    """List the Repls of this turn that must be given up: by option over half of a kind unused [21.7.1].

    Those used have left the map [R-OCS-287].
    """
    scenario, found = state.scenario, list[int]()
    if not scenario.on("21.7"):
        return found
    for kind in (scenario.pax, scenario.eq):
        received = state.arrived & kind & scenario.of_side[side]
        unused = bits(on_map(state, received))
        found += unused[int(received.bit_count() * scenario.tables["options"]["hoarded_share"]) :]
    return found


# -- hexes -----------------------------------------------------------------------------------------


def repls_at(state: OcsState, side: int, hex_: Hex) -> tuple[CounterSet, CounterSet]:
    """Return a side's usable Pax and Eq in a hex: they must be in Move Mode [13.5a]."""
    scenario = state.scenario
    there = state.here.get(hex_, 0) & scenario.of_side[side] & ~marked(state)
    return there & scenario.pax, there & scenario.eq


def repl_hexes(state: OcsState, side: int) -> HexSet:
    """Return the hexes in which replacements can be used: near an HQ, not in an enemy ZOC.

    The HQ is in Combat Mode, or DG with its Combat Mode side up, at most 2 hexes away. The HQ's own hex may
    be in an enemy ZOC [13.5a, R-OCS-22]; friendly units do not negate the ZOC in the hex itself [4.5a-K].
    """
    key = ("repls", side)
    found: HexSet | None = state.cache.get(key)
    if found is None:
        scenario, grid = state.scenario, state.scenario.grid
        own = scenario.of_side[side]
        found = hexes_of(state, (scenario.pax | scenario.eq) & own)
        if found:
            near = 0
            reach = int(scenario.tables["replacements"]["hq_hexes"])
            for hq in bits(on_map(state, scenario.hqs & engineer_capable(state, side))):
                near |= grid.within(state.at[hq], reach)
            found &= near & ~zoc(state, 1 - side)
        state.cache[key] = found
    return found


def spots(state: OcsState, side: int, units: tuple[int, ...]) -> list[Hex]:
    """List the hexes in which a side can rebuild some units for one price."""
    cost = price(state.scenario, units[0])
    if cost is None:
        return []
    occupied = {state.at[unit] for unit in units if state.at[unit] >= 0}
    return [
        hex_
        for hex_ in bits(repl_hexes(state, side))
        if occupied <= {hex_}
        and all(enterable_by(state, unit) >> hex_ & 1 for unit in units)
        and _affordable(state, side, hex_, cost)
    ]


def _affordable(state: OcsState, side: int, hex_: Hex, cost: Rebuild) -> bool:
    pax, eq = repls_at(state, side, hex_)
    return pax.bit_count() >= cost.pax and eq.bit_count() >= cost.eq


def truck_room(state: OcsState, side: int) -> int:
    """Return how many more Truck Points a side may have, captured ones apart [13.5e, R-OCS-112]."""
    scenario = state.scenario
    own = scenario.trucks & scenario.of_side[side] & ~state.captured
    return truck_limit(scenario, side) - on_map(state, own).bit_count()


@lru_cache(maxsize=32)
def truck_limit(scenario: OcsScenario, side: int) -> int:
    """Return the Truck Points that a scenario gives a side, at start and as reinforcements [13.5e]."""
    limit = scenario.side_data[side].truck_limit
    if limit:
        return limit
    parts: list[Placed | Arrival] = [*scenario.file.setup, *scenario.file.arrival]
    generic = sum(
        part.trucks * (start_times(scenario) if isinstance(part, Placed) else 1)
        for part in parts
        if part.side == scenario.sides[side]
    )
    named = {id_ for part in parts for id_ in part.units}
    organic = sum(scenario.counter_ids[c] in named for c in bits(scenario.organic & scenario.of_side[side]))
    return generic + organic


# -- orders ----------------------------------------------------------------------------------------


def rebuild_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """List every way to rebuild a unit, or two very small ones for one price [13.5d]."""
    scenario = state.scenario
    cost = price(scenario, unit)
    groups: list[tuple[int, ...]] = [(unit,)]
    if cost and cost.units > 1:
        others = bits(rebuildable(state, side) & _same_line(scenario, unit))
        groups += [(unit, other) for other in others if other > unit]
    return [
        _order(state, group, hex_, mode)
        for group in groups
        for hex_ in spots(state, side, group)
        for mode in ([""] if state.at[unit] >= 0 else _common_modes(state, group, hex_))
    ]


def _same_line(scenario: OcsScenario, unit: int) -> CounterSet:
    line = scenario.counters[unit].rebuild
    return sum(1 << c for c, counter in enumerate(scenario.counters) if counter.rebuild == line and c != unit)


def _common_modes(state: OcsState, units: tuple[int, ...], hex_: Hex) -> list[str]:
    first, *rest = (open_modes(state, unit, hex_) for unit in units)
    return [mode for mode in first if all(mode in others for others in rest)]


def _order(state: OcsState, units: tuple[int, ...], hex_: Hex, mode: str) -> Order:
    scenario = state.scenario
    ids = tuple(scenario.counter_ids[unit] for unit in units)
    words = () if mode in ("", "combat") else (mode,)
    return Order("rebuild", units=ids, path=(scenario.label(hex_),), words=words)


def check_rebuild(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why units, or a step of one, cannot be rebuilt as ordered, or None."""
    scenario = state.scenario
    if not order.units or len(order.path) > 1:
        return Illegal("13.5a.2", "name the unit and the hex: rebuild UNIT HEX")
    units = tuple(scenario.index[id_] for id_ in order.units)
    for unit in units:
        refusal = _check_unit(state, side, unit)
        if refusal:
            return refusal
    cost = price(scenario, units[0])
    assert cost is not None
    alike = {scenario.counters[unit].rebuild for unit in units}
    if len(units) > cost.units or len(alike) > 1:
        most = plural(cost.units, "such unit")
        return Illegal("13.5d.1", "one price rebuilds at most {most}", most=most)
    hex_ = _where(state, order, units)
    if hex_ < 0:
        return Illegal("13.5a-1.1", "name the hex with the replacements")
    return _check_place(state, side, units, hex_, cost) or _check_mode(state, units, hex_, order.words)


def _where(state: OcsState, order: Order, units: tuple[int, ...]) -> Hex:
    return state.scenario.grid.hex(order.path[0]) if order.path else state.at[units[0]]


def _check_unit(state: OcsState, side: int, unit: int) -> Illegal | None:
    scenario, id_ = state.scenario, state.scenario.counter_ids[unit]
    if scenario.counters[unit].no_rebuild:
        return Illegal("13.5c", "{unit} cannot be rebuilt", unit=id_)
    if scenario.side_of[unit] != side or price(scenario, unit) is None:
        rule = "13.5e.3" if scenario.wagons >> unit & 1 else "13.5b.4"
        return Illegal(rule, "you cannot rebuild {unit}", unit=id_)
    whole = state.at[unit] >= 0 and not state.lost[unit]
    if whole or (state.at[unit] < 0 and state.at[unit] != DEAD):
        return Illegal("13.5b.4", "{unit} is neither reduced nor in the Dead Pile", unit=id_)
    if scenario.trucks >> unit & 1 and truck_room(state, side) <= 0:
        most = plural(truck_limit(scenario, side), "Truck Point")
        return Illegal("13.5e.2", "the scenario allows at most {most}", most=most)
    return None


def _check_place(
    state: OcsState, side: int, units: tuple[int, ...], hex_: Hex, cost: Rebuild
) -> Illegal | None:
    scenario = state.scenario
    where = scenario.label(hex_)
    for unit in units:
        id_ = scenario.counter_ids[unit]
        if state.at[unit] >= 0 and state.at[unit] != hex_:
            return Illegal("13.5a-2", "{unit} is not stacked with the replacements", unit=id_)
        if not enterable_by(state, unit) >> hex_ & 1:
            return Illegal("13.5a-1.1", "{unit} cannot enter {hex}", unit=id_, hex=where)
    if zoc(state, 1 - side) >> hex_ & 1:
        return Illegal("13.5a-1.3", "{hex} is in an enemy ZOC", hex=where)
    if not _affordable(state, side, hex_, cost):
        return Illegal(
            "13.5a.2", "rebuilding takes {cost} in Move Mode in {hex}", cost=_spoken(cost), hex=where
        )
    if not repl_hexes(state, side) >> hex_ & 1:
        return Illegal("13.5a-1.1", "no HQ in Combat Mode is within 2 hexes of {hex}", hex=where)
    return None


def _spoken(cost: Rebuild) -> str:
    parts = ((cost.pax, "Pax"), (cost.eq, "Eq"))
    return " and ".join(f"{count} {what}" for count, what in parts if count)


def _check_mode(state: OcsState, units: tuple[int, ...], hex_: Hex, words: tuple[str, ...]) -> Illegal | None:
    for unit in units:
        id_ = state.scenario.counter_ids[unit]
        if state.at[unit] >= 0:
            if words:
                return Illegal("13.5b.3", "{unit} is on the map and keeps its mode", unit=id_)
        elif _mode(state, unit, words) not in open_modes(state, unit, hex_):
            return Illegal("13.5b.3", "{unit} cannot enter there in mode {mode!r}", unit=id_, mode=words[0])
    return None


def _mode(state: OcsState, unit: int, words: tuple[str, ...]) -> str:
    if words:
        return words[0]
    return "move" if state.scenario.one_faced >> unit & 1 else "combat"


def explain_rebuild(state: OcsState, order: Order) -> Explanation:
    """Explain what rebuilding costs and which replacements are in the hex."""
    scenario = state.scenario
    units = tuple(scenario.index[id_] for id_ in order.units)
    cost, hex_ = price(scenario, units[0]), _where(state, order, units)
    assert cost is not None
    there = zip(("Pax", "Eq"), repls_at(state, scenario.side_of[units[0]], hex_), strict=True)
    lines = tuple(
        Line(f"{kind} in {scenario.place_name(hex_)}", str(c.bit_count()), "13.5a.2") for kind, c in there
    )
    names = ", ".join(scenario.called[unit] for unit in units)
    return Explanation(f"Rebuild {names}", lines, _spoken(cost))


def apply_rebuild(state: OcsState, side: int, order: Order) -> list[Event]:
    """Use replacements to return units from the Dead Pile with one step, or to add a step."""
    scenario = state.scenario
    units = tuple(scenario.index[id_] for id_ in order.units)
    hex_ = _where(state, order, units)
    cost = price(scenario, units[0])
    assert cost is not None
    for kind, count in zip(repls_at(state, side, hex_), (cost.pax, cost.eq), strict=True):
        new = kind & state.arrived if scenario.on("21.7") else 0  # these cannot all be saved [21.7.1]
        for repl in (*bits(new), *bits(kind & ~new))[:count]:
            remove(state, repl)
    for unit in units:
        if state.at[unit] >= 0:
            state.lost[unit] -= 1
            continue
        put(state, unit, hex_)
        set_mode(state, 1 << unit, _mode(state, unit, order.words))
        state.lost[unit] = scenario.steps[unit] - 1
        state.traced |= scenario.combat_units & 1 << unit
    name = scenario.sides[side]
    return [
        Rebuilt(
            pax=cost.pax,
            eq=cost.eq,
            side=name,
            units=order.units,
            hexes=(scenario.label(hex_),),
            rule="13.5a-1.1",
        )
    ]
