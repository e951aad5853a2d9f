"""Chapter 9.14: Specialized Combats, the capture of dumps, transports and facilities.

An Attack-Capable unit that enters a hex without enemy combat units captures everything there. Extenders
collapse; transports and dumps roll on the Capture Table; hedgehogs, ports and bases change hands.
"""

from __future__ import annotations

from fractions import Fraction

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.state import ask
from grognard.core.dice import Roller
from grognard.core.facts import changed
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.ocs.air.capture import displace_planes
from grognard.games.ocs.combat.strength import rounded
from grognard.games.ocs.model.charts import series_tables
from grognard.games.ocs.model.combat_events import (
    DumpCaptured,
    ExtenderCaught,
    FacilityCaptured,
    TransportsCaptured,
)
from grognard.games.ocs.model.scenario import TOKENS
from grognard.games.ocs.model.sea_events import PortLost
from grognard.games.ocs.model.state import (
    AWAY,
    DEAD,
    MOVE_FACE,
    NO_COUNTER,
    OcsState,
    assets_at,
    put,
    remove,
    spare_counter,
)
from grognard.games.ocs.sea.losses import sink
from grognard.games.ocs.supply import extenders
from grognard.games.ocs.supply.tokens import bring, use
from grognard.games.ocs.terrain.zones import enemy_asset_hexes


def capture_hex(state: OcsState, units: CounterSet, hex_: Hex, dice: Roller) -> list[Event]:
    """Capture everything the enemy has in a hex that Attack-Capable units entered [9.14].

    The dice are rolled at once; where displaced transports go is asked afterwards.
    """
    scenario = state.scenario
    side = scenario.side_of[units.bit_length() - 1]
    things = assets_at(state, hex_, 1 - side)
    if not things:
        return []
    events: list[Event] = []
    extended = things & state.extended
    if extended:
        events += _collapse(state, hex_, extended)
        things = assets_at(state, hex_, 1 - side) & ~state.extended
    for kind, points in _transports_by_column(state, things):
        events += _capture_transports(state, side, hex_, points, kind, dice)
    dump = things & scenario.dumps
    if dump:
        events += _capture_dump(state, side, hex_, dump.bit_length() - 1, dice)
    for c in bits(things & (scenario.ships | scenario.craft)):
        events += sink(state, c, "9.14g")
    for c in bits(things & scenario.lst_ports):
        put(state, c, AWAY)
        events.append(PortLost(side=scenario.sides[1 - side], hexes=(scenario.label(hex_),), rule="18.4f-B"))
    for c in bits(things & (scenario.hedgehogs | scenario.ports & ~scenario.lst_ports | scenario.bases)):
        if scenario.bases >> c & 1:
            events += displace_planes(state, c, _by_advance(state, hex_), dice)
        events += _capture_facility(state, side, hex_, c)
    return events


def _by_advance(state: OcsState, hex_: Hex) -> bool:
    """Return whether a hex is entered by an advance after the current combat [9.14f.2]."""
    return state.fight is not None and state.fight.target == hex_


# -- the Capture Table -----------------------------------------------------------------------------


def share_captured(column: str, die: int) -> Fraction:
    """Return the share that a roll on the Capture Table gives to the enemy."""
    return Fraction(series_tables()["capture"][column][die - 1], 100)


def _capture_dump(state: OcsState, side: int, hex_: Hex, dump: int, dice: Roller) -> list[Event]:
    """Capture part of a dump and destroy the rest [9.14b]."""
    die = dice.roll("capture of a dump")
    tokens = state.tokens[dump]
    taken = rounded(tokens * share_captured("dump", die))
    use(state, dump, tokens)
    if taken:
        bring(state, hex_, side, taken)
    return [
        DumpCaptured(
            side=state.scenario.sides[side],
            hexes=(state.scenario.label(hex_),),
            dice=(die,),
            captured=taken,
            destroyed=tokens - taken,
            rule="9.14b.1",
            final=True,
        )
    ]


def _transports_by_column(state: OcsState, things: CounterSet) -> list[tuple[str, CounterSet]]:
    """Return Transport Points by their column of the Capture Table, trucks first [9.14c, R-OCS-78]."""
    points = bits(things & state.scenario.transports)
    slow = mask_of(c for c in points if _is_wagon(state, c))
    fast = mask_of(points) & ~slow
    return [(kind, group) for kind, group in (("trucks", fast), ("wagons", slow)) if group]


def _is_wagon(state: OcsState, point: int) -> bool:
    """Return whether a Transport Point rolls as a wagon, by its Movement Allowance [9.14c]."""
    most: int = series_tables()["capture"]["wagons_max_ma"]
    return state.scenario.faces[point][MOVE_FACE].ma <= most


def _capture_transports(
    state: OcsState, side: int, hex_: Hex, points: CounterSet, kind: str, dice: Roller
) -> list[Event]:
    """Capture part of the Transport Points and of their loads; displace the others [9.14c]."""
    die = dice.roll(f"capture of {kind}")
    share, count = share_captured(kind, die), points.bit_count()
    load = sum(state.tokens[c] for c in bits(points))
    taken, tokens = rounded(count * share), rounded(load * share)
    events: list[Event] = [
        TransportsCaptured(
            side=state.scenario.sides[side],
            hexes=(state.scenario.label(hex_),),
            dice=(die,),
            transport=kind,
            points=count,
            captured_points=taken,
            tokens=load,
            captured_tokens=tokens,
            rule="9.14c.1",
            final=True,
        )
    ]
    organic = points & state.scenario.organic
    if 0 < taken < count and organic and organic != points:
        ask(state, Question("yield", 1 - side, bits(points), hex_, (taken, tokens)))
        return events
    carry_out_capture(state, side, hex_, points, mask_of(bits(points)[:taken]), tokens)
    return events


def carry_out_capture(
    state: OcsState, side: int, hex_: Hex, points: CounterSet, captured: CounterSet, tokens: int
) -> None:
    """Carry out the capture of known points; the others keep the rest of the load [9.14c, R-OCS-78].

    What the displaced points cannot carry becomes a dump in the hex where they end [R-OCS-141].
    """
    load = sum(state.tokens[c] for c in bits(points))
    for c in bits(points):
        use(state, c, state.tokens[c])
    taken = {point: capture_transport(state, side, hex_, point) for point in bits(captured)}
    rest = points & ~mask_of(point for point, new in taken.items() if new != NO_COUNTER)
    over = load_tokens(state, side, tuple(new for new in taken.values() if new != NO_COUNTER), tokens)
    if over:
        bring(state, hex_, side, over)
    if not rest:
        return
    reach = _displacement_range(state, rest)
    if displacement_hexes(state, 1 - side, hex_, reach):
        over = load_tokens(state, 1 - side, bits(rest), load - tokens)
        ask(state, Question("displace", 1 - side, bits(rest), hex_, (reach, over)))
    else:
        for point in bits(rest):
            _lose_transport(state, point)


def displacement_hexes(state: OcsState, side: int, hex_: Hex, reach: int) -> HexSet:
    """Return the hexes a side's transports can be displaced to, except their own and enemy ones [9.14c.6].

    Enemies and ZOCs on the way do not matter.
    """
    near = state.scenario.grid.within(hex_, reach) & state.scenario.ground
    return near & ~(state.held[1 - side] | enemy_asset_hexes(state, side) | 1 << hex_)


def load_tokens(state: OcsState, side: int, points: tuple[int, ...], tokens: int) -> int:
    """Load tokens onto empty Transport Points in turn; return the tokens left over [4.7c]."""
    for c in points:
        part = min(tokens, TOKENS)
        state.tokens[c] = part
        state.ledger[side] += part
        tokens -= part
    changed(state)
    return tokens


def _displacement_range(state: OcsState, points: CounterSet) -> int:
    """Return how far Transport Points that were not captured can be displaced [R-OCS-08]."""
    slow = _is_wagon(state, points.bit_length() - 1)
    hexes: int = series_tables()["capture"][f"{'wagons' if slow else 'trucks'}_rest_displace_hexes"]
    return hexes


def capture_transport(state: OcsState, side: int, hex_: Hex, point: int) -> int:
    """Capture a Transport Point as an ordinary one; return it, or -1 without a counter [9.14c, 13.2g-F].

    If captured in the Movement Phase it can move at once; no other phase lets transports move [13.2i].
    It cannot be rebuilt if it is lost again, and does not count against the scenario's trucks [R-OCS-112].
    """
    scenario = state.scenario
    kind = scenario.wagons if scenario.wagons >> point & 1 else scenario.trucks & ~scenario.organic
    new = spare_counter(state, kind & scenario.of_side[side])
    if new != NO_COUNTER:
        _lose_transport(state, point)
        put(state, new, hex_)
        state.began[new], state.spent[new] = hex_, 0
        state.captured |= 1 << new
        state.traced |= 1 << new
    return new


def _lose_transport(state: OcsState, point: int) -> None:
    """Remove a captured or destroyed Transport Point: trucks can be rebuilt, wagons cannot [13.5e]."""
    lost_for_good = state.scenario.wagons | state.scenario.dukw_trucks
    remove(state, point, AWAY if lost_for_good >> point & 1 else DEAD)


# -- Extenders -------------------------------------------------------------------------------------


def _collapse(state: OcsState, hex_: Hex, extended: CounterSet) -> list[Event]:
    """Collapse an Extender to a hex in trace supply, or else make it ordinary transport in place [9.14d]."""
    scenario = state.scenario
    owner = scenario.side_of[extended.bit_length() - 1]
    hexes = extenders.collapse_hexes(state, hex_, owner)
    name, where = scenario.sides[owner], (scenario.label(hex_),)
    if hexes:
        ask(state, Question("collapse", owner, bits(extended), hex_))
        return [ExtenderCaught(side=name, hexes=where, collapses=True, rule="9.14d.1")]
    state.extended &= ~extended
    changed(state)
    return [ExtenderCaught(side=name, hexes=where, collapses=False, rule="9.14d.4")]


# -- hedgehogs, ports, bases -----------------------------------------------------------------------


def _levels_lost(state: OcsState, hex_: Hex) -> int:
    """Return the levels that a hedgehog loses by capture: by option one, unless it is printed [21.11c]."""
    scenario = state.scenario
    if not scenario.on("21.11c") or scenario.printed_hogs >> hex_ & 1:
        return 0
    return int(scenario.tables["options"]["captured_hog_levels"])


def _capture_facility(state: OcsState, side: int, hex_: Hex, thing: int) -> list[Event]:
    """Capture a hedgehog, port or air base as it is; it is usable at once [9.14e, 9.14f, 9.14h]."""
    scenario, bit = state.scenario, 1 << thing
    level = state.level[thing]
    if scenario.hedgehogs & bit:
        level -= _levels_lost(state, hex_)
        new, rule = spare_counter(state, scenario.hedgehogs & scenario.of_side[side]), "9.14e"
    else:
        kind, rule = (scenario.ports, "9.14h.1") if scenario.ports & bit else (scenario.bases, "9.14f.1")
        place = scenario.counters[thing].id.rsplit("-", 1)[-1]
        same = (
            c for c in bits(kind & scenario.of_side[side]) if scenario.counters[c].id.endswith(f"-{place}")
        )
        new = next(same, -1)
        if new == NO_COUNTER and kind is scenario.bases:  # a base that was built [15.3]
            named = mask_of(c for c in bits(kind) if "air-base" in scenario.counter_ids[c])
            new = spare_counter(state, kind & scenario.of_side[side] & ~named)
    state.level[thing] = 0
    put(state, thing, AWAY)
    if new != NO_COUNTER and (level or not scenario.hedgehogs & bit):
        put(state, new, hex_)
        state.level[new] = level
    return [
        FacilityCaptured(
            side=scenario.sides[side],
            hexes=(scenario.label(hex_),),
            facility=scenario.counters[thing].kind,
            rule=rule,
        )
    ]
