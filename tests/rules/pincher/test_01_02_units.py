"""Chapters 1 and 2: the sides and their counters."""

from __future__ import annotations

import re
from collections import Counter

from grognard.core.testing import rule
from grognard.games.sww3.model.scenario import ALLIED, SOVIET
from grognard.games.sww3.model.state import attack_of, defence_of, gain_step, lose_step
from grognard.games.sww3.movement import moves
from grognard.games.sww3.support import supply
from tests.rules.sww3.field import Field
from tests.rules.sww3.parade import Parade
from tests.rules.sww3.wars import War, counters

COMMUNIST = {"SU", "EG", "PPA", "CPA", "HPA", "RPA"}
NATO = {"Be", "Fr", "It", "NL", "Sw", "UK", "US", "WG", "Yg"}


@rule("pincher", "1.4-communist")
def test_communist_rules_cover_satellites() -> None:
    at = {"su-6gt": "5720", "ppa-2c": "5721", "eg-kvp-n": "5722", "cpa-1": "5723"}
    war = War("pincher", "soviet movement", 2, at=at)
    assert moves.movable(war.state, SOVIET) == war.bit(*at)
    assert all(supply.in_supply(war.state, war.scenario.index[id_]) for id_ in at)  # by the Communist edge


@rule("pincher", "1.4-soviet")
def test_soviet_rules_cover_only_su_units() -> None:
    war = War("pincher", options={"setup": "free"})
    war.play("fill")
    war.play("end")
    war.play("hold su-6gt")
    for id_ in ("ppa-2c", "eg-kvp-n", "cpa-1", "hpa-3", "rpa-1"):
        war.refused(f"hold {id_}", "3.7-pool")


@rule("pincher", "1.4-allied")
def test_allied_rules_cover_all_allied_units() -> None:
    foreign = War("pincher").city("Genoa")
    for id_ in ("us-1", "uk-2", "fr-1", "be-1", "nl-1"):
        war = War("pincher", "nato movement", 2, at={id_: foreign})
        assert supply.in_supply(war.state, war.scenario.index[id_])
        assert moves.movable(war.state, ALLIED) == war.bit(id_)


@rule("pincher", "2.2")
def test_a_unit_is_in_one_hex_and_every_hex_has_its_own_number() -> None:
    war = War("pincher", "soviet movement", at={"su-6gt": "5720"})
    labels = [label for label in war.scenario.grid.labels if label]
    assert len(set(labels)) == len(labels)
    assert all(re.fullmatch(r"\d{4}", label) for label in labels)
    war.play(min(order for order in war.orders() if order.startswith("move su-6gt")))
    places = [hex_ for hex_, units in war.state.here.items() if units & war.bit("su-6gt")]
    assert places == [war.hex(war.where("su-6gt"))]
    assert war.where("su-6gt") != "5720"


@rule("pincher", "2.4")
def test_every_counter_has_all_data_fields() -> None:
    for counter in counters("pincher").values():
        assert counter.nation and counter.title and counter.kind and counter.size
        assert len(counter.factors) == 3


@rule("pincher", "2.5", "3.1-control")
def test_sides_by_nation() -> None:
    sides: dict[str, set[str]] = {"soviet": set(), "nato": set()}
    for counter in counters("pincher").values():
        sides[counter.side].add(counter.nation)
    assert sides == {"soviet": COMMUNIST, "nato": NATO}


@rule("pincher", "2.6")
def test_all_abbreviations_are_on_counters() -> None:
    shown = {counter.nation for counter in counters("pincher").values()}
    for counter in counters("pincher").values():
        shown |= set(counter.label.split()) | {counter.label}
        if re.fullmatch(r"\d+G", counter.label):
            shown.add("G")
        if re.fullmatch(r"J\d", counter.label):
            shown.add("J")
    listed = [
        "Ar", "BCB", "Be", "BFA", "BGS", "CdF", "EG", "FCB", "FFA", "Fol", "Fr", "G", "HPA", "It", "J", "Jul",
        "KVP", "Man", "NL", "PPA", "RPA", "SU", "Sw", "Trd", "Tri", "UK", "US", "USBC", "USFA", "WG", "Yg",
    ]  # fmt: skip
    assert len(listed) == 31
    assert set(listed) <= shown


@rule("pincher", "2.7")
def test_five_sizes() -> None:
    sizes = {counter.size.strip("[]") for counter in counters("pincher").values()}
    assert sizes == {"XXXX", "XXX", "XX", "X", "III"}


@rule("pincher", "2.8")
def test_nine_types() -> None:
    kinds = {counter.kind for counter in counters("pincher").values()}
    assert kinds == {
        "armour", "artillery", "infantry", "mountain", "mechanised", "motorised", "airborne", "static",
        "armoured-cavalry",
    }  # fmt: skip


@rule("pincher", "2.9")
def test_each_factor_serves_its_own_purpose() -> None:
    field = Field("pincher", "soviet combat", m1="0405", g1="0405", u1="0505")
    odds = field.strengths("attack 0505 m1,g1")
    assert (odds.attack, odds.defence) == (12, 7)  # attack factors 6 and 6 against the defence factor of 7


@rule("pincher", "2.10")
def test_the_movement_factor_is_what_a_unit_can_spend() -> None:
    parade = Parade("pincher", t1="1105", m1="1105")
    for id_, factor in (("t1", 7), ("m1", 6)):
        assert parade.points(id_) == factor
        reach = [cost for label in parade.names(parade.scenario.land) if (cost := parade.cost(id_, label))]
        assert max(reach) == factor


@rule("pincher", "2.11-steps", "10.4-onestep")
def test_units_have_one_or_two_steps() -> None:
    steps = Counter(counter.steps for counter in counters("pincher").values())
    assert set(steps) == {1, 2}
    assert all((counter.steps == 2) == bool(counter.reduced) for counter in counters("pincher").values())
    groupements = [c for c in counters("pincher").values() if "untried" in c.tags and c.nation != "SU"]
    assert len(groupements) == 20
    assert {counter.steps for counter in groupements} == {1}


@rule("pincher", "2.11-flip", "2.11-dead")
def test_steps_are_lost_one_by_one() -> None:
    war = War("pincher", at={"us-2a": "4016", "us-2c": "4016"})
    division, regiment = (war.scenario.index[id_] for id_ in ("us-2a", "us-2c"))
    assert (attack_of(war.state, division), defence_of(war.state, division)) == (8, 7)
    lose_step(war.state, division)
    assert (attack_of(war.state, division), defence_of(war.state, division)) == (4, 4)
    assert war.where("us-2a") == "4016"
    lose_step(war.state, division)
    lose_step(war.state, regiment)
    assert [war.where(id_) for id_ in ("us-2a", "us-2c")] == ["lost", "lost"]


@rule("pincher", "2.11-noreturn")
def test_eliminated_units_do_not_return() -> None:
    war = War("pincher", "nato combat", 2, at={"us-r29": "overseas", "us-r65": "3806"})
    lose_step(war.state, war.scenario.index["us-r65"])
    war.play("end", 1, 1, 6, 6, 1)  # ten units may come, one is left
    assert war.units(where="arriving") == ["us-r29"]
    war.pass_to("nato combat", turn=4)
    assert war.where("us-r65") == "lost"


@rule("pincher", "2.11-restore")
def test_only_small_units_rebuild_divisions() -> None:
    war = War("pincher", "nato movement", 3, at={"us-1": "4016*"})
    assert not any(order.startswith("augment") for order in war.orders())
    war.put("us-r29", "4016")
    war.play("augment us-1,us-r29")
    assert war.steps("us-1") == [2]


def test_a_step_can_be_gained() -> None:
    war = War("pincher", at={"us-1": "4016*"})
    unit = war.scenario.index["us-1"]
    gain_step(war.state, unit)
    assert war.state.load[war.hex("4016")] == 2
