"""The hex with number 0 inside the program, 1144 on the Turkish map edge, is a hex like any other."""

from __future__ import annotations

from grognard.core.contract.orders import Order
from grognard.core.testing import rule
from grognard.games.sww3 import rules
from grognard.games.sww3.arrivals import paratroops
from grognard.games.sww3.interface.invariants import violations
from grognard.games.sww3.model.scenario import SOVIET
from grognard.games.sww3.model.state import gain_step, lose_step, zone
from tests.rules.sww3.field import Field
from tests.rules.sww3.wars import War

FIRST = "1144"


def near(war: War) -> str:
    """A land hex next to it."""
    return war.labels(war.scenario.grid.around[war.hex(FIRST)] & war.scenario.land)[0]


def test_first_hex_is_land() -> None:
    war = War("sandown")
    assert war.hex(FIRST) == 0
    assert war.scenario.land & 1


@rule("sandown", "10.2-one", "10.2-uses")
def test_drops_into_the_first_hex() -> None:
    """On the small board, where it is clear."""
    f = Field("sandown", "soviet movement", 2, p1="airborne", p2="airborne", t1="0303")
    f.state.air, f.state.aerial_left = [SOVIET], [1]
    first, second, other = (
        Order("drop", "0101", ("p1",)), Order("drop", "0101", ("p2",)), Order("drop", "0102", ("p2",))
    )  # fmt: skip
    paratroops.apply_drop(f.state, SOVIET, first)
    assert (f.state.drop_hex, f.state.aerial_left) == (0, [0])
    refusal = paratroops.check_drop(f.state, SOVIET, other)
    assert refusal is not None and refusal.rule == "10.2-one"
    assert paratroops.check_drop(f.state, SOVIET, second) is None
    assert list(paratroops.drop_orders(f.state, SOVIET, f.scenario.index["p2"])) == [second]
    paratroops.apply_drop(f.state, SOVIET, second)
    assert f.state.aerial_left == [0]  # one hex uses it once


@rule("sandown", "11.1-adjacent", "9.14")
def test_moves_out_of_the_first_hex() -> None:
    war = War("sandown", "un movement", 2, at={"trk-9": FIRST})
    assert rules.explain(war.state, "trk-9").total == "in supply"
    assert f"move trk-9 {FIRST}-{near(war)}" in war.orders()
    war.refused("enter trk-9 1145", "10.3-enter")
    war.play(f"move trk-9 {FIRST}-{near(war)}")
    war = War("sandown", "un movement", 2, at={"trk-9": near(war)})
    war.play(f"move trk-9 {near(war)}-{FIRST}")
    assert (war.where("trk-9"), war.state.load) == (FIRST, {0: war.steps("trk-9")[0]})


@rule("sandown", "12.20-DE-one", "12.22-empty", "12.20-DR-move")
def test_combat_in_the_first_hex() -> None:
    war = War("sandown", "soviet combat", 2, at={"trk-9": FIRST})
    war.put("su-4gt", near(war))
    assert zone(war.state, 1) >> war.hex(near(war)) & 1
    assert any(order.startswith(f"attack {FIRST}") for order in war.orders())
    war = War("sandown", "soviet combat", 1, at={"su-4gt": FIRST})
    war.put("trk-9", near(war))
    war.play(f"attack {near(war)} su-4gt", 6)
    assert war.steps("su-4gt") == [1]


@rule("sandown", "13.5", "13.6-loss")
def test_atomic_attack_on_the_first_hex() -> None:
    war = War("sandown", "soviet movement", 2, at={"trk-9": FIRST, "su-4gt": "5949"})
    assert war.asked == ("soviet", "movement")
    war.play(f"strike {FIRST}", 6, 6)
    assert war.where("trk-9") == "lost"
    war = War("sandown", "un movement", 2, at={"trk-9": FIRST, "su-4gt": "5949"})
    war.halts = True
    war.play(f"strike {FIRST}", by="soviet")
    assert war.state.questions[-1].hex == 0
    assert FIRST in str(war.choices("un").sentence())
    war.play("pass", 6, 6)
    assert war.where("trk-9") == "lost"


@rule("sandown", "2.11-flip", "2.11-dead")
def test_steps_and_invariants_in_the_first_hex() -> None:
    war = War("sandown", "soviet movement", 2, at={"su-4gt": FIRST})
    unit = war.scenario.index["su-4gt"]
    lose_step(war.state, unit)
    assert war.state.load == {0: 1}
    gain_step(war.state, unit)
    assert war.state.load == {0: 2}
    assert violations(war.state) == []
    war.state.committed = war.bit("su-4gt")
    assert len(violations(war.state)) == 1
    war.state.committed, war.state.disrupted = 0, war.bit("su-4gt")
    war.state.cache = {}
    assert violations(war.state) == []
    assert not zone(war.state, SOVIET)
    view = {unit.id: unit.at for unit in rules.view(war.state, "").units}
    assert view["su-4gt"] == FIRST
