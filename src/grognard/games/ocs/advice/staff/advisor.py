"""Advice for the current situation: orders for the phase, or an answer to the open question."""

from __future__ import annotations

from grognard.core.contract.intentions import Intention
from grognard.core.contract.orders import Order
from grognard.core.english import plural
from grognard.core.hexes.grid import Hex, bits
from grognard.games.kit.advice.evaluation import NONE, Advice
from grognard.games.kit.advice.intention_book import from_book
from grognard.games.ocs.advice.staff import attacks, objectives, result_answers
from grognard.games.ocs.advice.staff.aims import Aims
from grognard.games.ocs.advice.staff.air_and_sea import air, gunfire
from grognard.games.ocs.advice.staff.air_and_sea.airfields import Airfields
from grognard.games.ocs.advice.staff.air_and_sea.crossings import Crossings
from grognard.games.ocs.advice.staff.air_and_sea.flights import Flights
from grognard.games.ocs.advice.staff.air_and_sea.lifts import Lifts, drop_plan
from grognard.games.ocs.advice.staff.air_and_sea.raids import Raids
from grognard.games.ocs.advice.staff.air_and_sea.sea import plan_fleet
from grognard.games.ocs.advice.staff.errands import Errands
from grognard.games.ocs.advice.staff.logistics import Logistics
from grognard.games.ocs.advice.staff.movement import Movement
from grognard.games.ocs.advice.staff.plan import Plan, PlanEnded
from grognard.games.ocs.advice.staff.situation import Situation
from grognard.games.ocs.arrivals import air_replacements, reinforcements
from grognard.games.ocs.combat import attack, defence
from grognard.games.ocs.combat.result_questions import KINDS
from grognard.games.ocs.combat.strength import rating, stacks
from grognard.games.ocs.fleet import assaults, gunnery
from grognard.games.ocs.flights import orders
from grognard.games.ocs.interface.choices import asked, deciding
from grognard.games.ocs.model.charts import DATA
from grognard.games.ocs.model.scenario import COMBAT
from grognard.games.ocs.model.state import OcsState
from grognard.games.ocs.movement import raiders
from grognard.games.ocs.supply.supply_phase import answers as feeding_answers
from grognard.games.ocs.terrain.ports import own_ports
from grognard.games.ocs.units import modes, reserve_markers

END = Order("end")


def advise(state: OcsState, side: str) -> Advice:
    """Return orders for a side now, or none where there is no advice."""
    return advise_as(state, side, intentions(state, side)[0])


def intentions(state: OcsState, side: str) -> tuple[Intention, ...]:
    """Return the intentions of the book for this scenario, the best first."""
    return from_book(DATA / "book.toml", state.scenario.id, side)


exposed = objectives.exposed


def advise_as(state: OcsState, side: str, intention: Intention) -> Advice:
    """Return orders for a side with an intention, or none where there is no advice."""
    number = state.scenario.side_index[side]
    if number != deciding(state):
        return NONE
    kind = asked(state)
    if kind == "movement":
        return _move(state, number, intention)
    if kind == "exploitation":
        return _exploit(state, number, intention)
    if kind == "reaction":
        return _react(state, number, intention)
    if kind == "breakout":
        return [END], "end: no breakout"
    if kind == "refit":
        order = air.best_refit(state, number)
        plan = None if order else drop_plan(state, number)
        if plan:
            return [plan], "a drop near an objective"
        return ([order], "refit planes") if order else ([END], "end: nothing to refit")
    if kind.endswith("barrage"):
        return _fire(state, number, intention)
    if kind in COMBAT:
        return _fight(state, number, intention)
    if kind == "reinforcement":
        return _reinforce(state, number)
    if kind == "initiative":
        return [Order("first")], "first: keep the initiative"
    if kind == "defend":
        return _defend(state)
    if kind == "eat":
        return _feed(state)
    if kind == "trace":
        return feeding_answers(state, state.questions[-1])[:1], "the largest part traces"
    if kind == "markers":
        return reserve_markers.answers(state, state.questions[-1])[:1], "the last to enter Reserve Mode"
    if kind == "raid":
        return raiders.answers(state, state.questions[-1])[:1], "off the railway"
    if kind in KINDS:
        answer = result_answers.answer(state, state.questions[-1], intention)
        return ([answer], "smallest loss") if answer else NONE
    if kind == "aim":
        target = gunfire.aim(state, state.questions[-1])
        return ([target], "the best target") if target else NONE
    if kind == "beach":
        return [Order(assaults.FIGHT)], "fight for the beach"
    if kind in air.QUESTIONS:
        reply = air.answer(state, state.questions[-1])
        return ([reply], "the best for the mission") if reply else NONE
    return NONE


# -- movement ----------------------------------------------------------------------------------------


def _move(state: OcsState, side: int, intention: Intention) -> Advice:
    """Fly first; then plan goals, supply, HQs, combat units and artillery, and last the Reserve."""
    flight = _fly(state, side, intention)
    if flight:
        return flight
    plan = Plan(state, side, intention)
    errands, held_back = Errands(plan), Aims(state, side).held_back()
    aim = f", so that {errands.open_goals[0]}" if errands.open_goals else ""
    try:
        if _has_fleet(state, side):
            plan_fleet(plan)
        errands.run()
        crossings = Crossings(plan)
        crossings.run()
        held_back |= crossings.busy
        service = Logistics(plan)
        service.convert_railways()
        service.extend(held_back)
        service.freight()
        service.trucks()
        Airfields(plan).run()
        service.headquarters(held_back)
        movement = Movement(plan)
        movement.done = errands.units | held_back
        movement.garrison()
        movement.raid()
        movement.move_all(movement.fighters())
        Logistics(plan).guns(held_back)
        movement.hold_back()
        plan.orders.append(END)
    except PlanEnded:
        pass
    return plan.orders, f"first of a plan of {plural(len(plan.orders), 'order')}{aim}"


def _has_fleet(state: OcsState, side: int) -> bool:
    """Return whether a side has ships, landing craft or ports on the map."""
    scenario = state.scenario
    afloat = (scenario.ships | scenario.craft) & scenario.of_side[side]
    return any(state.at[c] >= 0 for c in bits(afloat)) or bool(own_ports(state, side))


def _fly(state: OcsState, side: int, intention: Intention) -> Advice | None:
    """Return a mission of the Movement Segment: a sweep before bombs, and transfers last."""
    if not orders.able(state, side):
        return None
    situation = Situation(state, side, intention)
    flights, lifts = Flights(situation), Lifts(situation)
    for choose, why in (
        (flights.best_sweep, "sweep their Fighters away"),
        (lifts.planned_drop, "drop as planned"),
        (flights.best_hip_shoot, "bombs on what can be attacked"),
        (lifts.best_supply, "supply for those who lack it"),
        (flights.best_transfer, "a base from which they can reach the enemy"),
    ):
        found = choose()
        if found:
            return [found[1]], f"{why}, gains {found[0]:.1f}"
    return None


def _react(state: OcsState, side: int, intention: Intention) -> Advice:
    """Fly, or release Reserves for an overrun that pays or to take an open objective."""
    flight = _fly(state, side, intention)
    if flight:
        return flight
    targets = Situation(state, side, intention).targets
    for units in stacks(state, modes.releasable(state, side)).values():
        plan = Plan(state, side, intention)
        try:
            for unit in bits(units):
                plan.give(Order("release", units=state.scenario.names[unit]))
            movement = Movement(plan)
            if not movement.strike(units):
                movement.move_all(units)
        except PlanEnded:
            return plan.orders, "overrun with Reserves"
        if any(plan.state.at[unit] in targets for unit in bits(units)):
            return plan.orders, "take an open objective with Reserves"
    return [END], "end: keep the Reserves"


def _exploit(state: OcsState, side: int, intention: Intention) -> Advice:
    """Fly, then move exploiting units on, with Reserves near the enemy."""
    flight = _fly(state, side, intention)
    if flight:
        return flight
    plan = Plan(state, side, intention)
    try:
        situation = Situation(state, side, intention)
        far = situation.enemy_distance
        near = [
            unit
            for unit in bits(modes.releasable(state, side))
            if 0 <= far[state.at[unit]] <= situation.numbers.pursue
        ]
        for unit in near:
            plan.give(Order("release", units=state.scenario.names[unit]))
        movement = Movement(plan)
        movement.garrison()
        movement.raid()
        movement.move_all(movement.fighters())
        plan.orders.append(END)
    except PlanEnded:
        pass
    return plan.orders, "exploit"


# -- fire and combat ---------------------------------------------------------------------------------


def _fire(state: OcsState, side: int, intention: Intention) -> Advice:
    situation = Situation(state, side, intention)
    flights = Flights(situation) if orders.able(state, side) else None
    raids = Raids(flights) if flights else None
    every = (
        attacks.best_barrage(situation),
        flights.best_barrage() if flights else None,
        raids.best_raid() if raids else None,
        gunfire.best_salvo(situation, attacks.Stakes(situation)) if gunnery.able(state, side) else None,
    )
    found = max((some for some in every if some), key=lambda some: some[0], default=None)
    if found is None and raids:
        found = raids.best_trainbust()
    if found is None:
        return [END], "end: no barrage worth its supply"
    return [found[1]], f"gains {found[0]:.1f}"


def _fight(state: OcsState, side: int, intention: Intention) -> Advice:
    """Return the attack that gains most for its supply."""
    situation = Situation(state, side, intention)
    best: tuple[float, Order] | None = None
    near = state.scenario.grid.spread(situation.own)
    for target in bits(near & attack.open_targets(state, side)):
        found = attacks.best_attack(situation, target)
        if found and (best is None or found[0] > best[0]):
            best = found
    landed = gunfire.best_assault(situation)
    if landed and (best is None or landed[0] > best[0]):
        best = landed
    if best is None or best[0] < situation.good:
        return [END], "end: no attack worth its supply"
    return [best[1]], f"gains {best[0]:.1f} on average"


def _defend(state: OcsState) -> Advice:
    """Defend with supply if there is any, led by the best Action Rating."""
    scenario, answers = state.scenario, defence.answers(state, state.questions[-1])
    supplied = [order for order in answers if "unsupplied" not in order.words] or answers
    order = max(supplied, key=lambda o: rating(state, scenario.index[o.units[0]]) if o.units else -9)
    return [order], "best Action Rating leads"


# -- supply and reinforcements -----------------------------------------------------------------------


def _feed(state: OcsState) -> Advice:
    """Feed every unit that can be fed."""
    answers = feeding_answers(state, state.questions[-1])
    found = [order for order in answers if order.verb == "eat"]
    return ([found[0]], "avoid attrition") if found else NONE


def _reinforce(state: OcsState, side: int) -> Advice:
    """Rebuild what can be rebuilt, and place supply at the source nearest to the front."""
    scenario = state.scenario
    for unit in bits(air_replacements.able(state, side)):
        orders = air_replacements.rebuild_orders(state, side, unit)
        if orders:
            return [orders[0]], "rebuild losses"
    far = Situation(state, side).enemy_distance

    def distance(order: Order) -> int:
        hex_: Hex = scenario.hex(order.target)
        return far[hex_]

    orders = reinforcements.deliver_orders(state, side)
    if orders:
        order = min(orders, key=lambda o: (distance(o), -int(o.words[0])))
        return [order], "source nearest to the front"
    if reinforcements.has_open_placements(state, side):
        return [Order("arrive")], "enter all reinforcements"
    return [END], "end: nothing left to place"
