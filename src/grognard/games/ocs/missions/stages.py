"""Chapter 14.2f: the steps of an air mission, from its arrival until its planes are home.

The mission is `state.mission`. A question `mission` lies below those of its steps and asks nothing: when it
is on top, the next step follows.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.state import ask
from grognard.core.dice import Roller
from grognard.core.facts import changed
from grognard.core.hexes.grid import bits, mask_of
from grognard.games.kit import settling
from grognard.games.ocs.air.bases import active_over
from grognard.games.ocs.air.combat import attacking_side, fight_round, fleet, least_loss_die, rating
from grognard.games.ocs.air.flak import aborts_by, faces_flak, flak_points, is_late_war, roll_flak, victims
from grognard.games.ocs.air.planes import open_rated
from grognard.games.ocs.air.ranges import in_enemy_patrol, interceptors
from grognard.games.ocs.combat import results
from grognard.games.ocs.fleet import gunnery
from grognard.games.ocs.flights import cargo, returns, xyz
from grognard.games.ocs.flights.returns import land, send_home
from grognard.games.ocs.missions import resolution
from grognard.games.ocs.model.air_events import DogFight, FlakFired, Intercepted, PlanesAborted
from grognard.games.ocs.model.mission import Mission, Stage
from grognard.games.ocs.model.state import NO_COUNTER, OcsState


def current(state: OcsState) -> Mission:
    """Return the current mission."""
    assert state.mission is not None, "a mission is being flown"
    return state.mission


def update(state: OcsState, **fields: object) -> None:
    """Change fields of the current mission."""
    state.mission = replace(current(state), **fields)
    changed(state)


def settle(state: OcsState, dice: Roller, events: list[Event]) -> None:
    """Carry out what needs no answer, of missions and combats, until a player must decide."""
    steps = {
        **results.steps(dice),
        "mission": lambda state, question, events: advance(state, dice, events),
        "aim": lambda state, question, events: gunnery.settle_aim(state, question, dice, events),
        "home": returns.settle,
        "flee": returns.settle,
    }
    settling.settle(state, steps, events)


def advance(state: OcsState, dice: Roller, events: list[Event]) -> bool:
    """Carry out the next step of the mission; return whether there was one [14.2f]."""
    mission = current(state)
    if not mission.planes and mission.stage not in ("interception", "resolve", "home"):
        update(state, stage="resolve" if mission.cargo or mission.tokens else "home")
        return True
    steps: dict[Stage, Callable[[OcsState, Roller, list[Event]], None]] = {
        "arrive": _arrive,
        "combat": _next_round,
        "intercept": _offer_interception,
        "interception": _next_round,
        "flak": _flak,
        "resolve": _resolve,
        "home": _go_home,
    }
    steps[mission.stage](state, dice, events)
    return True


# -- step C: Air Combat ------------------------------------------------------------------------------


def _arrive(state: OcsState, dice: Roller, events: list[Event]) -> None:
    """Begin an Air Combat if both sides have Active planes in the hex [14.2f-C, 14.3.1]."""
    mission = current(state)
    there = active_over(state, mission.target, 1 - mission.side) if mission.target >= 0 else 0
    if not there or not open_rated(state, there | mask_of(mission.planes)):
        _after_combat(state, "combat")
        return
    update(state, stage="combat", foes=there)
    _offer_aborts(state)


def _offer_aborts(state: OcsState) -> None:
    """Ask both sides, the attacker first, who aborts; one plane must stay [14.3d-A, R-OCS-202]."""
    attacker = attacking_side(state, current(state))
    for side in (1 - attacker, attacker):
        planes = bits(fleet(current(state), side))
        if len(planes) > 1:
            ask(state, Question("break-off", side, planes, current(state).target, (1,)))


def _next_round(state: OcsState, dice: Roller, events: list[Event]) -> None:
    """Ask for the planes of the next round, or end the combat [14.3e-B, 14.3e-D]."""
    mission = current(state)
    attacker = attacking_side(state, mission)
    if attacker < 0:
        _after_combat(state, mission.stage)
        return
    if mission.pick == NO_COUNTER:
        _choose(state, attacker, open_rated(state, fleet(mission, attacker)), dice, events)
    else:
        _choose(state, 1 - attacker, fleet(mission, 1 - attacker), dice, events)


def _choose(state: OcsState, side: int, planes: CounterSet, dice: Roller, events: list[Event]) -> None:
    """Ask a side for its plane in this round; with one only there is nothing to ask."""
    if planes.bit_count() == 1:
        engage(state, planes.bit_length() - 1, dice, events)
    else:
        ask(state, Question("duel", side, bits(planes), current(state).target))


def engage(state: OcsState, plane: int, dice: Roller, events: list[Event]) -> None:
    """Send a plane into the round: first the attacker's, then the defender's, and roll [14.3e-B, 14.3e-C]."""
    mission = current(state)
    if mission.pick == NO_COUNTER:
        update(state, pick=plane)
        return
    first, scenario = mission.pick, state.scenario
    result = fight_round(rating(state, first), rating(state, plane), dice)
    ids = scenario.counter_ids
    losers = {"attacker": (first,), "both": (first, plane), "defender": (plane,)}[result.outcome]
    hit = [c for c in losers if result.dice[-1] >= least_loss_die(state, c, mission)]  # [R-OCS-283]
    events.append(
        DogFight(
            side=scenario.sides[scenario.side_of[first]],
            units=(ids[first], ids[plane]),
            hexes=_hexes(state),
            dice=result.dice,
            attacker=ids[first],
            defender=ids[plane],
            modified=result.modified,
            outcome=result.outcome,
            loss=bool(hit),
            rule="14.3e-C.1",
            final=True,
        )
    )
    update(state, pick=-1)
    for loser in hit:
        events += cargo.lose_mission_step(state, loser, "14.3e-C.2")
    abort(state, tuple(c for c in losers if state.host[c] != NO_COUNTER), events)


def abort(state: OcsState, planes: tuple[int, ...], events: list[Event]) -> None:
    """Send aborted planes away, Inactive: to a base in the hex if there is one [14.1c, 14.5.4]."""
    cargo.abort_cargo(state, planes)
    mission = current(state)
    for plane in planes:
        state.active &= ~(1 << plane)
        mission = mission.without(plane)
    flying = tuple(c for c in planes if c in current(state).planes)
    over = resolution.own_base(state, current(state))
    state.mission = mission
    changed(state)
    if over >= 0:
        for plane in flying:  # over a friendly base they land there [14.1c.3]
            events += land(state, (plane,), over)
    else:
        send_home(state, flying, mission.target, mission.goal)


def break_off(state: OcsState, planes: tuple[int, ...], events: list[Event]) -> None:
    """Abort planes by choice [14.3d]."""
    scenario = state.scenario
    side = scenario.sides[scenario.side_of[planes[0]]]
    ids = tuple(scenario.counter_ids[c] for c in planes)
    events.append(PlanesAborted(side=side, units=ids, hexes=_hexes(state), rule="14.3d-A"))
    abort(state, planes, events)


def _after_combat(state: OcsState, stage: Stage) -> None:
    """Go on after an Air Combat, or without one; the mission player may abort now [14.3d-C, R-OCS-205]."""
    mission = current(state)
    fought = bool(mission.foes) or mission.stage in ("combat", "interception")
    following: Stage = "flak" if stage == "interception" else "intercept"
    if mission.kind == "sweep":
        following = "home"  # win or lose [14.6.2]
    update(state, stage=following, foes=0, extras=0, interceptor=-1, pick=-1)
    planes = current(state).planes
    if fought and planes and mission.kind != "sweep":
        ask(state, Question("break-off", mission.side, planes, mission.target, (0,)))


# -- step D: Interception ----------------------------------------------------------------------------


def _offer_interception(state: OcsState, dice: Roller, events: list[Event]) -> None:
    """Ask the enemy whether a Fighter intercepts a mission in its Patrol Zone [14.5.1, 14.5.2]."""
    mission = current(state)
    update(state, stage="flak")
    if mission.kind == "sweep" or not in_enemy_patrol(state, mission):
        return
    ready = interceptors(state, mission)
    if ready:
        ask(state, Question("intercept", 1 - mission.side, ready, mission.target))


def intercept(state: OcsState, fighter: int, events: list[Event]) -> None:
    """Let a Fighter intercept: it meets the mission and other Active planes in the hex [14.5, 14.4d.2]."""
    mission, scenario = current(state), state.scenario
    extras = active_over(state, mission.target, mission.side) if mission.target >= 0 else 0
    state.flown |= 1 << fighter
    update(state, stage="interception", foes=1 << fighter, interceptor=fighter, extras=extras)
    side, ids = scenario.sides[1 - mission.side], scenario.names[fighter]
    events.append(Intercepted(side=side, units=ids, hexes=_hexes(state), rule="14.5.2"))
    _offer_aborts(state)


# -- step E: Flak ------------------------------------------------------------------------------------


def _flak(state: OcsState, dice: Roller, events: list[Event]) -> None:
    """Roll Flak against the mission, and find the plane that is hit [14.2f-E, 14.4e, 14.4f]."""
    mission, scenario = current(state), state.scenario
    update(state, stage="resolve")
    if not faces_flak(state, mission) or not mission.bombers:
        return
    points = sum(point.points for point in flak_points(state, mission))
    rolled, hit = roll_flak(points, dice)
    if is_late_war(state):
        _late_flak(state, points, rolled, hit, dice, events)
        return
    die = (dice.roll("plane hit by Flak"),) if hit and len(mission.bombers) > 1 else ()
    events.append(
        FlakFired(
            side=scenario.sides[1 - mission.side],
            hexes=_hexes(state),
            dice=(*rolled, *die),
            points=points,
            hit=hit,
            rule="14.4e",
            final=True,
        )
    )
    if not hit:
        return
    planes = victims(state, mission, die[0] if die else 1)
    if len(planes) == 1:
        events += cargo.lose_mission_step(state, planes[0], "14.4f.1")
    else:
        ask(state, Question("flak", mission.side, planes, mission.target))


def _late_flak(
    state: OcsState, points: int, rolled: tuple[int, int], hit: bool, dice: Roller, events: list[Event]
) -> None:
    """Abort one or two planes drawn at random; the first may lose a step as well [HR-14, R-OCS-284]."""
    mission, scenario, drawn, extra = current(state), state.scenario, list[int](), list[int]()
    for _ in range(min(aborts_by(state, sum(rolled) + points), len(mission.bombers))):
        left = [c for c in mission.bombers if c not in drawn]
        if len(left) > 1:
            extra.append(dice.roll("plane aborted by Flak", len(left)))
        drawn.append(left[extra[-1] - 1 if len(left) > 1 else 0])
    events.append(
        FlakFired(
            side=scenario.sides[1 - mission.side],
            hexes=_hexes(state),
            dice=(*rolled, *extra),
            points=points,
            hit=hit,
            aborted=len(drawn),
            rule="HR-14.2",
            final=True,
        )
    )
    if hit:
        events += cargo.lose_mission_step(state, drawn[0], "HR-14.3")
    going = tuple(c for c in drawn if state.host[c] != NO_COUNTER)
    if going:
        ids = tuple(scenario.counter_ids[c] for c in going)
        side = scenario.sides[mission.side]
        events.append(PlanesAborted(side=side, units=ids, hexes=_hexes(state), rule="HR-14.2"))
        abort(state, going, events)


# -- step F ------------------------------------------------------------------------------------------


def _resolve(state: OcsState, dice: Roller, events: list[Event]) -> None:
    """Resolve the mission with the planes that are left, and what they still carry [14.2f-F, 14.4g]."""
    if not cargo.lighten(state, events):
        return
    update(state, stage="home")
    mission = current(state)
    if mission.planes or mission.cargo or mission.tokens:
        resolution.resolve(state, mission, dice, events)


def _go_home(state: OcsState, dice: Roller, events: list[Event]) -> None:
    """Send the mission planes home and end the mission [14.2f-F, 14.1c.1]."""
    mission = current(state)
    assert state.questions[-1].kind == "mission", "the mission's own question is on top"
    if mission.planes:
        update(state, planes=())
        staying = tuple(c for c in mission.planes if mission.stay >> c & 1)
        if staying:
            events += land(state, staying, mission.goal)  # [14.9e-A, 14.9f.2]
        half = tuple(c for c in mission.planes if mission.double >> c & 1)
        send_home(state, half, mission.target, mission.goal, times=0)
        rest = tuple(c for c in mission.planes if c not in (*staying, *half))
        send_home(state, rest, mission.target, mission.goal)
        return
    state.questions.pop()
    state.mission = xyz.back_at(state, mission) if mission.via != NO_COUNTER else None
    changed(state)


def _hexes(state: OcsState) -> tuple[str, ...]:
    target = current(state).target
    return (state.scenario.label(target),) if target >= 0 else ()
