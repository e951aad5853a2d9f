"""Previews of orders about supply, fuel, rail and sea transport: their cost and outcomes."""

from __future__ import annotations

from grognard.core.contract.decisions import Question
from grognard.core.contract.explanation import Explanation, Line, Outcome
from grognard.core.contract.orders import Order
from grognard.core.english import plural
from grognard.core.hexes.grid import bits, mask_of
from grognard.games.ocs.logistics import rail_transport, sea_transport
from grognard.games.ocs.model.state import OcsState
from grognard.games.ocs.supply import breakout, combat_supply, dumps, fuel, supply_phase
from grognard.games.ocs.supply.payment import Payment, amount, place_of

DIE = 6


def _payers(state: OcsState, payment: Payment, rule: str) -> list[Line]:
    """Return a line for each dump that pays."""
    return [Line(f"from {place_of(state, draw)}", amount(draw.tokens), rule) for draw in payment.draws]


# -- fuel -----------------------------------------------------------------------------------------------


def explain_fuel(state: OcsState, order: Order) -> Explanation:
    """Explain which dumps pay for fuel, and for which units [12.5c]."""
    plan = fuel.plan(state, order)
    assert plan is not None, "the order has been checked"
    fueled = plan.primed | plan.filled | plan.fueled
    if order.verb == "fuel-hq":
        around = fuel.free_around(state, state.scenario.index[order.units[0]])
        fueled |= mask_of(unit for unit in bits(around) if fuel.needs_fuel(state, 1 << unit))
    lasts = "until your next Clean Up Phase" if plan.filled | plan.fueled else "for this phase"
    lasts += " at a quarter of the MA" if plan.scant else ""
    names = [state.scenario.called[unit] for unit in bits(fueled)]
    lines = _payers(state, plan.payment, "12.5c.1")
    lines += [Line(f"fuel for {name}", "", "12.5c.1") for name in names]
    return Explanation(str(order), tuple(lines), f"{amount(plan.payment.tokens)}, {lasts}")


# -- rail and sea ---------------------------------------------------------------------------------------


def explain_rail(state: OcsState, order: Order) -> Explanation:
    """Explain how much Rail Cap a rail move takes [13.3a]."""
    scenario, side = state.scenario, state.side
    units = mask_of(scenario.index[id_] for id_ in order.units)
    tokens = int(order.words[0]) if order.words else 0
    load = rail_transport.weight(state, units, tokens)
    from_, to = scenario.hex(order.path[0]), scenario.hex(order.path[-1])
    price = rail_transport.rail_price(state, side, from_, to, load)
    lines = [Line("size of the cargo", rail_transport.caps(load), "4.7a")]
    if price < load:
        lines.append(Line("multi-track line", "half", "13.3a.4"))
    lines.append(
        Line(
            "Rail Cap left afterwards",
            rail_transport.caps(rail_transport.rail_left(state, side) - price),
            "13.3b.1",
        )
    )
    return Explanation(str(order), tuple(lines), f"{rail_transport.caps(price)} Rail Cap")


def explain_ship(state: OcsState, order: Order) -> Explanation:
    """Explain how much Sea Cap a sea move takes [19.0f]."""
    units = mask_of(state.scenario.index[id_] for id_ in order.units)
    tokens = int(order.words[0]) if order.words else 0
    price = rail_transport.weight(state, units, tokens)
    left = sea_transport.sea_left(state, state.side) - price
    lines = (Line("Sea Cap left afterwards", rail_transport.caps(left), "19.0f-E"),)
    return Explanation(str(order), lines, f"{rail_transport.caps(price)} Sea Cap")


# -- dice -----------------------------------------------------------------------------------------------


def explain_blow(state: OcsState, order: Order) -> Explanation:
    """Explain how much of a dump may be destroyed, with probabilities [12.11a]."""
    wanted, there = (
        int(order.words[0]),
        dumps.tokens_in_hex(state, state.side, state.scenario.hex(order.target)),
    )
    chances: dict[int, float] = {}
    for roll in range(1, DIE + 1):
        lost = dumps.destroyed(state.scenario, wanted, roll)
        chances[lost] = chances.get(lost, 0) + 1 / DIE
    lines = (
        Line("supply in the hex", amount(there), "12.11a.1"),
        Line("supply to blow", amount(wanted), "12.11a.3"),
    )
    outcomes = tuple(
        Outcome(amount(lost), chance, f"{amount(there - lost)} left") for lost, chance in chances.items()
    )
    return Explanation(str(order), lines, "one die for the part destroyed", outcomes)


def explain_breakout(state: OcsState, order: Order) -> Explanation:
    """Explain the probability of a breakout [12.8e]."""
    table = state.scenario.tables["breakout"]
    first = breakout.first_turn(state, state.scenario.index[order.units[0]])
    needed = table["success_min"] - (table["first_turn_drm"] if first else 0)
    lines = [Line("minimum roll to succeed", str(table["success_min"]), "12.8e.7")]
    if first:
        lines.append(Line("first turn without trace supply", f"+{table['first_turn_drm']}", "12.8e.2"))
    chance = (DIE + 1 - needed) / DIE
    outcomes = (
        Outcome("breaks out", chance, "returns in 1–6 turns with its losses"),
        Outcome("eliminated", 1 - chance, "goes to the Dead Pile"),
    )
    return Explanation(str(order), tuple(lines), f"{chance:.0%}", outcomes)


# -- the Supply Phase -----------------------------------------------------------------------------------


def explain_answer(state: OcsState, question: Question, order: Order) -> Explanation:
    """Explain what feeding units or restoring internal stocks would cost [12.6c, 12.10e]."""
    scenario = state.scenario
    if question.kind == "recover":
        units = supply_phase.recovery_order(state, question, order)
        payment, lots = supply_phase.recovery(state, units, supply_phase.payers_named(state, order))
        lines = _payers(state, payment, "12.10e.1")
        lines += [
            Line(scenario.called[unit], _recovered(state, unit, lots.get(unit, 0)), "12.10e.1")
            for unit in units
        ]
        return Explanation(str(order), tuple(lines), f"{amount(payment.tokens)} in all")
    if question.kind == "trace":
        return _explain_trace(state, question, order)
    fed = supply_phase.units_answered(state, question, order)
    if order.verb == "starve":
        total = f"{plural(fed.bit_count(), 'unit')} Out of Supply, subject to attrition"
        return Explanation(str(order), (), total)
    decided, payers = supply_phase.fed_and_payers(question.data)
    before = supply_phase.feeding_cost(state, decided, payers) or Payment()
    payers += supply_phase.payers_named(state, order)
    after = supply_phase.feeding_cost(state, decided | fed, payers) or Payment()
    lines = _payers(state, after, "12.6c.1")
    return Explanation(str(order), tuple(lines), f"{amount(after.tokens - before.tokens)} more")


def _recovered(state: OcsState, unit: int, levels: int) -> str:
    """Return what a unit pays to restore its internal stocks, or that it restores too little [12.10e]."""
    price = combat_supply.recovery_price(state, unit)
    spent = levels * combat_supply.lot(state, unit)
    if spent == price:
        return f"{amount(price)}, full"
    return f"{amount(spent)} of {amount(price)}"


def _explain_trace(state: OcsState, question: Question, order: Order) -> Explanation:
    """Explain which units of a formation trace, and which must eat or go Out of Supply [12.6f]."""
    scenario = state.scenario
    lines = [
        Line(
            scenario.called[unit], "traces" if scenario.counter_ids[unit] in order.units else "no", "12.6f.2"
        )
        for unit in question.units
    ]
    return Explanation(str(order), tuple(lines), "the others must be fed or go Out of Supply")
