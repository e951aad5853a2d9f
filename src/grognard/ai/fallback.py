"""The order to give when a player has failed: a simple, sound one, never a random one."""

from __future__ import annotations

import logging
import random
from itertools import chain

from grognard.ai.baselines import GreedyPlayer, ending_orders, imagined
from grognard.ai.planner import PlannerPlayer
from grognard.core.contract.definition import AnyGame
from grognard.core.contract.intentions import PLAIN
from grognard.core.contract.orders import Order
from grognard.core.contract.scenario import Scenario
from grognard.core.contract.view import View

log = logging.getLogger("grognard.ai")


def plain_order(definition: AnyGame, scenario: Scenario, view: View, refused: str = "") -> Order:
    """Return what the staff advises, else the best immediate order, else the one that changes least.

    `refused` is an order that the rules refused, because of something that the view hides.
    """
    state, decision = imagined(definition, scenario, view, random.Random(0))
    for player in (PlannerPlayer(0, intention=PLAIN), GreedyPlayer(0)):
        try:
            order = player.choose(definition, scenario, view)
        except Exception:
            log.exception("no plain order from %s in %s", type(player).__name__, scenario.id)
            continue
        if str(order) != refused and definition.check(state, view.side, order) is None:
            return order
    quiet = [decision.decline_order] if decision.decline_order else ending_orders(state, decision)
    left = (order for order in chain(quiet, decision.all()) if str(order) != refused)
    return next(left, None) or next(decision.all())
