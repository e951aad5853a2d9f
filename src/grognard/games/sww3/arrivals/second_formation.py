"""Chapters 10.9 (Sandown) and 14.10: second formation divisions, called once at a cost in VP [R-PIN-29]."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.contract.state import ask
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import HexSet, bits
from grognard.games.sww3.events import SecondFormationCalled
from grognard.games.sww3.model.blind_draws import draw
from grognard.games.sww3.model.scenario import ALLIED, SOVIET
from grognard.games.sww3.model.state import ARRIVING, RESERVE, SECOND, Sww3State, cities, put, units_at
from grognard.games.sww3.movement import theatre_transfers
from grognard.games.sww3.support import supply


def second_hexes(state: Sww3State, theatre: int) -> HexSet:
    """Return the entry hexes in the Mid-East: un-nuked cities and sources in the USSR [10.9-place]."""
    map_ = state.scenario.theatres[theatre]
    home = map_.regions(map_.charts["home"].get("SU", ()))
    sources = supply.sources(state, SOVIET, theatre)
    return (map_.cities & cities(state) | sources) & home & state.red & ~state.held[ALLIED]


def second_limit(state: Sww3State, theatre: int) -> int:
    """Return how many divisions may be called for a map [10.9-limit, R-PIN-29, 14.10-split]."""
    pool = units_at(state, SECOND).bit_count()
    if not _placed_at_once(state, theatre):
        return pool
    limit = state.scenario.stack_steps
    room = sum(limit - state.load.get(h, 0) for h in bits(second_hexes(state, theatre)))
    return min(pool, room, theatre_transfers.room_for_soviets(state, theatre))


def _case(state: Sww3State, part: str) -> str:
    """Return a case that the games number differently."""
    if theatre_transfers.is_grand(state.scenario):
        return {"once": "14.10-when", "limit": "14.10-split", "vp": "14.10-vp"}[part]
    return f"10.9-{part}" if _placed_at_once(state, 0) else "R-PIN-29"


def _placed_at_once(state: Sww3State, theatre: int) -> bool:
    """Whether they are placed on the map up to its limit, or enter at its edge [14.10-entry]."""
    return "soviet_divisions" in state.scenario.theatres[theatre].charts["limits"]


def check_second(state: Sww3State, side: int, order: Order) -> Illegal | None:
    """Check a call: once, at the start of the Soviet Movement Phase of turn 5 [10.9-once, 5.8-second]."""
    scenario = state.scenario
    turn = scenario.theatres[0].charts["limits"]["second_formation_turn"]
    if not theatre_transfers.uses_second_formation(scenario):
        return Illegal("R-PIN-29", "second formation divisions are not used in this game")
    if side != SOVIET or state.turn != turn or state.phase != "movement":
        return Illegal(
            _case(state, "once"),
            "second formation divisions can be called only in the Soviet Movement Phase of turn {turn}",
            turn=turn,
        )
    if state.second_called:
        return Illegal(_case(state, "once"), "second formation divisions have already been called")
    if state.now.theatre or state.moved or state.dropped:
        return Illegal(
            _case(state, "once"), "second formation divisions must be called before any unit moves"
        )
    maps = range(len(scenario.theatres))
    if len(order.words) != len(maps) or not all(word.isdecimal() for word in order.words):
        where = " " + " and ".join(f"for {scenario.theatres[t].charts['title']}" for t in maps)
        return Illegal(
            "notation", "name the number of divisions{where}", where=where if len(maps) > 1 else ""
        )
    counts = [int(word) for word in order.words]
    if not sum(counts):
        return Illegal(_case(state, "once"), "call at least 1 division")
    for theatre in maps:
        if counts[theatre] > second_limit(state, theatre):
            where = scenario.theatres[theatre].charts["title"]
            most = second_limit(state, theatre)
            return Illegal(
                _case(state, "limit"),
                "at most {most} divisions can enter {theatre}",
                most=most,
                theatre=where,
            )
    if sum(counts) > units_at(state, SECOND).bit_count():
        left = units_at(state, SECOND).bit_count()
        return Illegal(_case(state, "limit"), "only {left} divisions are left", left=left)
    return None


def second_orders(state: Sww3State, side: int) -> list[Order]:
    """Return the orders to call divisions: every number on one map, some splits on two."""
    if (
        state.turn != state.scenario.theatres[0].charts["limits"]["second_formation_turn"]
        or state.second_called
    ):
        return []
    limits = [second_limit(state, theatre) for theatre in range(len(state.scenario.theatres))]
    counts: Iterable[tuple[int, ...]] = (
        ((n,) for n in range(1, limits[0] + 1))
        if len(limits) == 1
        else ((a, b) for a in range(0, limits[0] + 1, 5) for b in range(0, limits[1] + 1, 5))
    )
    orders = [Order("second", words=tuple(map(str, each))) for each in counts]
    return [order for order in orders if check_second(state, side, order) is None]


def apply_second(state: Sww3State, order: Order, dice: Roller) -> list[Event]:
    """Draw them blindly; each raises the Soviet target on its map [10.9-blind, 10.9-vp, 14.10-vp].

    In Europe they enter at the map edge [14.10-entry], in the Mid-East they are placed now [R-SAN-11].
    """
    scenario = state.scenario
    state.second_called = True
    events: list[Event] = []
    for theatre, word in enumerate(order.words):
        map_ = scenario.theatres[theatre]
        drawn = draw(bits(units_at(state, SECOND)), int(word), dice, "second formation division")
        for unit in drawn:
            put(state, unit, ARRIVING if _placed_at_once(state, theatre) else RESERVE)
        state.target[theatre] += len(drawn) * map_.charts["victory"]["per_second_formation_division"]
        if drawn:
            ids = tuple(scenario.counters[unit].id for unit in drawn)
            events.append(
                SecondFormationCalled(
                    side=scenario.sides[SOVIET],
                    units=ids,
                    theatre=map_.charts["title"],
                    target=state.target[theatre],
                    rule=_case(state, "vp"),
                    final=True,
                )
            )
    ask_to_place(state)
    return events


def ask_to_place(state: Sww3State) -> None:
    """Ask the Soviet player to place the divisions called for the current map [10.9-place]."""
    called = _placed_at_once(state, state.now.theatre) and units_at(state, ARRIVING, SOVIET)
    if state.side == SOVIET and called:
        ask(state, Question("arrive", SOVIET))
