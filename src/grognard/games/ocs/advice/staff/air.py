"""Advice for aircraft: refit, the best air barrage, interception and the questions of a mission.

Values are in strength, as for attacks. A step of a plane is worth as much as a good step on the ground.
"""

from __future__ import annotations

from grognard.core.contract.decisions import Question
from grognard.core.contract.orders import Order
from grognard.core.hexes.grid import bits, mask_of
from grognard.games.ocs.advice.staff import attacks
from grognard.games.ocs.advice.staff.situation import Situation
from grognard.games.ocs.air.combat import rating
from grognard.games.ocs.air.flak import flak_points
from grognard.games.ocs.air.planes import fighters, open_rated, values
from grognard.games.ocs.air.ranges import interceptors
from grognard.games.ocs.missions import answers, cargo, orders, refit, returns, standing
from grognard.games.ocs.missions.chances import flak_chance
from grognard.games.ocs.missions.resolution import air_shot
from grognard.games.ocs.model.mission import Mission
from grognard.games.ocs.model.state import OcsState

PLANE_STEP = 2.0
"""Value of a step of a plane."""
QUESTIONS = (*answers.VERBS, "home", "flee", "stand-down", "jettison")
"""Questions that this module answers."""
STAY = Order("stay")


# -- orders ------------------------------------------------------------------------------------------


def best_refit(state: OcsState, side: int) -> Order | None:
    """Return the refit that makes most planes Active, Fighters first; None if nothing can be refitted."""
    flying, index = fighters(state.scenario), state.scenario.index
    found = [
        order for plane in bits(refit.able(state, side)) for order in refit.refit_orders(state, side, plane)
    ]

    def worth(order: Order) -> tuple[int, int]:
        planes = [index[id_] for id_ in order.units]
        return len(planes), sum(flying >> plane & 1 for plane in planes)

    legal = (order for order in found if not refit.check_refit(state, side, order))
    return max(legal, key=worth, default=None)


def best_barrage(situation: Situation) -> tuple[float, Order] | None:
    """Return the air barrage of one plane on combat units that gains most, or None if none is worth it."""
    state, side = situation.state, situation.side
    if state.phase not in orders.AIR_BARRAGE:
        return None
    best: tuple[float, Order] | None = None
    prices: dict[tuple[int, float, float], float] = {}
    for plane in bits(orders.able(state, side)):
        for order in orders.air_barrage_orders(state, side, plane):
            if order.words:
                continue
            mission = Mission("barrage", side, state.scenario.hex(order.target), (plane,))
            likely, steps = attacks.shaken(state, side, mission.target, air_shot(state, mission))
            key = mission.target, likely, steps
            if key not in prices:
                prices[key] = attacks.worth_of_fire(situation, mission.target, likely, steps)
            worth = prices[key] - _risk(state, mission)
            if best is None or worth > best[0]:
                best = worth, order
    return best if best and best[0] > 0 else None


def _risk(state: OcsState, mission: Mission) -> float:
    """Return the expected loss of a mission by Flak, and by the Fighters that could meet it."""
    flak = float(flak_chance(sum(point.points for point in flak_points(state, mission))))
    met = 1 / 6 if interceptors(state, mission) else 0.0
    return PLANE_STEP * (flak + met)


# -- questions ---------------------------------------------------------------------------------------


def answer(state: OcsState, question: Question) -> Order | None:
    """Return the answer to a question of a mission, a base or its cargo."""
    index = state.scenario.index
    match question.kind:
        case "break-off":
            return STAY
        case "intercept":
            return _intercept(state, question)
        case "duel":
            best = max(question.units, key=lambda c: (rating(state, c), -c))
            return Order("engage", units=state.scenario.names[best])
        case "flak":
            found = answers.answers(state, question)
            return min(found, key=lambda order: values(state, index[order.units[0]]).barrage, default=None)
        case "stand-down":
            flying = fighters(state.scenario)
            found = standing.answers(state, question)
            return min(found, key=lambda o: _keep(state, index[o.units[0]], flying), default=None)
        case "jettison":
            return cargo.answers(state, question)[-1]
        case _:
            return next(iter(returns.answers(state, question)), None)


def _keep(state: OcsState, plane: int, flying: int) -> tuple[int, int]:
    """Return how much a plane should stay Active: Fighters first, then by Barrage Strength."""
    return flying >> plane & 1, values(state, plane).barrage


def _intercept(state: OcsState, question: Question) -> Order:
    """Intercept if the best Fighter is at least as good as the best escort that is known."""
    mission = state.mission
    if mission is None or not question.units:
        return STAY
    best = max(question.units, key=lambda c: (rating(state, c), -c))
    escorts = bits(open_rated(state, mask_of(mission.planes)))
    strongest = max((rating(state, c) for c in escorts), default=-1)
    return Order("intercept", units=state.scenario.names[best]) if rating(state, best) >= strongest else STAY
