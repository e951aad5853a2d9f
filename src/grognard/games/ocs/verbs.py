"""The table of orders: in which phases each can be given, who can, and which module knows about it."""

from __future__ import annotations

from collections.abc import Callable

from grognard.core.dice import Roller
from grognard.core.events import Event
from grognard.core.orders import Order
from grognard.core.tables import VerbRule, VerbTable
from grognard.games.ocs import (
    account,
    arrivals,
    barrage,
    breakdowns,
    breakout,
    combat,
    consolidation,
    deployment,
    dumps,
    engineering,
    extenders,
    fog,
    fuel,
    gauge,
    motion,
    movement,
    overrun,
    prices,
    rear,
    rebuilding,
    sequence,
    shipping,
    switching,
    trains,
    transports,
    watch,
)
from grognard.games.ocs.scenario import BARRAGE, COMBAT, MOVEMENT
from grognard.games.ocs.state import OcsState

# -- phases ----------------------------------------------------------------------------------------


def _certain(
    apply: Callable[[OcsState, int, Order], list[Event]],
) -> Callable[[OcsState, int, Order, Roller], list[Event]]:
    """For orders in which nothing is rolled."""
    return lambda state, side, order, dice: apply(state, side, order)


BARE = ("end", "first", "second", "stay")
"""Verbs that stand alone."""
END = (Order("end"),)
DECIDED = ("setup", "reinforcement", "breakout", *MOVEMENT, *BARRAGE, *COMBAT)
"""The phases in which a side does what it likes until it ends them."""

VERBS = VerbTable[OcsState](
    (
        VerbRule(
            ("end",),
            DECIDED,
            check=lambda state, side, order: sequence.check_end(state),
            apply=lambda state, side, order, dice: sequence.end_phase(state, dice),
            free=lambda state, side: () if sequence.check_end(state) else END,
            explain=watch.before_end,
        ),
        VerbRule(
            ("place",),
            ("setup",),
            deployment.check_place,
            _certain(deployment.apply_place),
            deployment.placeable,
            deployment.place_orders,
        ),
        VerbRule(
            ("load", "unload"),
            ("setup",),
            deployment.check_load,
            _certain(deployment.apply_load),
            deployment.carriers,
            deployment.load_orders,
        ),
        VerbRule(
            ("detach",),
            ("setup",),
            deployment.check_detach,
            _certain(deployment.apply_detach),
            deployment.divisions,
            deployment.detach_orders,
        ),
        VerbRule(
            ("arrive",),
            ("reinforcement",),
            arrivals.check_arrive,
            _certain(arrivals.apply_arrive),
            arrivals.ready,
            lambda state, side, unit: arrivals.arrive_orders(state, unit),
        ),
        VerbRule(
            ("deliver",),
            ("reinforcement",),
            arrivals.check_deliver,
            _certain(arrivals.apply_deliver),
            free=arrivals.deliver_orders,
        ),
        VerbRule(
            ("rebuild",),
            ("reinforcement",),
            rebuilding.check_rebuild,
            _certain(rebuilding.apply_rebuild),
            rebuilding.able,
            rebuilding.rebuild_orders,
            explain=rebuilding.explain_rebuild,
        ),
        VerbRule(
            ("consolidate",),
            ("reinforcement",),
            consolidation.check_consolidate,
            _certain(consolidation.apply_consolidate),
            consolidation.able,
            consolidation.consolidate_orders,
        ),
        VerbRule(
            ("move",),
            MOVEMENT,
            movement.check_move,
            movement.apply_move,
            movement.movable,
            movement.move_orders,
            complete=movement.complete_move,
            explain=movement.explain_move,
        ),
        VerbRule(
            ("mode",),
            ("movement",),
            switching.check_mode,
            switching.apply_mode,
            switching.able_mode,
            switching.mode_orders,
        ),
        VerbRule(
            ("release",),
            ("reaction", "exploitation"),
            switching.check_release,
            switching.apply_release,
            switching.able_release,
            switching.release_orders,
        ),
        VerbRule(
            ("done",), MOVEMENT, motion.check_done, motion.apply_done, movement.movable, motion.done_orders
        ),
        VerbRule(
            ("top",), ("movement",), fog.check_top, _certain(fog.apply_top), fog.arrangeable, fog.top_orders
        ),
        VerbRule(
            ("fuel", "fuel-hq", "fuel-formation"),
            MOVEMENT,
            fuel.check_fuel,
            fuel.apply_fuel,
            fuel.fuel_able,
            fuel.fuel_orders,
            explain=prices.explain_fuel,
        ),
        VerbRule(
            ("load",),
            MOVEMENT,
            transports.check_load,
            transports.apply_load,
            transports.able,
            transports.load_orders,
        ),
        VerbRule(
            ("unload",),
            MOVEMENT,
            transports.check_unload,
            transports.apply_unload,
            transports.able,
            transports.unload_orders,
        ),
        VerbRule(
            ("extend",),
            ("movement",),
            extenders.check_extend,
            extenders.apply_extend,
            extenders.fodder,
            extenders.extend_orders,
        ),
        VerbRule(
            ("fold",),
            ("movement",),
            extenders.check_fold,
            extenders.apply_fold,
            extenders.able,
            extenders.fold_orders,
        ),
        VerbRule(
            ("collapse",),
            ("movement",),
            extenders.check_collapse,
            extenders.apply_collapse,
            extenders.able,
            extenders.collapse_orders,
        ),
        VerbRule(
            ("detach",),
            MOVEMENT,
            breakdowns.check_detach,
            breakdowns.apply_detach,
            breakdowns.able,
            breakdowns.detach_orders,
        ),
        VerbRule(
            ("leave",),
            ("movement",),
            rear.check_leave,
            _certain(rear.apply_leave),
            rear.leaving,
            rear.leave_orders,
        ),
        VerbRule(
            ("enter",),
            ("movement",),
            rear.check_enter,
            _certain(rear.apply_enter),
            rear.waiting,
            rear.enter_orders,
        ),
        VerbRule(
            ("dig",),
            ("movement",),
            engineering.check_dig,
            _certain(engineering.apply_dig),
            engineering.workers,
            engineering.dig_orders,
            explain=engineering.explain_dig,
        ),
        VerbRule(
            ("raze",),
            ("movement",),
            engineering.check_raze,
            _certain(engineering.apply_raze),
            engineering.workers,
            engineering.raze_orders,
        ),
        VerbRule(
            ("breakout",),
            ("breakout",),
            breakout.check_breakout,
            breakout.apply_breakout,
            breakout.able,
            breakout.breakout_orders,
            explain=prices.explain_breakout,
        ),
        VerbRule(
            ("blow",),
            MOVEMENT,
            dumps.check_blow,
            dumps.apply_blow,
            free=dumps.blow_orders,
            explain=prices.explain_blow,
        ),
        VerbRule(
            ("rail",),
            ("movement",),
            trains.check_rail,
            trains.apply_rail,
            trains.rail_able,
            trains.rail_orders,
            explain=prices.explain_rail,
        ),
        VerbRule(
            ("freight",),
            ("movement",),
            trains.check_freight,
            trains.apply_freight,
            free=trains.freight_orders,
            explain=prices.explain_rail,
        ),
        VerbRule(
            ("convert",),
            ("movement",),
            gauge.check_convert,
            gauge.apply_convert,
            gauge.convert_able,
            gauge.convert_orders,
            complete=gauge.complete_convert,
        ),
        VerbRule(
            ("ship",),
            ("movement",),
            shipping.check_ship,
            shipping.apply_ship,
            shipping.ship_able,
            shipping.ship_orders,
            explain=prices.explain_ship,
        ),
        VerbRule(
            ("ship-supply",),
            ("movement",),
            shipping.check_ship_supply,
            shipping.apply_ship_supply,
            free=shipping.ship_supply_orders,
            explain=prices.explain_ship,
        ),
        VerbRule(
            ("wreck",),
            ("movement",),
            shipping.check_wreck,
            shipping.apply_work,
            shipping.work_able,
            shipping.wreck_orders,
        ),
        VerbRule(
            ("mend",),
            ("movement",),
            shipping.check_mend,
            shipping.apply_work,
            shipping.work_able,
            shipping.mend_orders,
        ),
        VerbRule(
            ("overrun",),
            MOVEMENT,
            overrun.check_overrun,
            overrun.apply_overrun,
            overrun.able,
            overrun.overrun_orders,
            explain=account.preview_attack,
        ),
        VerbRule(
            ("attack",),
            COMBAT,
            combat.check_attack,
            combat.apply_attack,
            combat.able,
            combat.attack_orders,
            explain=account.preview_attack,
        ),
        VerbRule(
            ("barrage",),
            BARRAGE,
            barrage.check_barrage,
            barrage.apply_barrage,
            barrage.able,
            barrage.barrage_orders,
            explain=lambda state, order: barrage.preview_barrage(state, state.side, order),
        ),
    )
)
