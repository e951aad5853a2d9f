"""The table of verbs: the phases of each, the units that can use it, and the functions that implement it."""

from __future__ import annotations

from collections.abc import Callable

from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.contract.tables import VerbRule, VerbTable
from grognard.core.dice import Roller
from grognard.games.ocs.combat import attack, battle_report, overrun
from grognard.games.ocs.interface import cost_previews, fog_of_war, reminders
from grognard.games.ocs.logistics import (
    air_arrivals,
    air_bases,
    air_replacements,
    consolidation,
    construction,
    holding_boxes,
    rail_conversion,
    rail_transport,
    reinforcements,
    sea_transport,
    transports,
)
from grognard.games.ocs.missions import declared, refit
from grognard.games.ocs.missions import orders as missions
from grognard.games.ocs.model.scenario import BARRAGE, COMBAT, MOVEMENT
from grognard.games.ocs.model.state import OcsState
from grognard.games.ocs.movement import mode_orders, moves, recon
from grognard.games.ocs.supply import breakout, dumps, extenders, fuel
from grognard.games.ocs.turn import sequence, setup
from grognard.games.ocs.units import active_stack, detachments

# -- phases ----------------------------------------------------------------------------------------


def _certain(
    apply: Callable[[OcsState, int, Order], list[Event]],
) -> Callable[[OcsState, int, Order, Roller], list[Event]]:
    """Adapt a function that rolls no dice."""
    return lambda state, side, order, dice: apply(state, side, order)


BARE = ("end", "first", "second", "stay")
"""Verbs that take no units or hexes."""
END = (Order("end"),)
DECIDED = ("setup", "refit", "reinforcement", "breakout", *MOVEMENT, *BARRAGE, *COMBAT)
"""The phases in which a side gives orders until it ends them."""

VERBS = VerbTable[OcsState](
    (
        VerbRule(
            ("end",),
            DECIDED,
            check=lambda state, side, order: sequence.check_end(state),
            apply=lambda state, side, order, dice: sequence.end_phase(state, dice),
            free=lambda state, side: () if sequence.check_end(state) else END,
            explain=reminders.before_end,
        ),
        VerbRule(
            ("place",),
            ("setup",),
            setup.check_place,
            _certain(setup.apply_place),
            setup.placeable,
            setup.place_orders,
        ),
        VerbRule(
            ("load", "unload"),
            ("setup",),
            setup.check_load,
            _certain(setup.apply_load),
            setup.transports_with_supply,
            setup.load_orders,
        ),
        VerbRule(
            ("detach",),
            ("setup",),
            setup.check_detach,
            _certain(setup.apply_detach),
            setup.divisions,
            setup.detach_orders,
        ),
        VerbRule(
            ("arrive",),
            ("reinforcement",),
            reinforcements.check_arrive,
            _certain(reinforcements.apply_arrive),
            reinforcements.ready,
            lambda state, side, unit: reinforcements.arrive_orders(state, unit),
            free=reinforcements.free_orders,
            explain=reinforcements.explain_arrive,
        ),
        VerbRule(
            ("deliver",),
            ("reinforcement",),
            reinforcements.check_deliver,
            _certain(reinforcements.apply_deliver),
            free=reinforcements.deliver_orders,
        ),
        VerbRule(
            ("rebuild",),
            ("reinforcement",),
            air_replacements.check_rebuild,
            _certain(air_replacements.apply_rebuild),
            air_replacements.able,
            air_replacements.rebuild_orders,
            explain=air_replacements.explain_rebuild,
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
            ("consolidate",),
            tuple(phase for phase in DECIDED if phase not in ("setup", "reinforcement")),
            air_arrivals.check_merge,
            _certain(air_arrivals.apply_merge),
            air_arrivals.able_to_merge,
            air_arrivals.merge_orders,
        ),
        VerbRule(
            ("gliders",),
            ("reinforcement",),
            air_replacements.check_gliders,
            _certain(air_replacements.apply_gliders),
            free=air_replacements.glider_orders,
        ),
        VerbRule(
            ("move",),
            MOVEMENT,
            moves.check_move,
            moves.apply_move,
            moves.movable,
            moves.move_orders,
            complete=moves.complete_move,
            explain=moves.explain_move,
        ),
        VerbRule(
            ("mode",),
            ("movement",),
            mode_orders.check_mode,
            mode_orders.apply_mode,
            mode_orders.able_mode,
            mode_orders.mode_orders,
        ),
        VerbRule(
            ("release",),
            ("reaction", "exploitation"),
            mode_orders.check_release,
            mode_orders.apply_release,
            mode_orders.able_release,
            mode_orders.release_orders,
        ),
        VerbRule(
            ("done",),
            MOVEMENT,
            active_stack.check_done,
            active_stack.apply_done,
            active_stack.able_done,
            active_stack.done_orders,
        ),
        VerbRule(
            ("top",),
            ("movement",),
            fog_of_war.check_top,
            _certain(fog_of_war.apply_top),
            fog_of_war.arrangeable,
            fog_of_war.top_orders,
        ),
        VerbRule(
            ("fuel", "fuel-hq", "fuel-formation", "fuel-minimal"),
            MOVEMENT,
            fuel.check_fuel,
            fuel.apply_fuel,
            fuel.fuel_able,
            fuel.fuel_orders,
            explain=cost_previews.explain_fuel,
        ),
        VerbRule(
            ("fuel-independents",),
            MOVEMENT,
            fuel.check_fuel_independents,
            fuel.apply_fuel,
            fuel.fuel_independents_able,
            fuel.fuel_independents_orders,
            explain=cost_previews.explain_fuel,
        ),
        VerbRule(
            ("recon",),
            MOVEMENT,
            recon.check_recon,
            recon.apply_recon,
            recon.able,
            recon.recon_orders,
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
            extenders.candidates,
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
            detachments.check_detach,
            detachments.apply_detach,
            detachments.able,
            detachments.detach_orders,
        ),
        VerbRule(
            ("leave",),
            ("movement",),
            holding_boxes.check_leave,
            _certain(holding_boxes.apply_leave),
            holding_boxes.leaving,
            holding_boxes.leave_orders,
        ),
        VerbRule(
            ("enter",),
            ("movement",),
            holding_boxes.check_enter,
            _certain(holding_boxes.apply_enter),
            holding_boxes.waiting,
            holding_boxes.enter_orders,
        ),
        VerbRule(
            ("dig",),
            ("movement",),
            construction.check_dig,
            _certain(construction.apply_dig),
            construction.workers,
            construction.dig_orders,
            explain=construction.explain_dig,
        ),
        VerbRule(
            ("raze",),
            ("movement",),
            construction.check_raze,
            _certain(construction.apply_raze),
            construction.workers,
            construction.raze_orders,
        ),
        VerbRule(
            ("pave",),
            ("movement",),
            air_bases.check_pave,
            _certain(air_bases.apply_pave),
            air_bases.pavers,
            air_bases.pave_orders,
            explain=air_bases.explain_pave,
        ),
        VerbRule(
            ("plough",),
            ("movement",),
            air_bases.check_plough,
            _certain(air_bases.apply_plough),
            construction.workers,
            air_bases.plough_orders,
        ),
        VerbRule(
            ("breakout",),
            ("breakout",),
            breakout.check_breakout,
            breakout.apply_breakout,
            breakout.able,
            breakout.breakout_orders,
            explain=cost_previews.explain_breakout,
        ),
        VerbRule(
            ("blow",),
            MOVEMENT,
            dumps.check_blow,
            dumps.apply_blow,
            free=dumps.blow_orders,
            explain=cost_previews.explain_blow,
        ),
        VerbRule(
            ("rail",),
            ("movement",),
            rail_transport.check_rail,
            rail_transport.apply_rail,
            rail_transport.rail_able,
            rail_transport.rail_orders,
            explain=cost_previews.explain_rail,
        ),
        VerbRule(
            ("freight",),
            ("movement",),
            rail_transport.check_freight,
            rail_transport.apply_freight,
            free=rail_transport.freight_orders,
            explain=cost_previews.explain_rail,
        ),
        VerbRule(
            ("convert",),
            ("movement",),
            rail_conversion.check_convert,
            rail_conversion.apply_convert,
            rail_conversion.convert_able,
            rail_conversion.convert_orders,
            complete=rail_conversion.complete_convert,
        ),
        VerbRule(
            ("ship",),
            ("movement",),
            sea_transport.check_ship,
            sea_transport.apply_ship,
            sea_transport.ship_able,
            sea_transport.ship_orders,
            explain=cost_previews.explain_ship,
        ),
        VerbRule(
            ("ship-supply",),
            ("movement",),
            sea_transport.check_ship_supply,
            sea_transport.apply_ship_supply,
            free=sea_transport.ship_supply_orders,
            explain=cost_previews.explain_ship,
        ),
        VerbRule(
            ("wreck",),
            ("movement",),
            sea_transport.check_wreck,
            sea_transport.apply_work,
            sea_transport.work_able,
            sea_transport.wreck_orders,
        ),
        VerbRule(
            ("mend",),
            ("movement",),
            sea_transport.check_mend,
            sea_transport.apply_work,
            sea_transport.work_able,
            sea_transport.mend_orders,
            explain=sea_transport.explain_mend,
        ),
        VerbRule(
            ("overrun",),
            MOVEMENT,
            overrun.check_overrun,
            overrun.apply_overrun,
            overrun.able,
            overrun.overrun_orders,
            explain=battle_report.preview_attack,
        ),
        VerbRule(
            ("attack",),
            COMBAT,
            attack.check_attack,
            attack.apply_attack,
            attack.able,
            attack.attack_orders,
            explain=battle_report.preview_attack,
        ),
        VerbRule(
            ("barrage",),
            BARRAGE,
            declared.check_barrage,
            declared.apply_barrage,
            declared.able_barrage,
            declared.barrage_orders,
            explain=declared.preview_barrage,
        ),
        VerbRule(
            ("sweep",),
            MOVEMENT,
            missions.check_sweep,
            missions.apply,
            missions.able,
            missions.sweep_orders,
        ),
        VerbRule(
            ("hip-shoot",),
            MOVEMENT,
            missions.check_hip_shoot,
            missions.apply,
            missions.able,
            missions.hip_shoot_orders,
        ),
        VerbRule(
            ("trainbust",),
            missions.AIR_BARRAGE,
            missions.check_trainbust,
            missions.apply,
            missions.able,
            missions.trainbust_orders,
        ),
        VerbRule(
            ("transfer",),
            MOVEMENT,
            missions.check_transfer,
            missions.apply,
            missions.able,
            missions.transfer_orders,
        ),
        VerbRule(
            ("refit",),
            ("refit",),
            refit.check_refit,
            _certain(refit.apply_refit),
            refit.able,
            refit.refit_orders,
        ),
    )
)
