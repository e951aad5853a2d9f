"""What a side sees on and off the map: counters, boxes, objectives and victory status."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.view import BoxRole, BoxView, ObjectiveView, UnitView, View, boxes
from grognard.core.hexes.grid import bits, mask_of
from grognard.games.kit.views import Moment, common_view, flags_by_counter
from grognard.games.ocs.interface.choices import phase, phases, sentence_for, to_act
from grognard.games.ocs.interface.fog_of_war import (
    UNSEEN,
    has_zone,
    hidden_sides,
    things_alone,
    top,
    veiled,
    visible_columns,
)
from grognard.games.ocs.interface.missions.mission_stages import under_way
from grognard.games.ocs.model.counters import PlaneFace
from grognard.games.ocs.model.scenario import MOVEMENT, OcsScenario
from grognard.games.ocs.model.state import AWAY, HOSTED, NO_COUNTER, PLACES, OcsState, where
from grognard.games.ocs.supply.payment import amount as in_words
from grognard.games.ocs.turn import victory

FLAGS = {
    "dg": "disorganized",
    "strat": "strat",
    "reserve": "reserve",
    "exploit": "exploit",
    "out": "out of supply",
    "low": "low",
    "exhausted": "exhausted",
    "fueled": "fueled",
    "filled": "fueled",
    "primed": "fueled",
    "extended": "extender",
    "fought": "fought",
    "fired": "fired",
    "flown": "flown",
}
"""Sets of counters in the state that are shown on the counters, with their words."""
MARKERS_ON_TOP = ("reserve", "strat", "dg", "exploit", "out")
"""Markers that can cover a stack [HR-2]."""
VEILED = "-veiled-"
"""Part of the ids of the markers that stand for covered stacks."""
_NAMES = {number: name for name, number in PLACES.items()}
_SHOWN: dict[str, tuple[str, BoxRole]] = {
    "ready": ("Ready to place", "waiting"),
    "coming": ("Later reinforcements", "waiting"),
    "rear": ("Holding box", "off-map"),
    "dead": ("Dead Pile", "eliminated"),
    "gone": ("Out of the game", "off-map"),
}
"""The off-map boxes in the order they are shown; `gone` holds withdrawn units and dead ones that cannot be
rebuilt."""
_SIZES = {"Co": "I", "Bn": "II", "Rgt": "III", "Bde": "X", "Div": "XX", "HQ": ""}
"""The size marks above the symbol of a unit."""
_ABBREVIATED = {"lst": "LST", "dukw": "DUKW"}
INACTIVE = "inactive"
"""The flag of an air unit that needs a refit [15.1]."""
_WORKS = ("hedgehog", "air-base", "landing-craft", "lst", "dukw")
"""Counters whose level is shown: works, and points of landing craft."""


def view(state: OcsState, side: str) -> View:
    """Return the game as a side or a spectator may see it."""
    visible = visible_columns(state, side)
    return common_view(
        state,
        side,
        Moment(phase(state), phases(state), to_act(state), sentence_for(state, side)),
        units=(*_counters(state, visible), *_somethings(state, side)),
        boxes=(*_off_map(visible), *boxes(state.scenario, _without_boxes(visible), PLACES, _SHOWN)),
        objectives=_objectives(state),
        standings=victory.standings(state, side),
        losses=victory.losses(state, hidden_sides(state, side)),
        known=visible.plain(),
        procedure=under_way(state, visible, side),
    )


def _off_map(visible: OcsState) -> Iterator[BoxView]:
    """Yield the off-map boxes of the scenario with the units in them that the viewer sees [I.F]."""
    scenario = visible.scenario
    if not scenario.boxes:
        return
    inside: dict[int, list[str]] = {}
    for c, host in enumerate(visible.host):
        if host != NO_COUNTER and scenario.boxes >> host & 1:
            inside.setdefault(host, []).append(scenario.counter_ids[c])
    for box in bits(scenario.boxes):
        counter = scenario.counters[box]
        yield BoxView(counter.id, scenario.called[box], counter.side, tuple(inside.get(box, ())), "off-map")


def _without_boxes(visible: OcsState) -> list[int]:
    """Return the places of counters, without those of the scenario's boxes, which are shown themselves."""
    boxes_ = visible.scenario.boxes
    if not boxes_:
        return visible.at
    return [AWAY if boxes_ >> c & 1 else place for c, place in enumerate(visible.at)]


def place_name(scenario: OcsScenario, where: int) -> str:
    """Return a hex number, or the id of an off-map box."""
    return scenario.label(where) if where >= 0 else _NAMES[where]


# -- counters --------------------------------------------------------------------------------------


def _counters(state: OcsState, visible: OcsState) -> Iterator[UnitView]:
    """Yield the visible counters of both sides, those on top of their stacks first."""
    scenario, at, host = state.scenario, visible.at, visible.host
    flagged = _flags(state, visible)
    grounded, works = inactive(visible), _works(scenario)
    for c in bits(grounded):
        flagged.setdefault(c, []).insert(0, INACTIVE)
    shown = mask_of(c for c, place in enumerate(at) if place not in (AWAY, UNSEEN))
    for layer in _layers(shown, visible.shown, scenario.combat_units, grounded):
        for c in bits(layer):
            hosted = at[c] == HOSTED
            yield _counter(
                scenario,
                c,
                where(visible, c) if hosted else at[c],
                visible.turned >> c & 1,
                visible.level[c] if works >> c & 1 else visible.tokens[c],
                visible.lost[c],
                host[c] if hosted else NO_COUNTER,
                tuple(flagged.get(c, ())),
            )


def _layers(
    shown: CounterSet, on_top: CounterSet, units: CounterSet, lowest: CounterSet
) -> Iterator[CounterSet]:
    """Yield the counters in layers: the top units, the others, transports and markers, then the lowest."""
    for level in (shown & ~lowest, shown & lowest):
        for stacked in (level & on_top, level & ~on_top):
            yield stacked & units
            yield stacked & ~units


@lru_cache(maxsize=32)
def _works(scenario: OcsScenario) -> CounterSet:
    """Return the counters whose level is shown."""
    return mask_of(c for c, counter in enumerate(scenario.counters) if counter.kind in _WORKS)


def inactive(visible: OcsState) -> CounterSet:
    """Return the Inactive air units at bases, which lie below the base [14.1a]."""
    down = visible.scenario.planes & ~visible.active
    return mask_of(c for c in bits(down) if visible.at[c] == HOSTED)


def _flags(state: OcsState, visible: OcsState) -> dict[int, list[str]]:
    found = flags_by_counter((word, getattr(visible, name)) for name, word in FLAGS.items())
    if state.phase in MOVEMENT:
        for c, points in enumerate(visible.spent):
            if points or visible.finished >> c & 1:
                found.setdefault(c, []).append("moved")
    scenario = state.scenario
    for c in bits(visible.shown):
        side, where = scenario.side_of[c], visible.at[c]
        if where >= 0 and has_zone(state, where, side):
            found.setdefault(c, []).append("zone")
    return found


@lru_cache(maxsize=20_000)
def _counter(
    scenario: OcsScenario,
    c: int,
    place: int,
    face: int,
    amount: int,
    lost: int,
    aboard: int,
    flags: tuple[str, ...],
) -> UnitView:
    """Return the view of a counter; cached, since most do not change between orders.

    `place` is the hex or place of the counter, or of the base or craft that it is `aboard`.
    """
    counter = scenario.counters[c]
    boxed = aboard != NO_COUNTER and scenario.boxes >> aboard & 1
    factors, values = ("", ()) if counter.marker else _factors(scenario, c, face, lost)
    return UnitView(
        id=counter.id,
        side=counter.side,
        label=_label(scenario, c, amount),
        kind=counter.kind,
        at=scenario.counter_ids[aboard] if boxed else place_name(scenario, place),
        title=_title(scenario, c, amount),
        nation=counter.look or counter.nation,
        size=_SIZES.get(counter.size, counter.size),
        factors=factors,
        values=values,
        steps=max(counter.steps - lost, 0),
        marker=counter.marker,
        under=counter.marker or INACTIVE in flags,
        aboard=scenario.counter_ids[aboard] if aboard >= 0 else "",
        flags=(*(("move",) if face and not scenario.one_faced >> c & 1 else ()), *flags),
    )


def _label(scenario: OcsScenario, c: int, tokens: int) -> str:
    """Return what a counter shows: the amount of supply, the level of works, or a name."""
    counter = scenario.counters[c]
    name = counter.label or _ABBREVIATED.get(counter.kind) or counter.kind.replace("-", " ").capitalize()
    if counter.kind in _WORKS:
        return f"{name} {tokens}" if tokens else name
    return in_words(tokens) if tokens else name


def _title(scenario: OcsScenario, c: int, level: int) -> str:
    """Return what a counter is called; an air base by its level."""
    if scenario.bases >> c & 1:
        return f"air base, level {level}" if level else "air strip"
    return scenario.called[c]


def _plane_factors(plane: PlaneFace) -> tuple[str, tuple[int, ...]]:
    """Return the values of an air unit: Air Combat Rating, Barrage Strength, range [14.1]."""
    rating = f"({plane.air})" if plane.paren else str(plane.air)
    return f"{rating}-{plane.barrage}-{plane.range}", (plane.air, plane.barrage, plane.range)


def _factors(scenario: OcsScenario, c: int, face: int, lost: int) -> tuple[str, tuple[int, ...]]:
    """Return the values of the face that is up: strength or barrage, Action Rating, MA [3.2]."""
    counter, printed = scenario.counters[c], scenario.faces[c][face]
    if scenario.transports >> c & 1:
        return str(printed.ma), (printed.ma,)
    if counter.plane:
        return _plane_factors(counter.plane.reduced if lost else counter.plane.full)
    if counter.ship:
        ship = counter.ship.damaged if lost else counter.ship.full
        text = f"{ship.barrage}({ship.range})-{ship.protection}"
        return text, (ship.barrage, ship.range, ship.protection)
    if scenario.craft >> c & 1:
        return "", ()
    rest = f"{counter.ar}-{printed.ma}"
    if counter.kind == "hq":
        return f"{printed.throw}-{rest}", (printed.throw, counter.ar, printed.ma)
    if printed.barrage:
        text = f"{printed.barrage}({counter.range})-{rest}"
        return text, (printed.barrage, counter.range, counter.ar, printed.ma)
    strength = f"({printed.strength})" if printed.paren else str(printed.strength)
    return f"{strength}-{rest}", (printed.strength, counter.ar, printed.ma)


def _somethings(state: OcsState, viewer: str) -> Iterator[UnitView]:
    """Yield a marker for each hex with enemy supply or transports alone, without amounts [4.9a]."""
    scenario = state.scenario
    for side in hidden_sides(state, viewer):
        for hex_ in bits(things_alone(state, side)):
            yield _something(scenario, side, hex_)
        for hex_ in bits(veiled(state, side)):
            yield _veiled(state, side, hex_)


@lru_cache(maxsize=4_000)
def _something(scenario: OcsScenario, side: int, hex_: int) -> UnitView:
    name, label = scenario.sides[side], scenario.label(hex_)
    return UnitView(
        id=f"{name}-things-{label}",
        side=name,
        label="?",
        kind="dump",
        at=label,
        title="supply or transports",
        nation=name,
        marker=True,
    )


def _veiled(state: OcsState, side: int, hex_: int) -> UnitView:
    """Return the marker on top of a stack whose units the enemy does not see [HR-2]."""
    scenario, unit = state.scenario, top(state, hex_, side)
    name, label = scenario.sides[side], scenario.label(hex_)
    flags = tuple(FLAGS[marker] for marker in MARKERS_ON_TOP if getattr(state, marker) >> unit & 1)
    return UnitView(
        id=f"{name}{VEILED}{label}",
        side=name,
        label="?",
        kind="infantry",
        at=label,
        title=f"units under a marker: {', '.join(flags)}",
        nation=name,
        marker=True,
        flags=(*flags, *(("zone",) if has_zone(state, hex_, side) else ())),
    )


# -- victory ---------------------------------------------------------------------------------------


def _objectives(state: OcsState) -> tuple[ObjectiveView, ...]:
    """Return the objectives of the scenario and the sides that control them."""
    scenario = state.scenario
    found = []
    for name, points in scenario.file.victory.towns.items():
        for hex_ in bits(scenario.hexes((name,))):
            holder = scenario.sides[state.second >> hex_ & 1]
            found.append(ObjectiveView(scenario.label(hex_), name, holder, str(points)))
    return tuple(found)
