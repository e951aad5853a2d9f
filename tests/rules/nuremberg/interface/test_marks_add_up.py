"""What units have done in a phase or turn is remembered of all of them, not only of the last."""

from __future__ import annotations

from grognard.core.testing import rule
from grognard.games.afcent.model.scenario import NATO
from tests.rules.nuremberg.battlefield import Battlefield
from tests.rules.nuremberg.campaign import Campaign
from tests.rules.nuremberg.order_helpers import Manoeuvre


@rule("nuremberg", "11.3-attack", "11.3-defend")
def test_attackers_and_defenders_of_several_battles() -> None:
    field = Battlefield(m1="0605", w2="0505", m3="0609", u1="0610", u2="0610")
    field.play("attack 0505 m1", 1)
    field.play("attack 0610 m3", 1)
    assert field.state.fought == field.bit("m1", "m3")
    assert field.state.attacked == field.bit("w2", "u1", "u2")
    field.refused("attack 0505 m1", "11.3-defend")


@rule("nuremberg", "11.11-once", "11.12-once")
def test_momentum_attacks_and_probes_of_several_stacks() -> None:
    field = Battlefield(m1="0605", u1="0606", u2="0606", m3="0303", u3="0304", u4="0304")
    field.play("probe 0505 m1")
    field.play("attack 0606 m1", 2)  # 7:12, no result that empties the hex
    field.play("probe 0203 m3")
    assert field.state.probed == field.bit("m1", "m3")
    field.play("attack 0304 m3", 2)
    assert field.state.surged == field.bit("m1", "m3")


@rule("nuremberg", "10.4-end", "10.9-declare")
def test_moves_of_several_units_of_a_stack() -> None:
    field = Manoeuvre("nato", u1="0505", u2="0505", u3="0505")
    field.play("column u1 0405")
    field.play("column u2 0504")
    assert field.state.moving == field.state.column == field.bit("u1", "u2")
    field.play("move u3 0605")
    assert field.state.column == field.bit("u1", "u2")
    assert field.state.moving == field.bit("u1", "u2", "u3")


@rule("nuremberg", "12.5.2-exit")
def test_exits_are_added_up() -> None:
    war = Campaign("pact movement", 2, at={"su-39g-117": "1901", "su-39g-120": "1901", "su-119t": "1004"})
    war.state.began = war.state.at[: war.scenario.unit_count]
    for unit in ("su-39g-117", "su-39g-120", "su-119t"):
        war.play(f"exit {unit}")
    assert war.state.exits == [2, 0, 0, 0, 0, 1, 0]


@rule("nuremberg", "12.4.2-26l.c")
def test_the_air_landing_brigade_stacks_on_an_airfield() -> None:
    """All three battalions, but not a unit of another division."""
    war = Campaign("nato movement", 2, at={f"wg-26l-26{n}": "airborne" for n in (1, 2, 3)})
    war.state.sky = NATO
    field = next(iter(war.special("wg-26l-261"))).split()[2]
    for n in (1, 2, 3):
        assert f"land wg-26l-26{n} {field}" in war.special(f"wg-26l-26{n}")
        war.play(f"land wg-26l-26{n} {field}")
    war = Campaign("nato movement", 2, at={"wg-26l-261": "airborne", "wg-4pg-101": field})
    war.state.sky = NATO
    war.refused(f"land wg-26l-261 {field}", "12.4.2-26l.c")
