"""Case 12.1: "set up rest" when a hex of the ready-made setup is taken."""

from __future__ import annotations

from grognard.core.hexes.grid import bits
from grognard.core.testing import rule
from grognard.games.afcent.interface.invariants import violations
from grognard.games.afcent.model.scenario import NATO, PACT
from grognard.games.nuremberg import setup
from tests.rules.nuremberg.campaign import Campaign


def pact_sets_up() -> Campaign:
    """The Pact places its units in a free setup."""
    war = Campaign(setup="free")
    war.play("fill")
    war.play("end")
    war.play("draw", 1)
    for order in ("arrive 5", "primary 2732", "secondary 1942"):
        war.play(order)
    return war


@rule("nuremberg", "12.1")
def test_a_unit_whose_hex_is_taken_goes_to_the_first_empty_hex_of_its_area() -> None:
    war = Campaign(setup="free")
    unit = war.scenario.index["us-1a-3-35a"]
    ready = setup.ready_made(war.scenario)[unit]
    assert war.scenario.label(ready) == "2424"
    war.put("wg-4pg-101", "2424")  # of another division
    war.play("fill")
    area = [h for h in bits(setup.area(war.scenario, unit)) if war.scenario.label(h) != "2424"]
    assert war.state.at[unit] in area
    assert not violations(war.state)


@rule("nuremberg", "12.1.4.2")
def test_a_pact_unit_without_room_is_withheld_in_its_country() -> None:
    war = pact_sets_up()
    war.state.held[NATO] |= setup.area(war.scenario, war.scenario.index["cz-20m-t"])  # as if NATO held it all
    war.play("fill")
    assert war.where("cz-20m-t") == "withheld-south"
    assert {war.where(id_) for id_ in war.scenario.ids(war.scenario.units_of[PACT])} >= {"withheld"}
