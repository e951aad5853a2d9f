"""Advice for aircraft: refit, interception and the questions of a mission. Missions are in `flights`."""

from __future__ import annotations

from grognard.core.contract.decisions import Question
from grognard.core.contract.orders import Order
from grognard.core.hexes.grid import bits, mask_of
from grognard.games.ocs.advice.staff.aims import Aims
from grognard.games.ocs.advice.staff.situation import Situation
from grognard.games.ocs.air.bases import active_at, active_limit, planes_at
from grognard.games.ocs.air.combat import rating
from grognard.games.ocs.air.planes import fighters, open_rated, values
from grognard.games.ocs.flights import cargo, returns
from grognard.games.ocs.missions import answers, refit, standing
from grognard.games.ocs.model.state import OcsState

LIFT = 6.0
"""Value of a token of lift, in Barrage Strength."""
SAFE = 5
"""Minimum distance of a base from the enemy, in hexes."""
QUESTIONS = (*answers.VERBS, "home", "flee", "stand-down", "jettison")
"""Questions that this module answers."""
STAY = Order("stay")


# -- orders ------------------------------------------------------------------------------------------


def best_refit(state: OcsState, side: int) -> Order | None:
    """Return the refit of the base with most planes to refit, or None if nothing can be refitted."""
    scenario, ready = state.scenario, Aims(state, side).ready()
    flying, by_base = fighters(scenario), dict[int, list[int]]()
    for plane in bits(refit.able(state, side)):
        by_base.setdefault(state.host[plane], []).append(plane)

    def rank(plane: int) -> tuple[int, int, float, int]:
        """Planes that a goal names come first, then Fighters, then those with most bombs or lift."""
        face = values(state, plane)
        return ready >> plane & 1, flying >> plane & 1, face.barrage + LIFT * face.lift, -plane

    best: tuple[int, Order] | None = None
    for base, planes in by_base.items():
        planes.sort(key=rank, reverse=True)
        room = active_limit(state, base) - active_at(state, base).bit_count()
        group = planes[: max(min(refit.capacity(state, base), room), 0)]
        order = Order("refit", units=tuple(scenario.counter_ids[c] for c in group))
        if group and (best is None or len(group) > best[0]) and not refit.check_refit(state, side, order):
            best = len(group), order
    return best[1] if best else None


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
            return _home(state, question)


def _home(state: OcsState, question: Question) -> Order | None:
    """Return the base to go to: safe, and with capacity and supply to refit the planes [15.1]."""
    side = question.side
    far = Situation(state, side).enemy_distance
    found = returns.answers(state, question)
    together = [order for order in found if len(order.units) == len(question.units)]

    def worth(order: Order) -> tuple[float, int]:
        base = returns.destination(state, side, order)
        waiting = (planes_at(state, base) & ~state.active).bit_count()
        open_ = refit.capacity(state, base) - waiting
        value = min(open_, 0) + (0.0 if refit.payment_for(state, base) is not None else -3.0)
        hex_ = state.at[base]
        value -= max(SAFE - far[hex_], 0) if hex_ >= 0 else 0.0
        stays = all(state.host[state.scenario.index[id_]] == base for id_ in order.units)
        return value + (0.5 if stays else 0.0), -base

    return max(together or found, key=worth, default=None)


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
