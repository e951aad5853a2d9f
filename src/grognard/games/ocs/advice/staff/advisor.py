"""What the staff advises in the situation at hand: orders for the phase, or for the question that is open."""

from __future__ import annotations

from grognard.core.contract.orders import Order
from grognard.core.hexes.grid import Hex, bits
from grognard.games.kit.evaluation import NONE, Advice
from grognard.games.ocs.advice.staff import attacks, result_answers
from grognard.games.ocs.advice.staff.logistics import Logistics
from grognard.games.ocs.advice.staff.movement import March
from grognard.games.ocs.advice.staff.plan import Plan, Stopped
from grognard.games.ocs.advice.staff.situation import Picture
from grognard.games.ocs.combat import attack, defence
from grognard.games.ocs.combat.result_questions import KINDS
from grognard.games.ocs.combat.strength import rating, stacks
from grognard.games.ocs.interface.choices import asked, deciding
from grognard.games.ocs.logistics import reinforcements, replacements
from grognard.games.ocs.model.scenario import COMBAT
from grognard.games.ocs.model.state import OcsState
from grognard.games.ocs.supply.supply_phase import answers as meals
from grognard.games.ocs.units import modes

END = Order("end")
GOOD = 0.4
"""What an attack must gain, in strength, to be made."""
PURSUE = 8
"""Reserves so near to the enemy are released to exploit."""


def advise(state: OcsState, side: str) -> Advice:
    """What a side should do now; nothing where the staff has no opinion."""
    number = state.scenario.side_index[side]
    if number != deciding(state):
        return NONE
    kind = asked(state)
    if kind == "movement":
        return _move(state, number)
    if kind == "exploitation":
        return _exploit(state, number)
    if kind == "reaction":
        return _react(state, number)
    if kind == "breakout":
        return [END], "end: they hold out"
    if kind.endswith("barrage"):
        return _fire(state, number)
    if kind in COMBAT:
        return _fight(state, number)
    if kind == "reinforcement":
        return _grow(state, number)
    if kind == "initiative":
        return [Order("first")], "first: whoever acts first decides where it happens"
    if kind == "defend":
        return _defend(state)
    if kind == "eat":
        return _eat(state)
    if kind in KINDS:
        order = result_answers.answer(state, state.questions[-1])
        return ([order], f"{order}: the least harm") if order else NONE
    return NONE


# -- movement ----------------------------------------------------------------------------------------


def _move(state: OcsState, side: int) -> Advice:
    """Supply first, then HQs, then those who fight, then guns; what is left goes into reserve."""
    plan = Plan(state, side)
    try:
        service = Logistics(plan)
        service.freight()
        service.trucks()
        service.headquarters()
        march = March(plan)
        march.march(march.fighters())
        Logistics(plan).guns()
        march.hold_back()
        plan.orders.append(END)
    except Stopped:
        pass
    return plan.orders, f"{plan.orders[0]}: first of a plan of {len(plan.orders)} orders"


def _react(state: OcsState, side: int) -> Advice:
    """Reserves strike in the enemy's turn where an overrun pays, or where a prize lies open."""
    targets = Picture(state, side).targets
    for units in stacks(state, modes.releasable(state, side)).values():
        plan = Plan(state, side)
        try:
            for unit in bits(units):
                plan.give(Order("release", units=state.scenario.names[unit]))
            march = March(plan)
            if not march.strike(units):
                march.march(units)
        except Stopped:
            return plan.orders, f"{plan.orders[0]}: reserves strike"
        if any(plan.state.at[unit] in targets for unit in bits(units)):
            return plan.orders, f"{plan.orders[0]}: reserves take what lies open"
    return [END], "end: the reserves wait"


def _exploit(state: OcsState, side: int) -> Advice:
    """Those that broke through go on, and Reserves near the enemy follow them."""
    plan = Plan(state, side)
    try:
        far = Picture(state, side).far
        near = [unit for unit in bits(modes.releasable(state, side)) if 0 <= far[state.at[unit]] <= PURSUE]
        for unit in near:
            plan.give(Order("release", units=state.scenario.names[unit]))
        march = March(plan)
        march.march(march.fighters())
        plan.orders.append(END)
    except Stopped:
        pass
    return plan.orders, f"{plan.orders[0]}: exploit"


# -- fire and combat ---------------------------------------------------------------------------------


def _fire(state: OcsState, side: int) -> Advice:
    found = attacks.best_barrage(Picture(state, side))
    if found is None:
        return [END], "end: no barrage is worth its supply"
    return [found[1]], f"{found[1]}: gains {found[0]:.1f}"


def _fight(state: OcsState, side: int) -> Advice:
    """The attack that gains most for its supply."""
    picture = Picture(state, side)
    best: tuple[float, Order] | None = None
    near = state.scenario.grid.spread(picture.own)
    for target in bits(near & attack.open_targets(state, side)):
        found = attacks.best_attack(picture, target)
        if found and (best is None or found[0] > best[0]):
            best = found
    if best is None or best[0] < GOOD:
        return [END], "end: no attack is worth its supply"
    return [best[1]], f"{best[1]}: gains {best[0]:.1f} on average"


def _defend(state: OcsState) -> Advice:
    """With supply where there is any, led by the best."""
    scenario, answers = state.scenario, defence.answers(state, state.questions[-1])
    supplied = [order for order in answers if "unsupplied" not in order.words] or answers
    order = max(supplied, key=lambda o: rating(state, scenario.index[o.units[0]]) if o.units else -9)
    return [order], f"{order}: the best leader"


# -- supply and growth -------------------------------------------------------------------------------


def _eat(state: OcsState) -> Advice:
    """Nobody starves while there is something to eat."""
    found = [order for order in meals(state, state.questions[-1]) if order.verb == "eat"]
    return ([found[0]], f"{found[0]}: nobody starves") if found else NONE


def _grow(state: OcsState, side: int) -> Advice:
    """Rebuild what can be rebuilt, deliver supply where it is nearest to the front."""
    scenario = state.scenario
    for unit in bits(replacements.able(state, side)):
        orders = replacements.rebuild_orders(state, side, unit)
        if orders:
            return [orders[0]], f"{orders[0]}: back to the front"
    far = Picture(state, side).far

    def distance(order: Order) -> int:
        hex_: Hex = scenario.hex(order.target)
        return far[hex_]

    orders = reinforcements.deliver_orders(state, side)
    if orders:
        order = min(orders, key=lambda o: (distance(o), -int(o.words[0])))
        return [order], f"{order}: the source nearest to the front"
    return [END], "end: everything is placed"
