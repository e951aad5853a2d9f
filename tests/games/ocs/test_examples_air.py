"""Worked examples of the series: aircraft, air bases and gliders, restated as situations."""

from __future__ import annotations

import tempfile
from functools import lru_cache
from pathlib import Path

import pytest

from grognard.core.facts import changed
from grognard.core.testing import rule
from grognard.games.ocs.air.bases import active_limit, base_at
from grognard.games.ocs.missions.refit import capacity, price
from grognard.games.ocs.model.air_events import CargoLanded, DogFight, FlakFired
from grognard.games.ocs.model.combat_events import Barraged
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.sea_events import Salvo
from grognard.games.ocs.model.state import put
from grognard.games.ocs.supply.payment import reachable
from grognard.games.ocs.supply.tokens import dump_at
from grognard.games.ocs.units.modes import disorganize
from tests.games.ocs.test_examples_combat import Changed
from tests.rules.ocs.airfield import Airfield, ship_row, written
from tests.rules.ocs.field import GERMAN, SOVIET, event_of

BASE, OTHER = "04.07", "02.11"
"""The German air bases."""


def _plane(id_: str, side: str, type_: str, full: str, reduced: str) -> str:
    return (
        f'[[counter]]\nid = "{id_}"\nside = "{side}"\nnation = "{side}"\nkind = "plane"\ntitle = "{id_}"\n'
        f'steps = 2\nplane = {{ types = ["{type_}"], full = {{ {full} }}, reduced = {{ {reduced} }} }}\n'
    )


def _transport(id_: str, full: float, reduced: float) -> str:
    common = "air = 1, paren = true, range = 14"
    return _plane(id_, "german", "Tpt", f"{common}, lift = {full}", f"{common}, lift = {reduced}")


ARMORED = (9, 3, 0, 5, False), (4, 3, 0, 5, True)
"""Barrage, range, Flak, Protection and speed of a ship, sound and damaged."""
UNITS = "\n".join(
    (
        _plane(
            "g-stuka", "german", "T", "air = 1, paren = true, barrage = 20, range = 40",
            "paren = true, barrage = 10, range = 40",
        ),
        _plane(
            "s-blen", "soviet", "T", "air = 2, paren = true, barrage = 6, range = 40",
            "air = 1, paren = true, barrage = 3, range = 40",
        ),
        *(
            _plane(
                f"s-hur{n}", "soviet", "F", "air = 3, barrage = 3, range = 40",
                "air = 2, barrage = 1, range = 40",
            )
            for n in (1, 2)
        ),
        *(_plane(f"s-spare{n}", "soviet", "T", "barrage = 1, range = 9", "range = 9") for n in range(1, 10)),
        *(
            _plane(
                f"s-ten{n}", "soviet", "T", "paren = true, barrage = 10, range = 40",
                "barrage = 5, range = 40",
            )
            for n in (1, 2)
        ),
        *(ship_row(f"g-armored{n}", "german", "ship", *ARMORED, 0) for n in (1, 2)),
        _transport("g-small1", 0.5, 0.5),
        _transport("g-small2", 0.5, 0.5),
        _transport("g-one", 1, 0.5),
        _transport("g-tow", 2, 1),
        '[[counter]]\nid = "g-para"\nside = "german"\nnation = "german"\nkind = "infantry"\n'
        'title = "g-para"\n'
        "ar = 4\nre = 0.5\npara = true\ncombat = { strength = 2, ma = 4 }\n"
        'move = { strength = 1, ma = 6, mobility = "leg" }\n',
    )
)  # fmt: skip


@lru_cache
def example() -> OcsScenario:
    """Return the practice board with the aircraft of the examples."""
    return written(Path(tempfile.mkdtemp()), units=UNITS)


class Raid(Airfield, Changed):
    """A situation with the aircraft of the examples, in which units fight as well."""

    def __init__(self, phase: str = "movement", player: int = 0, **at: str) -> None:
        super().__init__(phase, player, example(), **at)

    def is_active(self, id_: str) -> bool:
        """Return whether a plane is Active."""
        return bool(self.state.active & self.bit(id_))

    def base(self, hex_: str, side: int) -> int:
        """Move a base of a side to a hex."""
        base = base_at(self.state, self.hex(BASE if side == GERMAN else "13.07"), side)
        put(self.state, base, self.hex(hex_))
        changed(self.state)
        return base


# -- bases -------------------------------------------------------------------------------------------


@rule("ocs", "4.5a-H", "4.5b.1", "4.5b.4", "15.1-C")
@pytest.mark.parametrize("mode", ["", "m", "r", "md", "ms"])
def test_ex_05_unit_of_any_mode_lets_a_base_refit(mode: str) -> None:
    alone = Raid("refit", g_109=f"{BASE} i", s_inf1="04.08")
    alone.supply(BASE, 1)
    assert alone.refused("refit g-109") == "15.1-C"
    held = Raid("refit", g_109=f"{BASE} i", s_inf1="04.08", g_rgt1=f"{BASE} {mode}")
    held.supply(BASE, 1)
    held.give("refit g-109")
    assert held.is_active("g-109") and not held.state.ledger[GERMAN]


@rule("ocs", "4.8b-A.2", "5.1.1")
def test_ex_07_marker_covers_neither_supply_nor_aircraft() -> None:
    field = Raid(g_rgt1=BASE, g_109=f"{BASE} i")
    field.supply(BASE, 4)
    disorganize(field.state, field.hex(BASE), GERMAN)
    assert field.ids(field.state.dg) == {"g-rgt1"}


@rule("ocs", "14.2a.2", "15.0b-A", "15.1-B")
def test_ex_40_a_base_of_level_3() -> None:
    spare = {f"s_spare{n}": "13.07 i" for n in range(1, 8)}
    field = Raid("refit", 1, s_yak="13.07", **spare)
    field.supply("13.07", 4, SOVIET)
    base = base_at(field.state, field.hex("13.07"), SOVIET)
    assert (active_limit(field.state, base), capacity(field.state, base), price(field.state, base)) == (
        7,
        6,
        1,
    )
    ids = [f"s-spare{n}" for n in range(1, 8)]
    assert field.refused(f"refit {','.join(ids)}") == "15.1-B"
    field.give(f"refit {','.join(ids[:6])}")
    assert field.state.active.bit_count() == 7 and field.state.ledger[SOVIET] == 3
    full = Raid("refit", 1, s_yak="13.07", s_lagg="13.07", **spare)
    full.supply("13.07", 4, SOVIET)
    assert full.refused(f"refit {','.join(ids[:6])}") == "14.2a.2"  # eight would be Active


# -- missions ----------------------------------------------------------------------------------------


@rule("ocs", "14.4d.1", "14.4d.2", "14.5.2")
def test_ex_42_bystanders() -> None:
    def flown() -> Raid:
        field = Raid("movement", g_one=BASE, g_109=OTHER, s_yak="13.07")
        field.base("09.10", SOVIET)
        field.supply(BASE, 4)
        field.give(f"airlift {OTHER} g-one 1")
        return field

    met = flown()
    met.give("intercept s-yak")
    assert met.ids(sum(1 << c for c in met.state.questions[-1].units)) == {"g-one", "g-109"}
    met.give("stay")
    assert "engage g-109" in met.offered("g-109")
    events = met.give("engage g-109", 1, 1, 6)  # the interceptor aborts
    assert event_of(events, DogFight).defender == "g-109"

    let_through = flown()
    events = let_through.give("stay", 6, 5)  # 11 and 2 points for the Patrol Zone
    assert event_of(events, FlakFired).hit
    assert let_through.state.lost[let_through.unit("g-one")] == 1
    assert not let_through.state.lost[let_through.unit("g-109")] and let_through.is_active("g-109")


@rule("ocs", "14.4g.1", "14.4g.2")
def test_ex_43_a_token_survives_half_the_lift() -> None:
    field = Raid("movement", g_one=BASE, s_yak="13.07")
    field.base("09.10", SOVIET)
    field.supply(BASE, 4)
    field.give(f"airlift {OTHER} g-one 1")
    events = field.give("stay", 6, 5)  # Flak costs a step: 1T becomes 1/2T
    assert event_of(events, CargoLanded).tokens == 1
    assert field.state.tokens[dump_at(field.state, field.hex(OTHER), GERMAN)] == 1


@rule("ocs", "14.9a.2", "14.9b", "4.7b.1")
def test_ex_44_pooling_lift_for_a_parachute_battalion() -> None:
    field = Raid("movement", g_small1=BASE, g_small2=BASE, g_para=f"{BASE} m")
    assert field.check(f"airlift {OTHER} g-small1,g-small2,g-para") is None
    assert field.refused(f"airlift {OTHER} g-small1,g-para") == "14.9a.1"
    assert field.check(f"airlift {OTHER} g-small1,g-para double:g-small1") is None  # at half range


@rule("ocs", "14.2e.5", "14.7d-A")
def test_ex_45_repeated_drops_and_hip_shoots() -> None:
    field = Raid("movement", g_52=BASE, g_one=BASE, g_rgt1="08.09")
    field.supply(BASE, 8)
    for plane in ("g-52", "g-one"):
        field.give(f"drop 08.09 {plane} 1", 6, 6)
        field.give(f"home {plane} {BASE}")
    assert field.state.tokens[dump_at(field.state, field.hex("08.09"), GERMAN)] == 2
    field = Raid("movement", g_87=BASE, g_87b=BASE, g_88=BASE, g_stuka="RIGA", g_rgt1="08.09", s_rgt1="09.10")
    for plane in ("g-87", "g-87b"):
        field.give(f"hip-shoot 09.10 {plane}", 1, 2, 1, 2)
        field.give(f"home {plane} {BASE}")
    field.go_to("movement-barrage")
    field.give("barrage 09.10 g-88", 1, 2, 1, 2)
    field.give(f"home g-88 {BASE}")
    assert field.refused("barrage 09.10 g-stuka") == "14.7.2"


@rule("ocs", "14.10e-C.1", "14.10e-C.2", "14.10e-F")
@pytest.mark.parametrize(
    ("load", "words", "legal"),
    [
        (2, "glider:1", True),
        (3, "glider:1", False),  # all of it is on the glider
        (4, "glider:2 double:g-tow", True),
        (5, "glider:2 double:g-tow", False),
        (4, "glider:1 double:g-tow", True),  # two on the glider and two by parachute
        (5, "glider:1 double:g-tow", False),
    ],
)
def test_ex_46_glider_loads(load: int, words: str, legal: bool) -> None:
    field = Raid("movement", g_tow=BASE, g_rgt1="08.09")
    field.state.gliders[base_at(field.state, field.hex(BASE), GERMAN)] = 2
    field.supply(BASE, 8)
    assert (field.check(f"drop 08.09 g-tow {load} {words}") is None) == legal


@rule("ocs", "14.10e-F")
def test_ex_46_a_tow_that_is_hit_keeps_one_token() -> None:
    field = Raid("movement", g_tow=BASE, s_yak="13.07", g_rgt1="08.09")
    field.base("09.10", SOVIET)
    field.state.gliders[base_at(field.state, field.hex(BASE), GERMAN)] = 2
    field.supply(BASE, 8)
    field.give(f"airlift {OTHER} g-tow 2 glider:1")
    field.give("stay", 6, 5)
    assert field.state.tokens[dump_at(field.state, field.hex(OTHER), GERMAN)] == 1
    assert field.state.ledger[GERMAN] == 7


@rule("ocs", "10.0b.2", "10.2.1", "14.2f-E", "14.4e", "14.4f.1", "14.4f.2", "14.5.2", "5.10.1", "14.1c.1")
def test_ex_47_a_complex_mission() -> None:
    """A Blenheim and two Hurricanes against 4 RE in Reserve under a Patrol Zone; no interception."""
    field = Raid(
        "movement-barrage", 1, s_blen="19.12", s_hur1="19.12", s_hur2="19.12", g_109=BASE,
        g_inf1="08.09 r", g_rgt1="08.09 r",
    )  # fmt: skip
    before = field.state.ledger[SOVIET]
    field.give("barrage 08.09 s-blen,s-hur1,s-hur2")
    assert field.asks() == ("intercept", GERMAN)
    events = field.give("stay", 6, 4, 1, 6, 6, 5)  # Flak 10; the first plane; barrage 12; half a step 5
    flak, fired = event_of(events, FlakFired), event_of(events, Barraged)
    assert (flak.points, flak.hit) == (2, True)
    assert field.state.lost[field.unit("s-blen")] == 1
    assert (fired.points, fired.column, fired.result, fired.steps) == (9, "column 3–4", "1/2", 1)
    assert dict(fired.shifts) == {"no spotter": -3, "4 RE in the hex": 1}
    assert field.state.ledger[SOVIET] == before
    assert field.asks() == ("shell", GERMAN)
    field.give("lose g-inf1")
    assert field.ids(field.state.dg) == {"g-inf1", "g-rgt1"} and not field.state.reserve
    field.give("home s-blen,s-hur1,s-hur2 13.07")
    assert not field.state.active & field.bit("s-blen", "s-hur1", "s-hur2")
    assert field.state.mission is None


@rule("ocs", "18.3c.2", "18.3c-B", "18.3c-C", "18.3c.3")
def test_ex_50_planes_against_a_stack_of_ships() -> None:
    """Two planes of 10 points against ships of Protection 5: 8 points together, or 4 each."""

    def over_the_ships() -> Raid:
        field = Raid(
            "movement-barrage", 1, s_ten1="19.12", s_ten2="19.12", g_armored1="16.01", g_armored2="16.01"
        )
        field.give("barrage 16.01 s-ten1,s-ten2 ship", 1, 2)
        assert field.asks() == ("aim", SOVIET)
        return field

    field = over_the_ships()
    both = event_of(field.give("aim s-ten1,s-ten2 g-armored1", 1, 1), Salvo)
    assert (both.points, both.column) == (8, "column 8–11")
    field = over_the_ships()
    events = field.give("aim s-ten1 g-armored1", 1, 1, 1, 1)  # the other plane has one target left
    salvos = [(e.target, e.points, e.column) for e in events if isinstance(e, Salvo)]
    assert salvos == [("g-armored1", 4, "column 3–4"), ("g-armored2", 4, "column 3–4")]


# -- an overrun with a Hip Shoot -----------------------------------------------------------------------


@rule("ocs", "14.7d-B.1", "14.7d-C", "10.0b.3", "5.10b-A", "5.10b-B", "4.5a-B.1", "8.1f.2")
def test_ex_25_an_overrun_after_a_hip_shoot() -> None:
    """The motorcycles block the brigade's supply, a Stuka disorganizes it, and the panzers overrun it."""
    field = Raid(
        "movement", g_pz1="05.10", g_mech1="05.10", g_moto="05.10", g_stug="08.10", s_tb="09.10",
        g_stuka="RIGA",
    )  # fmt: skip
    field.prints("g-mech1", ma=6, mobility="truck")
    field.supply("06.09", 20)
    depot = field.supply("15.13", 8, SOVIET)
    field.give("move g-moto 05.10-06.09-07.10-08.09-08.10-09.11")
    assert depot not in reachable(field.state, field.unit("s-tb"))
    events = field.give("hip-shoot 09.10 g-stuka", 2, 3, 4, 4)  # Flak has no effect; 8
    fired = event_of(events, Barraged)
    assert (fired.points, fired.column, fired.result) == (20, "column 12–16", "DG")
    assert not field.is_active("g-stuka")
    if field.asks()[0] == "home":
        field.give("home g-stuka RIGA")
    pair = "g-pz1,g-mech1"
    field.give(f"move {pair} 05.10-06.09-07.10-08.09")
    assert field.refused(f"overrun 09.10 {pair},g-stug") == "8.1.1"
    field.give(f"overrun 09.10 {pair}")
    assert field.state.ledger[GERMAN] == 15
    sums = field.calculated_answer("defend s-tb")
    assert (float(sums.totals[0]), float(sums.totals[1]), sums.heading, sums.drm) == (21, 3.5, "5:1", 3)
    field.give("defend s-tb", 3, 3, 2, 2, 2)
    field.give("lose g-pz1")
    assert not field.at("s-tb") and not field.state.exploit
    assert (field.at("g-mech1"), field.left("g-mech1")) == ("09.10", 0)


@rule("ocs", "10.0c.1", "10.0d", "10.0e-A.1", "14.7.2")
def test_ex_27_one_barrage_on_units_base_or_port() -> None:
    field = Raid("movement-barrage", 1, s_pe2="13.07", s_il2="13.07", g_rgt1="10.02")
    field.put("g-port-1002", "10.02")
    field.base("10.02", GERMAN)
    targets = {"barrage 10.02 s-pe2", "barrage 10.02 s-pe2 port", "barrage 10.02 s-pe2 air-base"}
    assert field.offered("s-pe2", "barrage") >= targets
    assert field.refused("barrage 10.02 s-pe2 port air-base") == "10.0d"
    field.give("barrage 10.02 s-il2 air-base", 1, 1, 1)
    assert not field.state.dg
    if field.state.questions:
        field.give("home s-il2 13.07")
    for order in sorted(targets):
        assert field.refused(order) == "14.7.2"
