"""Chapter 14: the stages of an air mission, before it is flown with its chances, and while it is under way.

Like all previews these show what the enemy hides as a range, never as a guess [4.9].
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from grognard.core.contract.explanation import Explanation, Outcome, Stage
from grognard.core.contract.orders import Order
from grognard.core.contract.view import ProcedureView
from grognard.core.english import plural
from grognard.core.hexes.grid import Hex, mask_of
from grognard.games.ocs.air.bases import active_over, place_of
from grognard.games.ocs.air.flak import faces_flak, is_late_war
from grognard.games.ocs.air.planes import open_rated, values
from grognard.games.ocs.air.ranges import patrolling, start_of, to_mission
from grognard.games.ocs.combat.barrage import facility_named
from grognard.games.ocs.flights import airlift
from grognard.games.ocs.flights.orders import escort_of
from grognard.games.ocs.flights.returns import destination
from grognard.games.ocs.missions.chances import (
    abort_chance,
    combat_ends,
    drop_chances,
    enemy_fighters,
    flak_chance,
    flak_range,
    ranged,
    turned_back,
)
from grognard.games.ocs.missions.resolution import air_shot
from grognard.games.ocs.model.charts import series_tables
from grognard.games.ocs.model.mission import Mission, MissionKind
from grognard.games.ocs.model.mission import Stage as Step
from grognard.games.ocs.model.state import NO_COUNTER, OcsState

BOMBING = ("barrage", "hip-shoot", "trainbust")
CARRYING = ("airlift", "drop")
FINAL = {
    "barrage": ("Barrage", "14.7.1"),
    "hip-shoot": ("Hip Shoot", "14.7d-B.1"),
    "trainbust": ("Trainbusting", "14.8a"),
    "airlift": ("Unload", "14.9e.1"),
    "drop": ("Drop", "14.10d.1"),
}
"""The last stage over the target, with its rule; sweeps and transfers have none."""
TITLES = {
    "sweep": "Fighter Sweep of {}",
    "hip-shoot": "Hip Shoot at {}",
    "barrage": "air barrage of {}",
    "trainbust": "Trainbusting in {}",
    "airlift": "Air Transport to {}",
    "drop": "Air Drop in {}",
    "transfer": "Base Transfer to {}",
}
ASKED: dict[str, Step] = {"intercept": "intercept", "flak": "flak", "jettison": "resolve", "home": "home"}
"""The steps that open questions belong to; the mission itself already names the next one."""
LAID_OUT = ("combat", "interception")
"""Steps in which both sides see all planes [4.9d]."""
SHOWN = 2
"""The number of results shown with a stage, the most likely ones."""


def with_stages(state: OcsState, order: Order, found: Explanation) -> Explanation:
    """Return the preview of an order with the stages of its mission, if it is one."""
    mission = _mission(state, order)
    if mission is None:
        return found
    title = TITLES[mission.kind].format(_destination(state, mission))
    return replace(found, title=title, stages=tuple(_stages(state, mission, found)))


def _mission(state: OcsState, order: Order) -> Mission | None:
    """Return the mission that an order would declare, or None."""
    scenario, side = state.scenario, state.side
    if order.verb in CARRYING:
        return airlift.read(state, side, order)
    planes = tuple(scenario.index[id_] for id_ in order.units)
    if order.verb not in (*BOMBING, "sweep", "transfer") or mask_of(planes) & ~scenario.planes:
        return None
    kind: MissionKind = order.verb  # type: ignore[assignment]
    goal = destination(state, side, order) if kind == "transfer" else -1
    target = scenario.hex(order.target) if order.target else max(state.at[goal], -1)
    escort = escort_of(state, kind, planes)
    return Mission(kind, side, target, planes, goal=goal, aim=facility_named(order), escort=escort)


def _stages(state: OcsState, mission: Mission, found: Explanation) -> Iterator[Stage]:
    yield _take_off(state, mission)
    yield from _combat_there(state, mission)
    if mission.kind != "sweep":
        yield from _interception(state, mission)
        yield from _flak(state, mission)
    if mission.kind in FINAL:
        yield _result(state, mission, found)
    yield _return(state, mission)


def _label(state: OcsState, hex_: Hex) -> str:
    return state.scenario.label(hex_) if hex_ >= 0 else ""


def _names(state: OcsState, hosts: Iterable[int]) -> str:
    """Return the names of bases: the place or hex of each, or what a box or carrier is called."""
    scenario = state.scenario
    places = {host: place_of(state, host) for host in dict.fromkeys(hosts)}
    named = (
        scenario.called[host]
        if not scenario.bases >> host & 1
        else scenario.named.get(hex_, scenario.label(hex_))
        for host, hex_ in places.items()
    )
    return " or ".join(dict.fromkeys(named))


def _take_off(state: OcsState, mission: Mission) -> Stage:
    """Return the first stage: how many planes, and how far for the one nearest to its limit [14.2d]."""
    times: int = series_tables()["air_missions"]["transfer_range_times"] if mission.kind == "transfer" else 1
    ways = [
        (to_mission(state, state.host[plane], mission), times * values(state, plane).range)
        for plane in mission.planes
    ]
    far, most = max(ways, key=lambda way: way[0] - way[1])
    base = state.host[mission.planes[0]]
    from_box = f" from {_names(state, (base,))}" if place_of(state, base) < 0 else ""
    return Stage(
        title="Take off",
        text=f"{plural(len(mission.planes), 'air unit')}{from_box}, {far} of {plural(most, 'hex', 'hexes')}",
        rule="14.2d.1",
        hex=_label(state, start_of(state, base, mission.target)),
    )


def _combat_there(state: OcsState, mission: Mission) -> Iterator[Stage]:
    """Yield the Air Combat with Active enemy planes in the hex: all rounds against one Fighter [14.2f-C].

    How many planes are below the top one is hidden [4.9a].
    """
    if mission.target < 0 or not active_over(state, mission.target, 1 - mission.side):
        return
    able = open_rated(state, mask_of(mission.planes))
    yield Stage(
        title="Air Combat",
        text=f"{_against(state, mission.side)}, all rounds" if able else "none of your planes can attack",
        chances=combat_ends(state, mission) if able else (),
        rule="14.3e-C.1",
        hex=_label(state, mission.target),
    )


def _against(state: OcsState, side: int) -> str:
    """Describe the Fighters that the enemy has in the game; which are where is hidden."""
    foes = enemy_fighters(state, side)
    if foes is None:
        return "no enemy Fighters"
    worst, best = (foe.rating for foe in foes)
    return f"a Fighter rated {worst}" if worst == best else f"a Fighter rated {worst}–{best}"


def _interception(state: OcsState, mission: Mission) -> Iterator[Stage]:
    """Yield the enemy's choice to intercept, and what a Fighter would do [14.5.2]."""
    bases, foes = patrolling(state, mission), enemy_fighters(state, mission.side)
    if not bases or foes is None:
        return
    enemy = state.scenario.sides[1 - mission.side]
    yield Stage(
        title="Intercept?", text=f"one Fighter, from {_names(state, bases)}", side=enemy, rule="14.5.2"
    )
    weak, strong = (turned_back(state, mission, foe) for foe in foes)
    yield Stage(
        title="Air Combat",
        text=f"if intercepted by {_against(state, mission.side)}",
        chances=ranged({"all turn back": weak}, {"all turn back": strong}),
        rule="14.3e-C.1",
    )


def _flak(state: OcsState, mission: Mission) -> Iterator[Stage]:
    """Yield the Flak that the mission meets [14.4e]."""
    if not faces_flak(state, mission):
        return
    points, hidden = flak_range(state, mission)
    sure, least = sum(point.points for point in points), int(series_tables()["flak"]["loss_min"])
    low, high = flak_chance(sure), flak_chance(sure + hidden)
    ends = {"1 step lost": low}, {"1 step lost": high}
    if is_late_war(state):  # [HR-14.2]
        for end, total in zip(ends, (sure, sure + hidden), strict=True):
            end["a plane aborted"] = abort_chance(total)
    hidden_hq = f", {least - sure - hidden} with an HQ there" if hidden else ""
    yield Stage(
        title=f"Flak {sure}" if not hidden else f"Flak {sure} or {sure + hidden}",
        text=f"{least - sure} or more on 2d6{hidden_hq}",
        chances=ranged(*ends),
        rule="14.4e",
    )


def _result(state: OcsState, mission: Mission, found: Explanation) -> Stage:
    title, rule = FINAL[mission.kind]
    likely = sorted(found.chances, key=lambda one: -(one.at_most or one.probability))[:SHOWN]
    if mission.kind == "drop":
        likely = [Outcome(f"{name} lands", float(chance)) for name, chance in drop_chances(state, mission)]
    bombs = mission.kind in BOMBING and mission.aim != "ship"
    return Stage(
        title=title,
        text=plural(air_shot(state, mission).points, "point") if bombs else "",
        chances=tuple(likely),
        rule=rule,
        hex=_label(state, mission.target),
    )


def _return(state: OcsState, mission: Mission) -> Stage:
    """Return the last stage: where the planes land, and that they are Inactive then [14.1c.1, 14.11]."""
    if mission.kind == "transfer":
        text = f"at {_names(state, (mission.goal,))}"
        return Stage(title="Land", text=text, rule="14.11.1", hex=_label(state, mission.target))
    bases = [state.host[plane] for plane in mission.planes]
    return Stage(
        title="Return",
        text=f"to {_names(state, bases)} or another base in range, Inactive",
        rule="14.1c.1",
        hex=_label(state, start_of(state, bases[0], mission.target)),
    )


# -- under way ---------------------------------------------------------------------------------------


def under_way(state: OcsState, visible: OcsState, side: str) -> ProcedureView | None:
    """Return the current mission as a side or a spectator sees it: what has been done and comes next.

    `visible` is the state without what the viewer may not know.
    """
    mission, scenario = visible.mission, state.scenario
    if mission is None:
        return None
    flyer, hex_ = scenario.sides[mission.side], _label(state, mission.target)
    now = ASKED.get(state.questions[-1].kind if state.questions else "", mission.stage)
    steps = list(_steps(state, mission, scenario.sides[1 - mission.side], hex_))
    hosts = [visible.host[c] for c in mission.planes if visible.host[c] != NO_COUNTER]
    bases = [start_of(visible, host, mission.target) for host in hosts]
    known = plural(len(mission.planes), "air unit")
    if side != flyer and mission.stage not in LAID_OUT:  # the top plane [R-OCS-203]
        known = f"{scenario.called[mission.planes[0]]} on top" if mission.planes else ""
    take_off = Stage(
        title="Take off", text=known, rule="14.2f-B", hex=_label(state, bases[0]) if bases else ""
    )
    return ProcedureView(
        title=TITLES[mission.kind].format(_destination(state, mission)),
        side=flyer,
        stages=(take_off, *(stage for _, stage in steps)),
        current=1 + next(n for n, (names, _) in enumerate(steps) if now in names),
        units=tuple(scenario.counter_ids[c] for c in mission.planes),
        hex=hex_,
    )


def _steps(
    state: OcsState, mission: Mission, enemy: str, hex_: str
) -> Iterator[tuple[tuple[Step, ...], Stage]]:
    """Yield the stages after take-off, each with the steps of a mission that it shows [14.2f]."""
    there = Stage(title="Air Combat", text="with Active planes there", rule="14.2f-C", hex=hex_)
    yield ("arrive", "combat"), there
    if mission.kind != "sweep":  # [14.4a.3, 14.6.1]
        yield ("intercept",), Stage(title="Intercept?", side=enemy, rule="14.5.2")
        yield ("interception",), Stage(title="Air Combat", text="with the interceptor", rule="14.5.2")
        yield ("flak",), Stage(title="Flak", rule="14.4e")
    if mission.kind in FINAL:
        title, rule = FINAL[mission.kind]
        yield ("resolve",), Stage(title=title, rule=rule, hex=hex_)
    last = "Land" if mission.kind == "transfer" else "Return"
    yield ("intercept", "interception", "flak", "resolve", "home"), Stage(title=last, rule="14.1c.1")


def _destination(state: OcsState, mission: Mission) -> str:
    hex_ = mission.target
    return _names(state, (mission.goal,)) if hex_ < 0 else state.scenario.place_name(hex_)
