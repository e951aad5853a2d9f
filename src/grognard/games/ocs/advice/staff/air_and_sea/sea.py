"""Plans for a side's ships and landing craft together."""

from __future__ import annotations

from grognard.games.ocs.advice.staff.air_and_sea.ferries import Ferries
from grognard.games.ocs.advice.staff.air_and_sea.fleet import Fleet
from grognard.games.ocs.advice.staff.air_and_sea.warships import Warships
from grognard.games.ocs.advice.staff.plan import Plan


def plan_fleet(plan: Plan) -> None:
    """Plan landings and supply, then what empty craft and warships do; last, roll for the landings."""
    fleet = Fleet(plan)
    fleet.run()
    Ferries(fleet).run()
    Warships(fleet).run()
    fleet.roll()
