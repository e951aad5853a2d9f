"""Reminders for players: exposed dumps, enemy reach, and a checklist for every phase.

They use only what the side can see of the enemy [4.9, R-OCS-42].
"""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.explanation import Explanation, Line, Reminder
from grognard.core.contract.orders import Order
from grognard.core.english import plural
from grognard.core.hexes.cost_waves import flood_all
from grognard.core.hexes.grid import OFF, HexSet, bits, mask_of
from grognard.games.ocs.combat import attack, barrage
from grognard.games.ocs.interface.fog_of_war import tops
from grognard.games.ocs.interface.supply_report import units_without_trace
from grognard.games.ocs.logistics.rail_transport import caps, rail_left
from grognard.games.ocs.logistics.sea_transport import sea_left
from grognard.games.ocs.model.charts import SCALE, TRUCK
from grognard.games.ocs.model.scenario import BARRAGE, COMBAT, MOVEMENT
from grognard.games.ocs.model.state import READY, OcsState, counters_in
from grognard.games.ocs.movement.moves import movable
from grognard.games.ocs.supply import breakout, fuel
from grognard.games.ocs.supply.payment import amount, holders
from grognard.games.ocs.supply.sources import extenders
from grognard.games.ocs.supply.trace import in_trace
from grognard.games.ocs.terrain.step_costs import step_costs
from grognard.games.ocs.terrain.weather import ground_of
from grognard.games.ocs.terrain.zones import attack_capable, zoc
from grognard.games.ocs.units.modes import releasable, spare_markers

# -- the enemy ------------------------------------------------------------------------------------------


def enemy_reach(state: OcsState, side: int) -> HexSet:
    """Return the hexes that visible enemy units could reach in one Movement Phase, by their larger MA.

    In the current ground conditions; combat units stop them, ZOCs stop trucks [4.5a-A, 4.8c].
    """
    scenario = state.scenario
    starts: dict[int, dict[int, HexSet]] = {}
    for unit in bits(tops(state, 1 - side) & scenario.combat_units):
        faces, mobility = scenario.faces[unit], scenario.mobility[unit]
        quicker = max((0, 1), key=lambda n: faces[n].ma)
        budgets = starts.setdefault(mobility[quicker], {})
        budget = faces[quicker].ma * SCALE
        budgets[budget] = budgets.get(budget, 0) | 1 << state.at[unit]
    found = 0
    for mobility_, budgets in starts.items():
        longest = max(budgets)
        found |= flood_all(
            scenario.grid,
            OFF,
            longest + 1,
            step_costs(scenario, mobility_, ground_of(state, 1 - side)),
            closed=state.held[side],
            halt=zoc(state, side) & ~state.held[1 - side] if mobility_ == TRUCK else 0,
            gates=[(longest - budget + 1, hexes) for budget, hexes in budgets.items()],
        )
    return found


def exposed(state: OcsState, side: int) -> HexSet:
    """Return hexes of a side's dumps and Extenders without a combat unit, in enemy reach."""
    stores = mask_of(holders(state, side)) | extenders(state, side)
    return stores & ~state.held[side] & enemy_reach(state, side)


def exposures(state: OcsState, side: int) -> Explanation:
    """Explain which dumps and Extenders of a side are exposed, with the supply in them."""
    scenario, lines = state.scenario, []
    for hex_ in bits(exposed(state, side)):
        there = sum(state.tokens[holder] for holder in holders(state, side).get(hex_, ()))
        near = min(scenario.grid.distance(hex_, enemy) for enemy in bits(state.held[1 - side]))
        away = f"enemy {plural(near, 'hex', 'hexes')} away"
        what = "Extender" if extenders(state, side) >> hex_ & 1 else "dump"
        lines.append(
            Line(f"{what} in {scenario.place_name(hex_)}: no garrison, {away}", amount(there), "9.14b.1")
        )
    total = plural(len(lines), "dump") + " could be captured in the enemy's next Movement Phase"
    return Explanation("Exposed dumps", tuple(lines), total if lines else "no exposed dumps")


# -- the checklist --------------------------------------------------------------------------------------


def checklist(state: OcsState, side: int) -> Explanation:
    """List what a side may still want to do in the current phase."""
    phase = state.phase
    lines: list[Line] = []
    if state.side == side:
        lines += _to_do(state, side, phase)
    scenario = state.scenario
    own = state.present & scenario.combat_units & scenario.of_side[side]
    cut_off = (own & ~in_trace(state, side)).bit_count()
    if cut_off:
        lines.append(Line("units without trace supply", str(cut_off), "12.6d.1"))
    worn = own & (state.low | state.exhausted)
    if worn:
        lines.append(Line("units with internal stocks Low or Exhausted", str(worn.bit_count()), "12.10.1"))
    risk = exposed(state, side).bit_count()
    if risk:
        lines.append(Line("exposed dumps and Extenders", str(risk), "9.14b.1"))
    title = f"Checklist: {phase.replace('-', ' ')}"
    return Explanation(title, tuple(lines), plural(len(lines), "item") if lines else "nothing left to do")


def before_end(state: OcsState, order: Order) -> Explanation:
    """List what the acting side should check before it ends the phase."""
    side = state.side
    lines = (
        checklist(state, side).lines + exposures(state, side).lines + units_without_trace(state, side).lines
    )
    title = f"Before you end the {state.phase.replace('-', ' ')} phase"
    total = "check these first" if lines else "nothing left to do"
    return Explanation(title, lines, total, left=_left(state, side))


def _left(state: OcsState, side: int) -> tuple[Reminder, ...]:
    """Return what would be missed if a side ended the phase now: arrivals, supply, barrages and attacks.

    Units that can still move are left out: most stay where they are.
    """
    ids, phase = state.scenario.ids, state.phase
    found: list[Reminder] = []
    if phase == "reinforcement":
        if waiting := state.incoming[side]:
            note = "It arrives only in this phase and is lost when it ends."
            found.append(
                Reminder(
                    title="New supply not delivered",
                    count=amount(waiting),
                    note=note,
                    lost=True,
                    rule="2.1.6",
                )
            )
        ready = counters_in(state, READY, state.scenario.of_side[side])
        found += _reminder("Reinforcements not placed", ids(ready), "They cannot enter later.", "13.6.1")
    elif phase in BARRAGE:
        guns = ids(barrage.able(state, side))
        found += _reminder(
            "Artillery that can still fire", guns, "Only worth it with targets in range.", "10.0e-B"
        )
    elif phase in COMBAT:
        units = ids(attack.able(state, side))
        found += _reminder("Units that can still attack", units, "They wait until your next combat.", "9.1b")
    return tuple(found)


def _reminder(title: str, units: tuple[str, ...], note: str, rule: str) -> list[Reminder]:
    return [Reminder(title=title, count=str(len(units)), note=note, units=units, rule=rule)] if units else []


def _to_do(state: OcsState, side: int, phase: str) -> list[Line]:
    """List what the phasing side can do in the phase."""
    if phase == "reinforcement":
        ready = counters_in(state, READY, state.scenario.of_side[side]).bit_count()
        waiting = state.incoming[side]
        return _counts([("reinforcements to place", ready, "13.6.1")]) + (
            [Line("new supply to deliver", amount(waiting), "2.1.6")] if waiting else []
        )
    if phase == "breakout":
        return _counts([("units that can break out", breakout.able(state, side).bit_count(), "12.8e.1")])
    if phase in MOVEMENT:
        return _movement(state, side, phase)
    if phase in BARRAGE:
        return _counts([("artillery that can fire", barrage.able(state, side).bit_count(), "10.0e-B")])
    if phase in COMBAT:
        return _counts([("units that can attack", attack.able(state, side).bit_count(), "9.1b")])
    return []


def _movement(state: OcsState, side: int, phase: str) -> list[Line]:
    units = movable(state, side)
    counts = [
        ("units that can still move", (units & state.scenario.combat_units).bit_count(), "6.0.1"),
        ("of these, units that need fuel", fuel.must_pay(state, units).bit_count(), "12.5a.1"),
        ("Transport Points that can still move", (units & state.scenario.transports).bit_count(), "13.2a.1"),
    ]
    if phase != "movement":
        return _counts(
            [("Reserves that can be released", releasable(state, side).bit_count(), "5.7b.1"), *counts]
        )
    lines = _counts([*counts, ("Reserve markers left", max(spare_markers(state, side), 0), "5.4a.1")])
    for name, left, rule in (
        ("Rail Cap left", rail_left(state, side), "13.3b.1"),
        ("Sea Cap left", sea_left(state, side), "19.0f.1"),
    ):
        if left > 0:
            lines.append(Line(name, caps(left), rule))
    ready = _facing(state, side).bit_count()
    return lines + _counts([("Attack-Capable units in Combat Mode adjacent to enemies", ready, "9.1b")])


def _facing(state: OcsState, side: int) -> CounterSet:
    """Return units that can attack from their hexes."""
    scenario = state.scenario
    near = scenario.grid.spread(state.held[1 - side])
    ready = attack_capable(state) & scenario.of_side[side] & ~state.turned & state.present
    return mask_of(unit for unit in bits(ready) if near >> state.at[unit] & 1)


def _counts(found: list[tuple[str, int, str]]) -> list[Line]:
    """Return a line for each count that is not 0."""
    return [Line(name, str(count), rule) for name, count, rule in found if count]
