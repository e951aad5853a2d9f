"""Cases 4.7, 12.2a and 13.2: Transport Points load and unload supply; transport size of counters."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.facts import changed
from grognard.games.ocs.model.charts import SCALE
from grognard.games.ocs.model.scenario import TOKENS, OcsScenario
from grognard.games.ocs.model.state import NO_COUNTER, OcsState, assets_at, units_at
from grognard.games.ocs.model.supply_events import Loaded, Unloaded
from grognard.games.ocs.supply.tokens import drain, dump_at, pile
from grognard.games.ocs.units.active_stack import check_can_move, eligible, mp_left, spend


def handling(scenario: OcsScenario, transport: int) -> int:
    """Return the cost to load or unload, in quarters of an MP: a tenth of the printed MA [13.2f].

    Rounded to whole MP, halves up [4.1].
    """
    part = scenario.tables["other_costs"]["truck_load_or_unload_fraction_of_ma"]
    return int(scenario.faces[transport][1].ma * part + 0.5) * SCALE


# -- loading ---------------------------------------------------------------------------------------------


def able(state: OcsState, side: int) -> CounterSet:
    """Return transports that might load or unload now."""
    return eligible(state, side) & state.scenario.transports & state.present


def loadable(state: OcsState, transport: int) -> int:
    """Return the tokens a transport can load: on the ground of its hex, not moved this phase [12.2a, 13.2f].

    Each Transport Point carries 1 SP in all [3.3b, 13.2c].
    """
    scenario, at = state.scenario, state.at[transport]
    dump = dump_at(state, at, scenario.side_of[transport])
    if dump == NO_COUNTER or mp_left(state, transport) < handling(scenario, transport):
        return 0
    room = TOKENS - state.tokens[transport]
    return max(min(room, state.tokens[dump] - state.fresh[dump]), 0)


def check_load(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why a transport cannot load the ordered tokens, or None [12.2a, 13.2c, 13.2f]."""
    transport, tokens = _read(state, order)
    if transport == NO_COUNTER or tokens < 1:
        return Illegal("13.2f.1", "name the transport and the tokens: load T 4")
    refusal = check_can_move(state, side, transport) or _check_kind(state, transport)
    if refusal:
        return refusal
    scenario, id_ = state.scenario, order.units[0]
    where = scenario.label(state.at[transport])
    dump = dump_at(state, state.at[transport], side)
    if dump == NO_COUNTER:
        return Illegal("13.2f.1", "you have no supply on the ground in {hex}", hex=where)
    if state.tokens[transport] + tokens > TOKENS:
        return Illegal(
            "13.2c.1",
            "{unit} carries {load}T and has a capacity of {capacity}T",
            unit=id_,
            load=state.tokens[transport],
            capacity=TOKENS,
        )
    if tokens > state.tokens[dump] - state.fresh[dump]:
        rest = max(state.tokens[dump] - state.fresh[dump], 0)
        return Illegal(
            "12.2a.2",
            "only {rest}T in {hex} can be loaded; other supply was moved this phase",
            rest=rest,
            hex=where,
        )
    return _check_points(state, transport)


def _read(state: OcsState, order: Order) -> tuple[int, int]:
    """Return the transport and the tokens an order names, or -1 and 0."""
    transport = state.scenario.index[order.units[0]] if len(order.units) == 1 else -1
    word = order.words[0] if len(order.words) == 1 else ""
    return transport, int(word) if word.isdecimal() else 0


def _check_kind(state: OcsState, transport: int) -> Illegal | None:
    if state.scenario.transports >> transport & 1:
        return None
    return Illegal("4.7.2", "{unit} is not a Transport Point", unit=state.scenario.counter_ids[transport])


def _check_points(state: OcsState, transport: int) -> Illegal | None:
    cost = handling(state.scenario, transport)
    if mp_left(state, transport) >= cost:
        return None
    return Illegal(
        "13.2f.4",
        "{unit} needs {cost} MP and has {left:g} left",
        unit=state.scenario.counter_ids[transport],
        cost=cost // SCALE,
        left=mp_left(state, transport) / SCALE,
    )


def load_orders(state: OcsState, side: int, transport: int) -> list[Order]:
    """List every amount that a transport can load."""
    most = loadable(state, transport) if able(state, side) >> transport & 1 else 0
    return [_order(state, "load", transport, tokens) for tokens in range(1, most + 1)]


def _order(state: OcsState, verb: str, transport: int, tokens: int) -> Order:
    return Order(verb, units=state.scenario.names[transport], words=(str(tokens),))


def apply_load(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Load supply from the ground of a transport's hex, for a tenth of its MA [13.2f]."""
    transport, tokens = _read(state, order)
    spend(state, 1 << transport, handling(state.scenario, transport))
    drain(state, dump_at(state, state.at[transport], side), tokens)
    state.tokens[transport] += tokens
    changed(state)
    return [_event(state, Loaded, transport, tokens)]


# -- unloading -------------------------------------------------------------------------------------------


def check_unload(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why a transport cannot unload the ordered tokens, or None [13.2f, 13.2g]."""
    transport, tokens = _read(state, order)
    if transport == NO_COUNTER or tokens < 1:
        return Illegal("13.2f.3", "name the transport and the tokens: unload T 4")
    refusal = check_can_move(state, side, transport) or _check_kind(state, transport)
    if refusal:
        return refusal
    scenario, id_, at = state.scenario, order.units[0], state.at[transport]
    if scenario.organic >> transport & 1:
        return Illegal("13.2g-A", "{unit} is an Organic Truck and cannot unload", unit=id_)
    if tokens > state.tokens[transport]:
        return Illegal("13.2f.3", "{unit} carries only {load}T", unit=id_, load=state.tokens[transport])
    if not may_unload(state, at, side):
        return Illegal(
            "13.2f.3",
            "{hex} contains none of your combat units, ports, air bases or dumps",
            hex=scenario.label(at),
        )
    return _check_points(state, transport)


def may_unload(state: OcsState, hex_: int, side: int) -> bool:
    """Whether supply can be unloaded in a hex: a combat unit, port, air base or dump is there [13.2f]."""
    scenario = state.scenario
    places = scenario.ports | scenario.bases | scenario.dumps
    if not units_at(state, hex_, side) and not assets_at(state, hex_, side) & places:
        return False
    return dump_at(state, hex_, side) != NO_COUNTER or bool(_dumps_left(state, side))


def _dumps_left(state: OcsState, side: int) -> CounterSet:
    """Return dump counters not on the map; the counter mix limits them, the rules do not."""
    scenario = state.scenario
    return scenario.dumps & scenario.of_side[side] & ~state.present


def unload_orders(state: OcsState, side: int, transport: int) -> list[Order]:
    """List every amount that a transport can unload."""
    scenario = state.scenario
    if not (able(state, side) & ~scenario.organic) >> transport & 1 or not state.tokens[transport]:
        return []
    if _check_points(state, transport) or not may_unload(state, state.at[transport], side):
        return []
    return [_order(state, "unload", transport, n) for n in range(1, state.tokens[transport] + 1)]


def apply_unload(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Unload supply onto the ground; it cannot be loaded again this phase [12.2a, 13.2f]."""
    transport, tokens = _read(state, order)
    spend(state, 1 << transport, handling(state.scenario, transport))
    drain(state, transport, tokens)
    dump = pile(state, state.at[transport], side, tokens)
    state.fresh[dump] += tokens
    changed(state)
    return [_event(state, Unloaded, transport, tokens)]


def _event(state: OcsState, kind: type[Loaded | Unloaded], transport: int, tokens: int) -> Event:
    scenario = state.scenario
    side = scenario.sides[scenario.side_of[transport]]
    return kind(
        tokens=tokens,
        side=side,
        units=scenario.names[transport],
        hexes=(scenario.label(state.at[transport]),),
        rule="13.2f.4",
    )
