"""Case 11.4: combat support by artillery and helicopter markers.

Both sides pledge their support simultaneously and in secret.
"""

from __future__ import annotations

from functools import lru_cache

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.english import plural
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import bits, mask_of
from grognard.games.afcent.combat.strength import Battle, Pledges
from grognard.games.afcent.events import SupportCommitted, SupportDecided, SupportPledged
from grognard.games.afcent.markers.airpower import enemy_air
from grognard.games.afcent.model.scenario import NATO, PACT, AfcentScenario
from grognard.games.afcent.model.state import AVAILABLE, HIDDEN, USED, AfcentState, counters_at, put

# -- eligible markers ------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def served(scenario: AfcentScenario) -> dict[int, CounterSet]:
    """Return the units that each support marker can support [11.4-nation]."""
    units = bits(scenario.units_of[PACT] | scenario.units_of[NATO])
    markers = bits(scenario.support_of[PACT] | scenario.support_of[NATO])
    return {marker: mask_of(c for c in units if _serves(scenario, marker, c)) for marker in markers}


def _serves(scenario: AfcentScenario, marker: int, unit: int) -> bool:
    """Return whether a marker can support a unit: of its nation; Danish ones also LANDJUT [11.4-dn].

    Heliborne units use only helicopters [10.6.1-cs], the French one those of its division [10.6.1-french].
    """
    chart, nation = scenario.charts["support"], scenario.nation
    if nation[marker] != nation[unit]:
        return any(
            (nation[marker], nation[unit]) == (row["markers"], row["units"])
            and row["command"] in scenario.counters[unit].tags
            for row in chart["also"]
        )
    if not scenario.heliborne >> unit & 1:
        return True
    if not scenario.helicopters >> marker & 1:
        return False
    return nation[unit] not in chart["own_division"] or scenario.parent[marker] == scenario.parent[unit]


def participants(fight: Battle, side: int) -> CounterSet:
    """Return the units of a side in a battle."""
    return fight.attackers if side == fight.side else fight.defenders


def usable(state: AfcentState, fight: Battle, side: int) -> CounterSet:
    """Return the markers that a side could commit, ignoring the artillery limit [11.4-nation, 11.4-once].

    Helicopters cannot join where the defenders' hex is in range of enemy airpower [11.4-heli-air, R-NUR-25].
    """
    scenario = state.scenario
    markers = counters_at(state, AVAILABLE, scenario.support_of[side])
    if enemy_air(state, side) >> fight.target & 1:
        markers &= ~scenario.helicopters
    units, serves = participants(fight, side), served(scenario)
    return mask_of(marker for marker in bits(markers) if serves[marker] & units)


def artillery_limit(state: AfcentState, fight: Battle, side: int) -> tuple[int, str]:
    """Return the artillery limit of a side in a battle and its rule.

    One if the side moves first, three if it fights first [4.5]; six for the Pact against a city [11.4.1]. The
    limit covers the whole battle, regardless of nation [R-NUR-22].
    """
    limits: dict[str, int] = state.scenario.charts["artillery_limit"]
    if side == fight.side == PACT and state.scenario.cities >> fight.target & 1:
        return limits["pact_into_city"], "11.4.1"
    if state.fight_first[side]:
        return limits["combat_first"], "11.4-fightfirst"
    return limits["movement_first"], "11.4-movefirst"


def most(state: AfcentState, fight: Battle, side: int) -> int:
    """Return the maximum number of markers that a side could commit."""
    markers = usable(state, fight, side)
    guns = (markers & state.scenario.guns).bit_count()
    helicopters = markers.bit_count() - guns  # as many as there are [11.4-heli-any]
    return min(guns, artillery_limit(state, fight, side)[0]) + helicopters


def pledges_of(state: AfcentState, fight: Battle, side: int) -> tuple[CounterSet, ...]:
    """List the pledges that a side could make, using the first of equal markers."""
    limit, _ = artillery_limit(state, fight, side)
    return _pledges(state.scenario, usable(state, fight, side), limit)


def _alike(scenario: AfcentScenario, markers: CounterSet) -> list[list[int]]:
    """Group markers that support the same units in the same way."""
    alike: dict[tuple[CounterSet, int], list[int]] = {}
    for marker in bits(markers):
        alike.setdefault((served(scenario)[marker], scenario.guns >> marker & 1), []).append(marker)
    return list(alike.values())


@lru_cache(maxsize=1 << 12)
def _pledges(scenario: AfcentScenario, usable: CounterSet, limit: int) -> tuple[CounterSet, ...]:
    found = [(0, 0)]  # the markers, and how many of them are artillery
    for markers in _alike(scenario, usable):
        gun = scenario.guns >> markers[0] & 1
        found = [
            (pledge | mask_of(markers[:count]), guns + count * gun)
            for pledge, guns in found
            for count in range(len(markers) + 1)
            if guns + count * gun <= limit
        ]
    return tuple(pledge for pledge, _ in found)


# -- pledges ---------------------------------------------------------------------------------------


def battle_of(question: Question) -> Battle:
    """Return the battle of a support question; its `data` is momentum, then the defenders."""
    momentum, *defenders = question.data
    return Battle(question.side, question.hex, mask_of(question.units), mask_of(defenders), bool(momentum))


def waiting(fight: Battle) -> Question:
    """Return the support question of a battle."""
    data = (int(fight.momentum), *bits(fight.defenders))
    return Question("commit", fight.side, bits(fight.attackers), fight.target, data)


def pledging(state: AfcentState) -> tuple[int, ...]:
    """Return the sides that have not yet pledged, the attacker first [11.4-secret]."""
    attacker = state.questions[-1].side
    return tuple(side for side in (attacker, 1 - attacker) if state.pledged[side] == HIDDEN)


def call_for_support(state: AfcentState, fight: Battle) -> bool:
    """Open the pledges of a battle; return whether either side has support to commit [11.4-before]."""
    state.pledged = [HIDDEN if most(state, fight, side) else 0 for side in (PACT, NATO)]
    return HIDDEN in state.pledged


def pledges(state: AfcentState, side: int) -> tuple[CounterSet, ...]:
    """List the pledges that a side could make to the current battle."""
    return pledges_of(state, battle_of(state.questions[-1]), side)


def pledge_orders(state: AfcentState, side: int) -> list[Order]:
    """List every pledge as an order; players may name other markers of the same kind."""
    if side not in pledging(state):
        return []
    return [_commit(state.scenario, pledge) for pledge in pledges(state, side)]


def pledgeable(state: AfcentState, side: int) -> CounterSet:
    """Return the markers that a side can pledge to the current battle: any, as every limit is at least 1."""
    return usable(state, battle_of(state.questions[-1]), side) if side in pledging(state) else 0


def pledges_with(state: AfcentState, side: int, marker: int | None) -> list[Order]:
    """List the pledges that include a marker; without one, the empty pledge.

    A marker in no listed pledge, because its equals reach the limit, replaces the first of them.
    """
    orders, ids = pledge_orders(state, side), state.scenario.counter_ids
    if marker is None:
        return [order for order in orders if not order.units]
    if listed := [order for order in orders if ids[marker] in order.units]:
        return listed
    for first, *others in _alike(state.scenario, pledgeable(state, side)):
        if marker in others:
            swap = 1 << first | 1 << marker
            return [
                _commit(state.scenario, pledge ^ swap)
                for pledge in pledges(state, side)
                if pledge >> first & 1
            ]
    return []


@lru_cache(maxsize=1 << 12)
def _commit(scenario: AfcentScenario, pledge: CounterSet) -> Order:
    return Order("commit", units=scenario.ids(pledge))


def check_commit(state: AfcentState, side: int, order: Order) -> Illegal | None:
    """Return why a side cannot commit these markers to the current battle."""
    if order != Order("commit", units=order.units):
        return Illegal("notation", "name support markers, or none: commit su-a1,su-h1")
    if side not in pledging(state):
        return Illegal("11.4-secret", "you have already chosen, or have no support to commit")
    scenario, fight = state.scenario, battle_of(state.questions[-1])
    pledge = mask_of(scenario.index[id_] for id_ in order.units)
    for marker in bits(pledge & ~usable(state, fight, side)):
        return _why_not(state, fight, side, marker)
    limit, rule = artillery_limit(state, fight, side)
    if (pledge & scenario.guns).bit_count() > limit:
        return Illegal(
            rule, "at most {limit} can be committed to this battle", limit=plural(limit, "artillery marker")
        )
    return None


def _why_not(state: AfcentState, fight: Battle, side: int, marker: int) -> Illegal:
    """Return why a marker cannot be committed to a battle."""
    scenario = state.scenario
    id_, place = scenario.counters[marker].id, state.at[marker]
    if not scenario.support_of[side] >> marker & 1:
        return Illegal("11.4-drm", "{unit} is not one of your support markers", unit=id_)
    if place == USED:
        return Illegal("11.4-once", "{unit} has already been used this turn", unit=id_)
    if place != AVAILABLE:
        return Illegal("12.1.1-turn", "{unit} is not available", unit=id_)
    units = participants(fight, side)
    if not served(scenario)[marker] & units:
        if any(scenario.nation[c] == scenario.nation[marker] for c in bits(units)):
            return Illegal("10.6.1-cs", "{unit} cannot support heliborne units", unit=id_)
        return Illegal("11.4-nation", "{unit} cannot support any unit in this battle", unit=id_)
    return Illegal(
        "11.4-heli-air",
        "{hex} is in range of enemy airpower; {unit} cannot be committed",
        hex=scenario.label(fight.target),
        unit=id_,
    )


def pledge(state: AfcentState, side: int, order: Order) -> list[Event]:
    """Record the pledge of a side, which is secret until both have pledged [11.4-secret]."""
    scenario, name = state.scenario, state.scenario.sides[side]
    state.pledged[side] = mask_of(scenario.index[id_] for id_ in order.units)
    if not pledging(state):
        return []  # both are revealed at once
    return [
        SupportPledged(side=name, units=order.units, rule="11.4-secret", only=(name,)),
        SupportDecided(side=name),
    ]


def reveal(state: AfcentState, fight: Battle) -> tuple[Pledges, list[Event]]:
    """Reveal both pledges; their markers are used for this turn [11.4-secret, 11.4-once]."""
    scenario = state.scenario
    events: list[Event] = []
    pact, nato = state.pledged
    state.pledged = [HIDDEN, HIDDEN]
    for side in (fight.side, 1 - fight.side):
        markers = (pact, nato)[side]
        if not markers:
            continue
        for marker in bits(markers):
            put(state, marker, USED)
        name, ids = scenario.sides[side], scenario.ids(markers)
        events.append(SupportCommitted(side=name, units=ids, rule="11.4-drm", final=True))
    return (pact, nato), events
