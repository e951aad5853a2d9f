"""Chapter 4: victory points and victory."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

from grognard.core.contract.events import Event
from grognard.core.contract.state import Result
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.kit.events import conceded, game_over
from grognard.games.sww3.events import TheatreClosed
from grognard.games.sww3.model.scenario import ALLIED, SOVIET, Need, Sww3Scenario
from grognard.games.sww3.model.state import Sww3State
from grognard.games.sww3.model.theatre import Theatre

Moment = Literal["now", "phase"]
"""After any order, or in Phase IV [4.2]."""

# -- points ----------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def worth(scenario: Sww3Scenario) -> dict[Hex, int]:
    """Return the VP of every city that has any, on all maps [4.3]."""
    return {
        hex_: value
        for theatre in scenario.theatres
        for hex_ in bits(theatre.cities & scenario.land)
        if (value := _city_points(theatre, hex_))
    }


def _city_points(theatre: Theatre, hex_: Hex) -> int:
    """Return the VP of a city: by country in Europe, by kind in the Mid-East, the highest if several."""
    points: dict[str, int] = theatre.charts["victory"]["city_points"]
    kinds = [theatre.country(hex_), "city"]
    if theatre.capitals >> hex_ & 1:
        kinds.append("capital")
    if theatre.oil_cities >> hex_ & 1:
        kinds.append("oil")
    return max(points.get(kind, 0) for kind in kinds)


@lru_cache(maxsize=64)
def _by_worth(scenario: Sww3Scenario, theatre: int) -> tuple[tuple[int, HexSet], ...]:
    here = scenario.theatres[theatre].hexes
    cities = {hex_: value for hex_, value in worth(scenario).items() if here >> hex_ & 1}
    return tuple(
        (value, mask_of(h for h, v in cities.items() if v == value)) for value in sorted(set(cities.values()))
    )


def points(state: Sww3State, theatre: int) -> int:
    """Return the Soviet VP on a map by control; blasts and supply do not matter [4.3-status, R-PIN-08]."""
    return sum(value * (mask & state.red).bit_count() for value, mask in _by_worth(state.scenario, theatre))


# -- victory ---------------------------------------------------------------------------------------


def check_victory(state: Sww3State, moment: Moment) -> list[Event]:
    """End the game if a side has won at this moment [4.2]."""
    events: list[Event] = []
    result = _at_once(state) if moment == "now" else _in_phase(state, events)
    if result is None:
        return events
    state.result = result
    return [*events, game_over(result)]


def concede(state: Sww3State, side: int) -> list[Event]:
    """Concede: the other side wins [4.2-concede]."""
    name = state.scenario.sides[side]
    reason = f"{state.scenario.titles[name]} concedes"
    state.result = result = _won(state, 1 - side, reason, "4.2-concede")
    return [conceded(name, result)]


def _won(state: Sww3State, side: int, reason: str, rule: str) -> Result:
    name = state.scenario.sides[side]
    return Result(name, f"{state.scenario.titles[name]} victory", reason, rule)


def _at_once(state: Sww3State) -> Result | None:
    """Check prestige, and Jerusalem with Tel Aviv, which end the game at any time [4.6, Sandown 4.7]."""
    for number, theatre in enumerate(state.scenario.theatres):
        chart = theatre.charts["victory"]
        if state.prestige <= chart["prestige_loss_at"]:
            return _won(state, SOVIET, "US prestige has collapsed", "4.6")
        both = [theatre.hex(number_) for number_ in chart.get("end_times", ())]
        if both and not state.closed >> number & 1 and all(state.red >> hex_ & 1 for hex_ in both):
            return _won(state, SOVIET, "the Soviets hold Jerusalem and Tel Aviv", "4.7")
    return None


def _in_phase(state: Sww3State, events: list[Event]) -> Result | None:
    """Check victory on a map in Phase IV [4.2-when, 5.10]."""
    scenario, number = state.scenario, state.now.theatre
    last = state.turn == scenario.turns
    if scenario.file.victory:
        return _short(state) if last else None
    soviet = next(_soviet_wins(state, number), None)
    allied = _allied_wins(state, number)
    if allied and (soviet is None or not scenario.on("soviet-first")):  # [R-SAN-18]
        if len(scenario.theatres) == 1:
            return _won(state, ALLIED, *allied)
        return _close(state, number, allied[0], events)
    if soviet:
        return _won(state, SOVIET, *soviet)
    if last and all(state.closed >> other & 1 for other in range(number + 1, len(scenario.theatres))):
        return _won(state, ALLIED, "the Soviets have met none of their aims", "4.1")
    return None


def _soviet_wins(state: Sww3State, number: int) -> Iterator[tuple[str, str]]:
    """Yield each reason why the Soviets win on a map now, with its rule."""
    scenario = state.scenario
    theatre = scenario.theatres[number]
    chart = theatre.charts["victory"]
    capitals = theatre.capitals & ~state.neutral | _never_skipped(theatre)
    if capitals and not capitals & ~state.red:
        yield "all capitals are in Soviet hands", "4.5-capitals"
    if theatre.oil_cities and not theatre.oil_cities & ~state.red:
        yield "all oil cities are in Soviet hands", "4.5-oil"
    if state.turn < chart["check_turn"]:
        return
    total, needed = points(state, number), state.target[number]
    vital = chart.get("must_control")
    if total > needed and (vital is None or state.red >> scenario.board.places[vital].hex & 1):
        yield f"{total} points, more than {needed}", "4.3-win"
    for first, last in chart.get("canal", ()):
        if theatre.span(first, last) & state.red:
            yield "the Soviets stand on the Suez Canal", "4.8"


def _never_skipped(theatre: Theatre) -> HexSet:
    """Return Belgrade, a capital even while its country is neutral [R-PIN-09]."""
    vital = theatre.charts["victory"].get("must_control")
    return 1 << theatre.board.places[vital].hex if vital else 0


def _allied_wins(state: Sww3State, number: int) -> tuple[str, str] | None:
    """Return why the Allies win on a map: they hold the road entries of the USSR [Sandown 4.9]."""
    theatre = state.scenario.theatres[number]
    entries = [theatre.hex(number_) for number_ in theatre.charts["victory"].get("allied_entries", ())]
    if entries and not any(state.red >> hex_ & 1 for hex_ in entries):
        return "the road entries of the USSR are lost", "4.9"
    return None


def _close(state: Sww3State, number: int, reason: str, events: list[Event]) -> Result | None:
    """End play on one map without a Soviet victory; it continues on the other [R-GC-01]."""
    state.closed |= 1 << number
    title = state.scenario.theatres[number].charts["title"]
    events.append(TheatreClosed(theatre=title, reason=reason, rule="R-GC-01"))
    if state.closed == (1 << len(state.scenario.theatres)) - 1 or state.turn == state.scenario.turns:
        return _won(state, ALLIED, "the Soviets have met none of their aims", "14.2")
    return None


# -- short scenarios -------------------------------------------------------------------------------


def _short(state: Sww3State) -> Result:
    """Check a short scenario: certain cities at the end of its last turn."""
    needs = state.scenario.file.victory
    missing = [need for need in needs if held(state, need) < need.count]
    if missing:
        return _won(state, ALLIED, f"the Soviets do not hold {missing[0].says}", "4.1")
    return _won(state, SOVIET, f"the Soviets hold {' and '.join(need.says for need in needs)}", "4.3-win")


def held(state: Sww3State, need: Need) -> int:
    """Return how many of the needed cities the Soviets hold."""
    return (wanted(state.scenario, need) & state.red).bit_count()


@lru_cache(maxsize=64)
def wanted(scenario: Sww3Scenario, need: Need) -> HexSet:
    """Return the needed cities."""
    mask = mask_of(scenario.board.places[name].hex for name in need.places)
    for theatre in scenario.theatres:
        cities = theatre.oil_cities if need.oil else theatre.cities
        if need.countries or need.oil:
            mask |= cities & (theatre.regions(need.countries) or theatre.hexes)
    return mask & scenario.land
