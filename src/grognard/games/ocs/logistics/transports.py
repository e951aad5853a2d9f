"""Transport Points: loading and unloading supply on the way, and what they weigh [4.7, 12.2a, 13.2]."""

from __future__ import annotations

from fractions import Fraction

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.games.kit.states import changed
from grognard.games.ocs.model.charts import LEG, MOBILITIES, SCALE
from grognard.games.ocs.model.counters import QUARTERS
from grognard.games.ocs.model.scenario import TOKENS, OcsScenario
from grognard.games.ocs.model.state import OcsState, assets_at, size_now, units_at
from grognard.games.ocs.supply.tokens import drain, dump_at, pile
from grognard.games.ocs.units.active_stack import check_can_move, eligible, mp_left, present, spend


def handling(scenario: OcsScenario, transport: int) -> int:
    """What loading or unloading costs, in quarters of a point: a tenth of the printed allowance [13.2f].

    Rounded to whole points, halves up [4.1].
    """
    part = scenario.tables["other_costs"]["truck_load_or_unload_fraction_of_ma"]
    return int(scenario.faces[transport][1].ma * part + 0.5) * SCALE


# -- what transport weighs -------------------------------------------------------------------------------


def lift(state: OcsState, counter: int) -> Fraction:
    """How much of a train or ship a counter takes, in points: its size, half for slow foot units [4.7].

    A Transport Point takes one, loaded or not [4.7c].
    """
    scenario = state.scenario
    if scenario.transports >> counter & 1:
        return Fraction(1)
    size, move = Fraction(size_now(state, counter), QUARTERS), scenario.faces[counter][1]
    table = scenario.tables["transport"]
    low, high = table["light_move_ma"]
    if MOBILITIES.index(move.mobility) == LEG and low <= move.ma <= high:
        size *= Fraction(table["light_lift_fraction"])
    return size


# -- loading ---------------------------------------------------------------------------------------------


def able(state: OcsState, side: int) -> CounterSet:
    """Transports that may load or unload on their way."""
    return eligible(state, side) & state.scenario.transports & present(state)


def loadable(state: OcsState, transport: int) -> int:
    """Tokens a transport could load: on the ground of its hex, not moved in this phase [12.2a, 13.2f].

    Each point carries one point of supply in all [3.3b, 13.2c].
    """
    scenario, at = state.scenario, state.at[transport]
    dump = dump_at(state, at, scenario.side_of[transport])
    if dump < 0 or mp_left(state, transport) < handling(scenario, transport):
        return 0
    room = TOKENS - state.tokens[transport]
    return max(min(room, state.tokens[dump] - state.fresh[dump]), 0)


def check_load(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Whether a transport can load so many tokens [12.2a, 13.2c, 13.2f]."""
    transport, tokens = _read(state, order)
    if transport < 0 or tokens < 1:
        return Illegal("13.2f.1", "say which transport loads how many tokens: load T 4")
    refusal = check_can_move(state, side, transport) or _check_kind(state, transport)
    if refusal:
        return refusal
    scenario, id_ = state.scenario, order.units[0]
    where = scenario.place_name(state.at[transport])
    dump = dump_at(state, state.at[transport], side)
    if dump < 0:
        return Illegal("13.2f.1", f"there is no supply on the ground in {where}")
    if state.tokens[transport] + tokens > TOKENS:
        return Illegal(
            "13.2c.1", f"{id_} carries {state.tokens[transport]}T and has room for {TOKENS}T in all"
        )
    if tokens > state.tokens[dump] - state.fresh[dump]:
        rest = max(state.tokens[dump] - state.fresh[dump], 0)
        return Illegal(
            "12.2a.2", f"{rest}T in {where} can be loaded: the rest is not there or moved this phase"
        )
    return _check_points(state, transport)


def _read(state: OcsState, order: Order) -> tuple[int, int]:
    """The transport and the tokens an order names; -1 and 0 where it does not."""
    transport = state.scenario.index[order.units[0]] if len(order.units) == 1 else -1
    word = order.words[0] if len(order.words) == 1 else ""
    return transport, int(word) if word.isdecimal() else 0


def _check_kind(state: OcsState, transport: int) -> Illegal | None:
    if state.scenario.transports >> transport & 1:
        return None
    return Illegal("4.7.2", f"{state.scenario.counter_ids[transport]} is no Transport Point")


def _check_points(state: OcsState, transport: int) -> Illegal | None:
    cost = handling(state.scenario, transport)
    if mp_left(state, transport) >= cost:
        return None
    id_ = state.scenario.counter_ids[transport]
    return Illegal(
        "13.2f.4", f"that costs {cost // SCALE} points; {id_} has {mp_left(state, transport) / SCALE:g}"
    )


def load_orders(state: OcsState, side: int, transport: int) -> list[Order]:
    """Every amount that a transport could load."""
    most = loadable(state, transport) if able(state, side) >> transport & 1 else 0
    return [_order(state, "load", transport, tokens) for tokens in range(1, most + 1)]


def _order(state: OcsState, verb: str, transport: int, tokens: int) -> Order:
    return Order(verb, units=state.scenario.names[transport], words=(str(tokens),))


def apply_load(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """A transport loads supply from the ground of its hex; that takes a tenth of its allowance [13.2f]."""
    transport, tokens = _read(state, order)
    spend(state, 1 << transport, handling(state.scenario, transport))
    drain(state, dump_at(state, state.at[transport], side), tokens)
    state.tokens[transport] += tokens
    changed(state)
    return [_event(state, "loaded", "{units} loads {note} in {hex}", transport, tokens)]


# -- unloading -------------------------------------------------------------------------------------------


def check_unload(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Whether a transport can put so many tokens on the ground of its hex [13.2f, 13.2g]."""
    transport, tokens = _read(state, order)
    if transport < 0 or tokens < 1:
        return Illegal("13.2f.3", "say which transport unloads how many tokens: unload T 4")
    refusal = check_can_move(state, side, transport) or _check_kind(state, transport)
    if refusal:
        return refusal
    scenario, id_, at = state.scenario, order.units[0], state.at[transport]
    if scenario.organic >> transport & 1:
        return Illegal("13.2g-A", f"{id_} is an Organic Truck: its supply is used, never put on the ground")
    if tokens > state.tokens[transport]:
        return Illegal("13.2f.3", f"{id_} carries {state.tokens[transport]}T")
    if not may_unload(state, at, side):
        return Illegal(
            "13.2f.3",
            f"{scenario.place_name(at)} has neither a combat unit, port, air base nor dump of yours",
        )
    return _check_points(state, transport)


def may_unload(state: OcsState, hex_: int, side: int) -> bool:
    """Whether supply can be put on the ground of a hex: somebody or something is there for it [13.2f]."""
    scenario = state.scenario
    places = scenario.ports | scenario.bases | scenario.dumps
    if not units_at(state, hex_, side) and not assets_at(state, hex_, side) & places:
        return False
    return dump_at(state, hex_, side) >= 0 or bool(_dumps_left(state, side))


def _dumps_left(state: OcsState, side: int) -> CounterSet:
    """Dump counters that are not on the map: their number is a limit of the counters, not of the rules."""
    scenario = state.scenario
    return scenario.dumps & scenario.of_side[side] & ~present(state)


def unload_orders(state: OcsState, side: int, transport: int) -> list[Order]:
    """Every amount that a transport could unload."""
    scenario = state.scenario
    if not (able(state, side) & ~scenario.organic) >> transport & 1 or not state.tokens[transport]:
        return []
    if _check_points(state, transport) or not may_unload(state, state.at[transport], side):
        return []
    return [_order(state, "unload", transport, n) for n in range(1, state.tokens[transport] + 1)]


def apply_unload(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """A transport puts supply on the ground: it is not loaded again in this phase [12.2a, 13.2f]."""
    transport, tokens = _read(state, order)
    spend(state, 1 << transport, handling(state.scenario, transport))
    drain(state, transport, tokens)
    dump = pile(state, state.at[transport], side, tokens)
    state.fresh[dump] += tokens
    changed(state)
    return [_event(state, "unloaded", "{units} unloads {note} in {hex}", transport, tokens)]


def _event(state: OcsState, kind: str, says: str, transport: int, tokens: int) -> Event:
    scenario = state.scenario
    side = scenario.sides[scenario.side_of[transport]]
    return Event(
        kind,
        says,
        side=side,
        units=scenario.names[transport],
        hexes=(scenario.label(state.at[transport]),),
        note=f"{tokens}T",
        rule="13.2f.4",
        only=(side,),
    )
