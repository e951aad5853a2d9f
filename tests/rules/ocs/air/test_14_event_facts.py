"""Chapters 14, 15.1, 9.14f: the facts of air events, and orders offered to planes beside what is legal."""

from __future__ import annotations

import pytest

from grognard.core.contract.orders import Order
from grognard.core.testing import rule
from grognard.games.ocs.interface import legality
from grognard.games.ocs.interface.choices import to_act
from grognard.games.ocs.model.air_events import (
    DogFight,
    FlakFired,
    Intercepted,
    MissionFlown,
    MissionForce,
    PlaneLoss,
    PlanesAborted,
    PlanesCaught,
    PlanesChecked,
    PlanesRefitted,
    PlanesReturned,
    Trainbusted,
)
from grognard.games.ocs.model.combat_events import Barraged, FacilityBarraged, FacilityCaptured
from grognard.games.ocs.model.supply_events import OrderGiven
from tests.rules.ocs.airfield import Airfield
from tests.rules.ocs.field import SOVIET, event_of

OWN = ("german",)


@rule("ocs", "14.2f-A", "14.2f-B", "14.3e-C.1", "14.3e-C.2", "14.1c.1")
def test_events_of_a_sweep() -> None:
    field = Airfield(g_109="04.07", s_yak="13.07", s_lagg="13.07 i")
    there = ("13.07",)
    assert field.give("sweep 13.07 g-109", 4, 4, 5) == [
        MissionFlown(side="german", units=("g-109",), hexes=there, mission="sweep", planes=1, rule="14.2f-A"),
        MissionForce(side="german", units=("g-109",), hexes=there, rule="14.2f-B", only=OWN),
        DogFight(
            side="german",
            units=("g-109", "s-yak"),
            hexes=there,
            dice=(4, 4, 5),
            attacker="g-109",
            defender="s-yak",
            modified=9,
            outcome="defender",
            loss=True,
            rule="14.3e-C.1",
            final=True,
        ),
        PlaneLoss(side="soviet", units=("s-yak",), hexes=there, eliminated=False, rule="14.3e-C.2"),
    ]
    assert field.give("home g-109 02.11") == [
        PlanesReturned(
            side="german",
            units=("g-109",),
            hexes=("02.11",),
            base="02.11",
            active=False,
            rule="14.1c.1",
            only=OWN,
        )
    ]


@rule("ocs", "14.5.2", "14.3d-A")
def test_events_of_an_interception() -> None:
    field = Airfield("movement-barrage", g_109="04.07", g_87="04.07", s_inf1="11.09", s_yak="13.07")
    there = ("11.09",)
    flown, force = field.give("barrage 11.09 g-109,g-87")
    assert flown == MissionFlown(
        side="german", units=("g-109",), hexes=there, mission="barrage", planes=2, rule="14.2f-A"
    )
    assert force == MissionForce(
        side="german", units=("g-109", "g-87"), hexes=there, rule="14.2f-B", only=OWN
    )
    assert field.give("intercept s-yak") == [
        Intercepted(side="soviet", units=("s-yak",), hexes=there, rule="14.5.2"),
        OrderGiven(order="intercept s-yak", side="soviet", only=("soviet",)),
    ]
    assert field.give("abort g-87")[0] == PlanesAborted(
        side="german", units=("g-87",), hexes=there, rule="14.3d-A"
    )


@rule("ocs", "14.4e", "14.4f.1", "14.1b")
def test_events_of_flak() -> None:
    field = Airfield("movement-barrage", g_87="04.07", g_88="04.07", s_inf1="11.09")
    there = ("11.09",)
    _, _, flak, loss, barrage = field.give("barrage 11.09 g-87,g-88", 5, 6, 3, 3, 3)
    assert flak == FlakFired(
        side="soviet", hexes=there, dice=(5, 6, 3), points=0, hit=True, rule="14.4e", final=True
    )
    assert loss == PlaneLoss(
        side="german", units=("g-87",), hexes=("04.07",), eliminated=False, rule="14.4f.1"
    )
    assert isinstance(barrage, Barraged)
    assert (barrage.side, barrage.hexes, barrage.dice, barrage.final) == ("german", there, (3, 3), True)
    alone = Airfield("movement-barrage", g_87="04.07 *", s_inf1="11.09")
    assert alone.give("barrage 11.09 g-87", 6, 6)[-1] == PlaneLoss(
        side="german", units=("g-87",), hexes=("04.07",), eliminated=True, rule="14.4f.1"
    )
    assert alone.state.mission is None and not alone.state.questions


@rule("ocs", "10.0c-A.1")
def test_events_of_a_barraged_base() -> None:
    field = Airfield("movement-barrage", g_88="04.07", s_yak="13.07 i", s_il2="13.07 i*")
    there = ("13.07",)
    events = field.give("barrage 13.07 g-88 air-base", 1, 1, 6, 6, 1)
    hit = event_of(events, FacilityBarraged)
    assert (hit.side, hit.hexes, hit.dice, hit.facility) == ("german", there, (6,), "air-base")
    assert (hit.points, hit.hits, hit.final) == (15, 1, True)
    assert events[-2:] == [
        PlanesChecked(
            side="soviet", hexes=there, dice=(6, 1), least=4, losses=1, rule="10.0c-A.1", final=True
        ),
        PlaneLoss(side="soviet", units=("s-yak",), hexes=there, eliminated=False, rule="10.0c-A.1"),
    ]


@rule("ocs", "14.8a", "14.11.1", "14.11.2")
def test_events_of_trainbusting_and_transfers() -> None:
    field = Airfield("movement-barrage", g_88="04.07", s_inf1="11.09")
    assert field.give("trainbust 11.08 g-88", 1, 1, 6)[-1] == Trainbusted(
        side="german",
        hexes=("11.08",),
        dice=(6,),
        points=15,
        result="1*(4)",
        placed=True,
        rule="14.8a",
        final=True,
    )
    bases = Airfield(g_109="04.07", g_87="04.07")
    flown, _, landed = bases.give("transfer g-87 RIGA")
    assert flown == MissionFlown(
        side="german", units=("g-87",), hexes=(), mission="transfer", planes=1, rule="14.2f-A"
    )
    assert landed == PlanesReturned(
        side="german", units=("g-87",), hexes=(), base="RIGA", active=False, rule="14.1c.1", only=OWN
    )
    assert bases.give("transfer g-109 02.11")[-1] == PlanesReturned(
        side="german",
        units=("g-109",),
        hexes=("02.11",),
        base="02.11",
        active=True,
        rule="14.1c.1",
        only=OWN,
    )


@rule("ocs", "15.1-B")
def test_events_of_refits() -> None:
    field = Airfield("refit", g_109="04.07 i", g_200="RIGA i", g_87="04.07")
    field.supply("04.07", 4)
    assert field.give("refit g-109")[-1] == PlanesRefitted(
        side="german", units=("g-109",), hexes=("04.07",), base="04.07", rule="15.1-B", only=OWN
    )
    assert field.give("refit g-200") == [
        PlanesRefitted(side="german", units=("g-200",), hexes=(), base="RIGA", rule="15.1-B", only=OWN)
    ]


@rule("ocs", "9.14f.2", "9.14f.3")
def test_events_of_planes_at_a_captured_base() -> None:
    field = Airfield(s_yak="13.07", s_il2="13.07 i", g_pz1="12.07")
    field.state.filled |= field.bit("g-pz1")
    there = ("13.07",)
    events = field.give("move g-pz1 12.07-13.07", 2, 3, 2, 3)
    hit = "s-il2"
    assert event_of(events, PlanesCaught) == PlanesCaught(
        side="soviet", hexes=there, dice=(2, 3, 2, 3), planes=2, losses=1, rule="9.14f.2", final=True
    )
    assert event_of(events, PlaneLoss) == PlaneLoss(
        side="soviet", units=(hit,), hexes=there, eliminated=False, rule="9.14f.2"
    )
    captured = event_of(events, FacilityCaptured)
    assert (captured.side, captured.hexes, captured.facility) == ("german", there, "air-base")


# -- what is offered is legal, and what is legal for one plane is offered ------------------------------


@rule("ocs", "14.2d.1", "14.6.1", "14.7.1", "14.7d-C", "10.0a.1", "10.0c.1")
@pytest.mark.parametrize("phase", ["movement", "movement-barrage"])
def test_missions_of_single_planes_are_offered_if_and_only_if_legal(phase: str) -> None:
    field = Airfield(
        phase,
        g_109="04.07",
        g_87="04.07",
        g_88="04.07 *",
        g_52="02.11",
        g_109b="04.07 i",
        g_200="RIGA",
        g_inf1="10.09",
        s_inf1="11.09",
        s_rgt1="18.07",
        s_yak="13.07",
        s_il2="19.12",
    )
    field.state.barraged = 1 << field.hex("18.07")
    labels = [field.scenario.label(hex_) for hex_ in field.scenario.grid.hexes()]
    verbs = {"movement": ("sweep", "hip-shoot"), "movement-barrage": ("barrage",)}[phase]
    for id_ in ("g-109", "g-87", "g-88", "g-52", "g-109b", "g-200"):
        for verb in verbs:
            targets = [("",)] if verb == "sweep" else [("",), ("air-base",), ("port",)]
            orders = [
                Order(verb, label, (id_,), words=tuple(filter(None, words)))
                for label in labels
                for words in targets
            ]
            side = to_act(field.state)[0]
            legal = {str(order) for order in orders if legality.check(field.state, side, order) is None}
            assert field.offered(id_, verb) == legal, (id_, verb)


@rule("ocs", "14.8.1", "14.11.1")
def test_offered_transfers_and_trainbusting_are_legal() -> None:
    field = Airfield(g_109="04.07", g_87="02.11", g_200="RIGA", g_52="04.07 i")
    everywhere = ("04.07", "02.11", "RIGA")
    for id_ in ("g-109", "g-87", "g-200", "g-52"):
        legal = {f"transfer {id_} {to}" for to in everywhere if not field.check(f"transfer {id_} {to}")}
        assert field.offered(id_, "transfer") == legal
    assert not field.offered("g-52", "transfer")
    trains = Airfield("movement-barrage", g_88="04.07", g_52="04.07", s_inf1="11.09")
    offered = trains.offered("g-88", "trainbust")
    assert offered and not trains.offered("g-52", "trainbust")
    assert all(trains.check(order) is None for order in sorted(offered))


@rule("ocs", "15.1-A", "15.1-B", "14.1d")
def test_refits_are_offered_to_inactive_planes() -> None:
    field = Airfield("refit", g_109="04.07 i", g_87="04.07 i", g_88="04.07", g_52="02.11 i", s_yak="13.07 i")
    field.supply("04.07", 1)
    assert field.offered("g-109") == {"refit g-109", "refit g-109,g-87"}
    assert field.offered("g-87") == {"refit g-87", "refit g-109,g-87"}
    assert field.offered("g-52") == {"refit g-52"}  # its base draws the same token
    for id_ in ("g-88", "s-yak"):
        assert not field.offered(id_)
    for order, cited in (
        ("refit", "notation"),
        ("refit g-88", "14.1d"),
        ("refit s-yak", "15.1-B"),
        ("refit g-inf1", "15.1-B"),
    ):
        assert field.refused(order) == cited


# -- refusals ------------------------------------------------------------------------------------------


@rule("ocs", "14.2e.3", "14.1a.1", "14.7.1", "10.0d", "10.0c.1", "10.0a.1", "14.11.1")
@pytest.mark.parametrize(
    ("phase", "order", "cited"),
    [
        ("movement", "sweep 13.07", "notation"),
        ("movement", "sweep g-109", "notation"),
        ("movement", "sweep 13.07 g-109,g-109", "notation"),
        ("movement", "sweep 13.07 s-yak", "14.1a.1"),
        ("movement", "sweep 13.07 g-88", "14.1a.1"),
        ("movement", "hip-shoot g-87", "notation"),
        ("movement", "hip-shoot 19.12 g-87", "14.2d.1"),
        ("movement", "hip-shoot 11.08 g-87", "10.0a.1"),
        ("movement", "hip-shoot 11.09 g-52", "14.7.1"),
        ("movement", "hip-shoot 11.09 g-87 port", "10.0c.1"),
        ("movement", "transfer g-109", "14.11.1"),
        ("movement", "transfer g-109 04.07", "14.11.1"),
        ("movement", "transfer g-109 13.07", "14.11.1"),
        ("movement", "transfer g-109 s-cv", "14.11.1"),
        ("movement-barrage", "barrage 11.09 g-87 air-base", "10.0c.1"),
        ("movement-barrage", "barrage 11.09 g-52", "14.7.1"),
        ("movement-barrage", "barrage 11.08 g-87", "10.0a.1"),
        ("movement-barrage", "barrage 19.12 g-87", "14.2d.1"),
        ("movement-barrage", "trainbust 19.12 g-87", "14.2d.1"),
        ("movement-barrage", "trainbust 11.08 g-52", "14.7.1"),
    ],
)
def test_refusals_of_missions(phase: str, order: str, cited: str) -> None:
    field = Airfield(
        phase,
        g_109="04.07",
        g_87="04.07",
        g_52="04.07",
        g_88="04.07 i",
        g_inf1="10.09",
        s_inf1="11.09",
        s_yak="13.07",
        s_cv="19.01",
    )
    assert field.refused(order) == cited


@rule("ocs", "14.1c.1", "14.2d.1", "14.5.2", "14.3e-B")
def test_refusals_of_answers_during_a_mission() -> None:
    field = Airfield("movement-barrage", g_109="04.07", g_87="04.07", s_inf1="11.09", s_yak="13.07")
    field.give("barrage 11.09 g-109,g-87")
    assert field.refused("intercept") == field.refused("intercept s-il2") == "14.5.2"
    assert field.refused("stay s-yak") == "notation"
    field.give("intercept s-yak")
    assert field.refused("abort") == field.refused("abort s-yak") == "14.3d-A"
    field.give("stay")
    assert field.refused("engage") == field.refused("engage g-109,g-87") == "14.3e-B"
    field.give("engage g-109", 1, 1, 1)
    field.give("stay", 1, 1, 5, 5)
    assert field.refused("home") == field.refused("home g-109") == "14.1c.1"
    assert field.refused("home g-88 04.07") == field.refused("home g-109 13.07") == "14.1c.1"
    assert field.refused("home g-109 RIGA") == "14.2d.1"
    assert {"home g-109 04.07", "home g-87 02.11", "home g-109,g-87 04.07"} <= {
        order for id_ in ("g-109", "g-87") for order in field.offered(id_)
    }
    assert field.state.questions[-1].side != SOVIET
