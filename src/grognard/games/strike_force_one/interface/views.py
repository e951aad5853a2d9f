"""Views, positions and invariants."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from grognard.core.contract.outside.bounds import (
    Between,
    Bounds,
    Subset,
    bounds_of_all_states,
    for_each,
    some_counters,
)
from grognard.core.contract.outside.position import Position
from grognard.core.contract.view import BoxRole, Losses, ObjectiveView, Standing, UnitView, View, boxes
from grognard.core.files.files import BadKey
from grognard.core.hexes.grid import bits, mask_of
from grognard.games.kit import positions
from grognard.games.kit.states import derived_violations
from grognard.games.kit.views import Moment, common_view, flags_by_counter, prompt, unit_view
from grognard.games.strike_force_one import victory
from grognard.games.strike_force_one.interface.choices import choices, phase, to_act
from grognard.games.strike_force_one.model.scenario import SOVIET, US, SfoScenario, tables
from grognard.games.strike_force_one.model.state import (
    BOXED,
    BOXES,
    EDGE,
    LOST,
    SfoState,
    empty,
    from_plain,
    put,
    units_at,
    zone,
)
from grognard.games.strike_force_one.questions import QUESTIONS
from grognard.games.strike_force_one.random_events import CELLS
from grognard.games.strike_force_one.sequence import begin_phase, mark_spent_events

FLAGS = ("moved", "fought", "disrupted", "replacing")
_SHOWN: dict[str, tuple[str, BoxRole]] = {
    "lost": ("Eliminated", "eliminated"),
    "edge": ("At the map edge", "waiting"),
    "box": ("Replacement boxes", "waiting"),
}
"""Off-map boxes in display order."""
_BOX_NAMES = {number: name for name, number in BOXES.items()}


def view(state: SfoState, side: str) -> View:
    """Return the state as every side sees it; this game has no hidden information."""
    scenario = state.scenario
    acting = to_act(state)
    asked = prompt(state, choices(state, acting[0]) if acting else None)
    phases = tuple(f"{scenario.sides[s]} {name}" for s, name in scenario.sequence)
    return common_view(
        state,
        side,
        Moment(phase(state), phases, acting, asked),
        units=_units(state),
        boxes=boxes(scenario, state.at, BOXES, _SHOWN),
        objectives=_objectives(state),
        standings=_standings(state),
        losses=_losses(state),
        known=state.plain(),
    )


def place_name(scenario: SfoScenario, where: int) -> str:
    """Return a hex number, or the name of a box."""
    return scenario.grid.label(where) if where >= 0 else _BOX_NAMES[where]


def _flags(state: SfoState, c: int) -> tuple[str, ...]:
    return tuple(flag for flag in FLAGS if getattr(state, flag) >> c & 1)


def _units(state: SfoState) -> Iterator[UnitView]:
    """List every counter with its flags."""
    flagged = flags_by_counter([(flag, getattr(state, flag)) for flag in FLAGS])
    for c, where in enumerate(state.at):
        weak = bool(state.disrupted >> c & 1)
        yield _unit(state.scenario, c, where, weak, tuple(flagged.get(c, ())))


@lru_cache(maxsize=20_000)
def _unit(scenario: SfoScenario, c: int, where: int, weak: bool, flags: tuple[str, ...]) -> UnitView:
    """Return the view of a counter, cached because most do not change from order to order."""
    counter = scenario.counters[c]
    factors = list(counter.factors)
    if weak:
        chart = tables()["disrupted"]
        factors[0], factors[2] = chart["offence"], chart["movement"]
    return unit_view(counter, place_name(scenario, where), counter.title, tuple(factors), flags)


def _objectives(state: SfoState) -> tuple[ObjectiveView, ...]:
    scenario = state.scenario
    by_points = scenario.victory == "points"
    worth: dict[str, int] = tables()["victory"]["points-hexes"] if by_points else {}
    labels = list(worth) or [scenario.grid.label(h) for h in scenario.towns]
    found = []
    for label in labels:
        hex_ = scenario.grid.hex(label)
        holder = next((s for s in (SOVIET, US) if state.held[s] >> hex_ & 1), None)
        town = scenario.towns.get(hex_)
        found.append(
            ObjectiveView(
                label,
                town.name if town else f"forest {label}",
                "" if holder is None else scenario.sides[holder],
                f"{worth[label]} VP" if by_points else "town",
            )
        )
    return tuple(found)


def _standings(state: SfoState) -> tuple[Standing, ...]:
    """List the victory points of both sides, or the towns the Soviets need [10]."""
    scenario = state.scenario
    if scenario.victory == "points":
        return tuple(
            Standing(
                kind="points",
                label=side.title,
                side=side.id,
                value=victory.total(victory.points(state, s)),
                unit="VP",
            )
            for s, side in enumerate(scenario.belligerents)
        )
    held, need = victory.towns_held(state), tables()["victory"]["towns-needed"]
    side = scenario.sides[SOVIET]
    return (
        Standing(kind="goal", label="Soviet towns", side=side, value=held, target=need, met=held >= need),
    )


def _losses(state: SfoState) -> tuple[Losses, ...]:
    """Count the eliminated units of each side; all have one step."""
    scenario = state.scenario
    dead = [len(units_at(state, s, LOST)) for s in (SOVIET, US)]
    return tuple(Losses(scenario.sides[s], dead[s], dead[s]) for s in (SOVIET, US))


# -- positions -------------------------------------------------------------------------------------


def from_position(scenario: SfoScenario, position: Position) -> SfoState:
    """Return the state of a position file, or raise `BadKey`."""
    positions.check_turn(position, scenario, first=1)
    state = empty(scenario)
    state.turn = position.turn
    positions.read_phase(state, position.phase, len(scenario.sequence), phase)
    for id_, where in position.at.items():
        _place(state, id_, where)
    _read_state(state, position.state)
    positions.check_dice(position, CELLS if scenario.by_chits else positions.FACES)
    _check_support(state)
    unsound = violations(state)
    if unsound:
        raise BadKey(("at",), f"this cannot be: {unsound[0]}")
    if scenario.level == "expert" and "chits-gone" not in position.state:
        mark_spent_events(state)
    begin_phase(state, [])
    decision = choices(state, to_act(state)[0])
    if decision is not None and not any(True for _ in decision.all()):
        crowd = next(h for h in scenario.grid.hexes() if state.here[h].bit_count() > scenario.stacking)
        label = scenario.grid.label(crowd)
        raise BadKey(("at",), f"this cannot be: no unit can leave {label}, which is over the stacking limit")
    return state


def _place(state: SfoState, id_: str, where: str) -> None:
    scenario = state.scenario
    counter = positions.counter_number(scenario.index, id_)
    levels = scenario.counters[counter].tags
    if levels and scenario.level not in levels and where != "away":
        raise BadKey(("at", id_), f"{id_} is not part of the {scenario.level} game")
    put(state, counter, positions.place_number(scenario.grid, BOXES, ("at", id_), where))


def _check_support(state: SfoState) -> None:
    """Refuse a support chit on a hex without enemies, unless they may have left it in this combat phase.

    [7.1-expert-air-place, R-SFO-24]
    """
    scenario = state.scenario
    for side in (SOVIET, US):
        if state.phase == "combat" and state.side == side and state.fought & scenario.units_of[side]:
            continue
        for chit in scenario.chits_of[side].values():
            where = state.at[chit]
            if where >= 0 and not state.held[1 - side] >> where & 1:
                reason = f"{scenario.grid.label(where)} has no enemy unit; support is placed on one"
                raise BadKey(("at", scenario.counter_ids[chit]), reason)


def _read_state(state: SfoState, plain: dict[str, object]) -> None:
    scenario = state.scenario
    unread = dict(plain)
    tracks = ("replacements-taken", "chits-gone") if scenario.by_chits else ("replacements-taken",)
    if "chits-gone" in unread and scenario.by_chits:
        chits = _chits(scenario, unread.pop("chits-gone"))
        for side, name in enumerate(scenario.sides):
            state.spent[side] = mask_of(chits.get(name, ()))
    if "replacements-taken" in unread:
        taken = unread.pop("replacements-taken")
        if not isinstance(taken, bool):
            raise BadKey(("state", "replacements-taken"), f"must be true or false, not {taken!r}")
        state.replaced = taken
    for fact in positions.read_facts(scenario.index, unread, "{ moved = true }"):
        known = FLAGS if scenario.level == "expert" else tuple(flag for flag in FLAGS if flag != "disrupted")
        if not positions.set_fact(state, fact, known):
            if fact.name == "disrupted" and scenario.level != "expert":
                raise BadKey(("state", fact.id, fact.name), "units are disrupted only in the Expert game")
            raise positions.bad_fact(fact, known)
    positions.check_all_read(unread, scenario.index, tracks)


def _chits(scenario: SfoScenario, value: object) -> dict[str, list[int]]:
    """Return chits listed by side, as in ``{ us = [1, 2] }``."""
    try:
        listed = msgspec.convert(value, dict[str, list[int]])
    except msgspec.ValidationError:
        listed = {"": []}
    chits = [chit for row in listed.values() for chit in row]
    if not set(listed) <= set(scenario.sides) or not all(0 <= chit < CELLS for chit in chits):
        reason = f"must list chits from 0 to {CELLS - 1} by side, such as {{ {scenario.sides[0]} = [1] }}"
        raise BadKey(("state", "chits-gone"), reason)
    return listed


def to_position(state: SfoState) -> Position:
    """Return the position file of a state."""
    scenario = state.scenario
    facts: dict[str, object] = {}
    if scenario.by_chits:  # V has two chits in the bag, and one may be spent
        facts["chits-gone"] = {name: bits(state.spent[side]) for side, name in enumerate(scenario.sides)}
    if state.replaced:
        facts["replacements-taken"] = True
    return positions.position_of(
        state, phase(state), BOXES, lambda c: dict.fromkeys(_flags(state, c), True), facts
    )


# -- invariants ------------------------------------------------------------------------------------


def bounds(scenario: SfoScenario) -> Bounds:
    """Return the values that each saved column can have."""
    units = some_counters(scenario, (1 << scenario.unit_count) - 1)
    kinds = (*QUESTIONS, "replace")
    return {
        **bounds_of_all_states(scenario, BOXES.values(), len(scenario.sequence), kinds),
        "turn": Between(1, scenario.turns),
        **for_each(units, "moved disrupted replacing"),
        "fought": some_counters(scenario),
        "spent": Subset((1 << CELLS) - 1, "chits"),
    }


def violations(state: SfoState) -> list[str]:
    """List violated invariants."""
    scenario = state.scenario
    found = []
    for h in scenario.grid.hexes():
        units, label = state.here[h], scenario.grid.label(h)
        if units & scenario.units_of[SOVIET] and units & scenario.units_of[US]:
            found.append(f"{label} has units of both sides")
        overstacked_hex = units.bit_count() - scenario.stacking
        passing = state.phase == "movement" and not state.questions
        if overstacked_hex > (1 if passing else 0):
            found.append(f"{label} has {units.bit_count()} units")
        if units and not scenario.passable >> h & 1:
            found.append(f"{label} is closed to units")
        for c in bits(units):
            if state.at[c] != h:
                found.append(f"{scenario.counters[c].id} is listed in {label} but elsewhere")
    for c, where in enumerate(state.at):
        id_ = scenario.counters[c].id
        if where >= 0 and c < scenario.unit_count and not state.here[where] >> c & 1:
            found.append(f"{id_} is missing from {scenario.grid.label(where)}")
        if where == BOXED and (scenario.level != "advanced" or scenario.side_of[c] != SOVIET):
            found.append(f"{id_} cannot be in a replacement box")
    if state.replacing & ~sum(1 << c for c in range(scenario.unit_count) if state.at[c] == EDGE):
        found.append("a replacement is not at the edge")
    if len([c for c, where in enumerate(state.at) if where == BOXED]) > tables()["replacement-boxes"]:
        found.append("the replacement boxes have too many units")
    return found or _shadow_violations(state)


def _shadow_violations(state: SfoState) -> list[str]:
    """List derived columns that differ from a rebuilt state."""
    twin = from_plain(state.scenario, state.plain())
    return derived_violations(
        state,
        twin,
        ("here", "held", "full", "crowded", "ready"),
        {"zones": lambda some: (zone(some, SOVIET), zone(some, US))},
    )
