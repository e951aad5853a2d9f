"""The advisor in the air: sweeps, escorts, bombs, raids, Trainbusting, interception, bases and refit."""

from __future__ import annotations

from grognard.games.ocs.advice.staff.advisor import advise
from grognard.games.ocs.advice.staff.air_and_sea.air import best_refit
from grognard.games.ocs.advice.staff.air_and_sea.airfields import Airfields
from grognard.games.ocs.advice.staff.air_and_sea.flights import Flights
from grognard.games.ocs.advice.staff.air_and_sea.lifts import Lifts
from grognard.games.ocs.advice.staff.air_and_sea.raids import Raids
from grognard.games.ocs.advice.staff.plan import Plan
from grognard.games.ocs.advice.staff.situation import Situation
from grognard.games.ocs.air.bases import base_at
from tests.rules.ocs.airfield import Airfield, flying
from tests.rules.ocs.field import GERMAN, SOVIET


def flights(field: Airfield, side: int = GERMAN) -> Flights:
    return Flights(Situation(field.state, side))


def advised(field: Airfield, side: str = "german") -> str:
    """Return the first order of the advice."""
    (order, *_), _why = advise(field.state, side)
    return str(order)


def test_fighters_sweep_interceptors_before_bombers_fly() -> None:
    threat = Airfield(g_109="04.07", g_88="04.07", s_yak="13.07", s_inf1="12.07")
    assert advised(threat) == "sweep 13.07 g-109"
    alone = Airfield(g_109="04.07", s_yak="13.07", s_inf1="12.07")  # no bombers to protect
    assert flights(alone).best_sweep() is None


def test_bombers_fly_together_and_with_an_escort() -> None:
    at = {"g_87": "04.07", "g_87b": "04.07", "g_pz1": "10.07", "g_pz2": "10.07", "s_inf1": "11.08"}
    field = Airfield("movement-barrage", GERMAN, None, **at)
    field.supply("09.08", 12)
    found = flights(field).best_barrage()
    assert found is not None and found[1].target == "11.08"
    assert set(found[1].units) >= {"g-87"}
    guarded = Airfield("movement-barrage", GERMAN, None, g_109="04.07", s_yak="13.07", **at)
    guarded.supply("09.08", 12)
    found = flights(guarded).best_barrage()
    assert found is not None and "g-109" in found[1].units


def test_no_bombs_on_units_that_are_disorganized() -> None:
    field = Airfield("movement-barrage", g_88="04.07", g_pz1="10.07", s_inf1="11.08 d")
    assert flights(field).best_barrage() is None


def test_trainbusting_hinders_mobile_units_when_there_is_nothing_better() -> None:
    crowd = Airfield("movement-barrage", GERMAN, None, g_88="04.07", **dict.fromkeys(_mobile(), "13.08"))
    found = Raids(flights(crowd)).best_trainbust()
    assert found is not None and found[1].verb == "trainbust"
    foot = Airfield("movement-barrage", g_88="04.07", s_rgt1="13.08")
    assert Raids(flights(foot)).best_trainbust() is None


def test_bases_are_bombed_for_the_planes_on_the_ground() -> None:
    def raid(**planes: str) -> str:
        found = Raids(flights(Airfield("movement-barrage", GERMAN, None, **planes))).best_raid()
        return str(found[1]) if found else ""

    bombers = {"g_88": "04.07", "g_87": "04.07"}
    grounded = dict.fromkeys(("s_yak", "s_il2", "s_pe2", "s_lagg"), "13.07 i")
    assert raid(**bombers, **grounded) == "barrage 13.07 g-88,g-87 air-base"
    assert not raid(**bombers), "nothing there but the base"
    assert not raid(**bombers, **grounded | {"s_yak": "13.07"}), "a Fighter would meet them"


def _mobile() -> list[str]:
    """Return Soviet armor of the practice ground."""
    armor = [c for c in flying().counters if c.category != "other" and not c.marker]
    some = [c for c in armor if c.side == "soviet" and c.arm == "ground"]
    return [c.id.replace("-", "_") for c in some][:6]


def test_unescorted_bombers_are_intercepted() -> None:
    field = Airfield("movement-barrage", 1, g_109="04.07", s_pe2="13.07", g_inf1="08.07", s_inf1="09.08")
    field.give("barrage 08.07 s-pe2")
    assert field.state.questions[-1].kind == "intercept"
    assert advised(field) == "intercept g-109"


def test_planes_move_to_a_base_from_which_they_reach_the_enemy() -> None:
    field = Airfield(g_87="04.07", s_inf1="19.08")
    field.supply("02.11", 4)
    assert flights(field).best_transfer() is None  # no base is nearer
    other = Airfield(player=1, s_il2="13.07", g_inf1="09.08", s_lagg="19.12")
    assert flights(other, SOVIET).best_transfer() is None  # in range already


def test_refit_prefers_fighters_and_takes_as_many_as_the_base_can() -> None:
    field = Airfield(
        "refit", g_109="04.07 i", g_87="04.07 i", g_88="04.07 i", g_52="04.07 i", g_109b="02.11 i"
    )
    field.supply("04.07", 4)
    order = best_refit(field.state, GERMAN)
    assert order is not None
    assert set(order.units) == {"g-109", "g-88", "g-87", "g-52"}
    poor = Airfield("refit", g_109="04.07 i")
    assert best_refit(poor.state, GERMAN) is None


def test_transports_bring_supply_to_units_that_are_out_of_supply() -> None:
    field = Airfield(g_52="04.07", g_inf1="11.08", s_inf1="14.08")
    field.supply("04.07", 20)
    field.supply("11.08", 8)
    assert Lifts(Situation(field.state, GERMAN)).best_supply() is None
    field.state.out |= field.bit("g-inf1")
    found = Lifts(Situation(field.state, GERMAN)).best_supply()
    assert found is not None and (found[1].verb, found[1].target) == ("drop", "11.08")
    poor = Airfield(g_52="04.07", g_inf1="11.08", s_inf1="14.08")
    poor.supply("04.07", 4)
    poor.state.out |= poor.bit("g-inf1")
    assert Lifts(Situation(poor.state, GERMAN)).best_supply() is None  # the base needs its supply


def test_planes_go_home_to_a_base_that_is_safe_and_can_refit_them() -> None:
    field = Airfield("movement-barrage", g_88="04.07", g_pz1="10.07", s_inf1="11.08")
    field.supply("04.07", 4)
    field.give("barrage 11.08 g-88", 1, 1, 3, 4)
    assert field.state.questions[-1].kind == "home"
    assert advised(field) == "home g-88 04.07"


def planned_work(field: Airfield) -> list[str]:
    """Return the orders of a plan for air bases."""
    plan = Plan(field.state, GERMAN)
    Airfields(plan).run()
    return [str(order) for order in plan.orders]


def test_a_base_with_waiting_planes_gets_another_level_where_supply_is_plentiful() -> None:
    waiting = dict.fromkeys(("g_109", "g_87", "g_87b", "g_88", "g_109b", "g_52"), "04.07 i")
    field = Airfield("movement", GERMAN, None, g_eng="04.07", s_inf1="19.08", **waiting)
    field.state.level[base_at(field.state, field.hex("04.07"), GERMAN)] = 1
    field.supply("04.07", 30)
    assert planned_work(field) == ["pave 04.07 g-eng"]
    poor = Airfield("movement", GERMAN, None, g_eng="04.07", s_inf1="19.08", **waiting)
    poor.state.level[base_at(poor.state, poor.hex("04.07"), GERMAN)] = 1
    poor.supply("04.07", 8)
    assert planned_work(poor) == []
    idle = Airfield("movement", GERMAN, None, g_eng="04.07", s_inf1="19.08", g_109="04.07")
    idle.supply("04.07", 30)
    assert planned_work(idle) == []


def test_a_strip_is_built_where_planes_have_enemies_in_range() -> None:
    field = Airfield("movement", GERMAN, None, g_eng="09.05", g_87="02.11", s_inf1="19.08")
    field.supply("09.05", 30)
    (order,) = planned_work(field)
    assert order.startswith("pave ") and order.endswith(" g-eng strip")
    near = Airfield("movement", GERMAN, None, g_eng="09.05", g_88="02.11", s_inf1="11.08")
    near.supply("09.05", 30)
    assert planned_work(near) == []  # bases in range are there


def test_units_that_cannot_jump_land_by_glider() -> None:
    field = Airfield("movement", GERMAN, None, g_52="04.07", g_rgt1="04.07 m", s_inf1="14.08")
    state, unit = field.state, field.unit("g-rgt1")
    state.drop_hex[unit], state.drop_turn[unit] = field.hex("08.07"), state.turn
    assert Lifts(Situation(state, GERMAN)).planned_drop() is None
    state.gliders[base_at(state, field.hex("04.07"), GERMAN)] = 4
    found = Lifts(Situation(state, GERMAN)).planned_drop()
    assert found is not None and found[1].words[-1].startswith("glider:")
