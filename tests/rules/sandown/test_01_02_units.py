"""Chapters 1 and 2: the sides and their counters."""

from __future__ import annotations

import re

import pytest

from grognard.core.testing import rule
from grognard.games import grand_campaign
from grognard.games.sww3.model.scenario import ALLIED, SOVIET
from grognard.games.sww3.model.state import attack_of, defence_of, lose_step
from grognard.games.sww3.movement import moves, theatre_transfers
from grognard.games.sww3.support import supply
from tests.rules.sww3.field import Field
from tests.rules.sww3.parade import Parade
from tests.rules.sww3.wars import War, counters

LOCAL = {"Egypt", "Iran", "Iraq", "Jrdn", "Kwt", "Lbn", "Syria"}


@rule("sandown", "1.4-soviet")
def test_soviet_rules_cover_all_soviet_units() -> None:
    at = {"su-4gt": "5949", "su-2f1": "6050", "su-7gp": "5951"}
    war = War("sandown", "soviet movement", 2, at=at)
    assert moves.movable(war.state, SOVIET) == war.bit(*at)
    assert all(supply.in_supply(war.state, war.scenario.index[id_]) for id_ in at)


@rule("sandown", "1.4-allied")
def test_allied_rules_cover_all_allied_units() -> None:
    haifa = War("sandown").city("Haifa")
    for id_ in ("uk-1", "us-r29", "usmc-2", "isrl-1"):
        war = War("sandown", "un movement", 2, at={id_: haifa})
        assert moves.movable(war.state, ALLIED) == war.bit(id_)
        assert supply.in_supply(war.state, war.scenario.index[id_])


@rule("sandown", "1.5-limit")
def test_thirty_three_divisions() -> None:
    ready = War("sandown")
    drawn = [
        c for c in ready.scenario.counters if c.nation == "SU" and ready.where(c.id) not in ("away", "second")
    ]
    assert len(drawn) == 33
    war = War("sandown", options={"setup": "free"})
    war.play("fill")
    war.play("end")
    war.play("draw", *(1,) * 33)
    drawn = [
        c for c in war.scenario.counters if c.nation == "SU" and war.where(c.id) in ("ready", "airborne")
    ]
    assert len(drawn) == 33
    assert theatre_transfers.room_for_soviets(ready.state, 0) == 33 - theatre_transfers.soviets_in(
        ready.state, 0
    )


@rule("sandown", "1.5-british")
def test_no_british_reinforcements() -> None:
    british = [c.id for c in counters("sandown").values() if c.nation == "UK"]
    assert sorted(british) == ["uk-1", "uk-3", "uk-bfc"]
    war = War("sandown")
    assert all(war.where(id_)[0].isdigit() for id_ in british)


@rule("sandown", "1.5-arab")
def test_local_armies_have_lowest_strength() -> None:
    local = [c for c in counters("sandown").values() if c.nation in LOCAL]
    assert {(c.factors, c.steps) for c in local} == {((1, 1, 4), 1)}
    others = [c for c in counters("sandown").values() if c.nation not in LOCAL and "untried" not in c.tags]
    assert all(c.factors[0] + c.factors[1] > 2 for c in others)


@rule("sandown", "1.6")
@rule("grand", "14.1")
def test_the_game_can_be_joined_with_the_european_one() -> None:
    assert [theatre.name for theatre in War("sandown").scenario.theatres] == ["sandown"]
    assert [theatre.name for theatre in War("grand").scenario.theatres] == ["pincher", "sandown"]
    assert grand_campaign.__doc__


@rule("sandown", "2.2")
def test_a_unit_is_in_one_hex_and_every_hex_has_its_own_number() -> None:
    war = War("sandown", "soviet movement", at={"su-4gt": "5949"})
    labels = [label for label in war.scenario.grid.labels if label]
    assert len(set(labels)) == len(labels)
    assert all(re.fullmatch(r"\d{4}", label) for label in labels)
    war.play(min(order for order in war.orders() if order.startswith("move su-4gt")))
    places = [hex_ for hex_, units in war.state.here.items() if units & war.bit("su-4gt")]
    assert places == [war.hex(war.where("su-4gt"))]
    assert war.where("su-4gt") != "5949"


@rule("sandown", "2.4")
def test_every_counter_has_all_data_fields() -> None:
    for counter in counters("sandown").values():
        assert counter.nation and counter.title and counter.kind and counter.size
        assert len(counter.factors) == 3


@rule("sandown", "2.5", "3.1-control")
def test_sides_by_nation() -> None:
    sides: dict[str, set[str]] = {"soviet": set(), "un": set()}
    for counter in counters("sandown").values():
        sides[counter.side].add(counter.nation)
    assert sides == {"soviet": {"SU"}, "un": LOCAL | {"Isrl", "UK", "US", "Trk"}}
    assert counters("sandown")["usmc-2"].side == "un"


@rule("sandown", "2.6")
def test_all_abbreviations_are_known() -> None:
    shown = {counter.nation for counter in counters("sandown").values()}
    shown |= {counter.label for counter in counters("sandown").values()}
    shown |= {"G" for counter in counters("sandown").values() if re.fullmatch(r"\d+G", counter.label)}
    shown |= {"USMC" for counter in counters("sandown").values() if counter.kind == "marine"}
    listed = {
        "BFC",
        "Egypt",
        "G",
        "Iran",
        "Isrl",
        "Iraq",
        "Jrdn",
        "Kwt",
        "Lbn",
        "SU",
        "Syria",
        "Trk",
        "UK",
        "US",
    }
    assert (
        listed | {"USMC"} <= shown
    )  # USN and RN are on the naval airpower marker, which is a flag of the game
    assert War("sandown").state.naval is False


@rule("sandown", "2.7")
def test_three_sizes() -> None:
    assert {counter.size.strip("[]") for counter in counters("sandown").values()} == {"XX", "X", "III"}


@rule("sandown", "2.8")
def test_eight_types() -> None:
    kinds = {counter.kind for counter in counters("sandown").values()}
    assert kinds == {
        "armour", "artillery", "infantry", "marine", "mechanised", "motorised", "airborne", "static",
    }  # fmt: skip


@rule("sandown", "2.9")
def test_each_factor_serves_its_own_purpose() -> None:
    field = Field("sandown", "soviet combat", m1="0405", g1="0405", u1="0505")
    odds = field.strengths("attack 0505 m1,g1")
    assert (odds.attack, odds.defence) == (12, 7)


@rule("sandown", "2.10-mf")
def test_the_movement_factor_is_what_a_unit_can_spend() -> None:
    parade = Parade("sandown", t1="1105", m1="1105")
    for id_, factor in (("t1", 7), ("m1", 6)):
        assert parade.points(id_) == factor
        reach = [cost for label in parade.names(parade.scenario.land) if (cost := parade.cost(id_, label))]
        assert max(reach) <= factor
        assert max(reach) > factor - 1


@rule("sandown", "2.10-bfc")
def test_the_cyprus_brigade_never_leaves_its_hex() -> None:
    static = [c.id for c in counters("sandown").values() if c.kind == "static"]
    assert static == ["uk-bfc"]
    war = War("sandown", "un movement", 2)
    assert not any("uk-bfc" in order for order in war.orders() if order.split()[0] in ("move", "sea"))
    war.refused("move uk-bfc 2360-2361", "2.10-bfc")


@rule("sandown", "2.11-steps")
def test_units_have_one_or_two_steps() -> None:
    assert {counter.steps for counter in counters("sandown").values()} == {1, 2}
    assert all((counter.steps == 2) == bool(counter.reduced) for counter in counters("sandown").values())


@rule("sandown", "2.11-flip", "2.11-dead")
def test_steps_are_lost_one_by_one() -> None:
    war = War("sandown", at={"usmc-2": "2469", "us-r29": "2469"})
    division, team = (war.scenario.index[id_] for id_ in ("usmc-2", "us-r29"))
    assert (attack_of(war.state, division), defence_of(war.state, division)) == (6, 7)
    lose_step(war.state, division)
    assert (attack_of(war.state, division), defence_of(war.state, division)) == (3, 4)
    lose_step(war.state, division)
    lose_step(war.state, team)
    assert [war.where(id_) for id_ in ("usmc-2", "us-r29")] == ["lost", "lost"]


@rule("sandown", "2.11-noreturn", "10.8-norebuild")
@pytest.mark.parametrize("turn", [2, 6])
def test_eliminated_and_reduced_units_do_not_recover(turn: int) -> None:
    war = War("sandown", "un movement", turn, at={"uk-1": "1374*", "us-r29": "1374", "us-r65": "overseas"})
    lose_step(war.state, war.scenario.index["us-r29"])
    assert not any(order.startswith("augment") for order in war.orders())
    assert "augment" not in war.scenario.game.verbs
    war.pass_to("air superiority", turn=turn + 1)
    assert war.where("us-r29") == "lost"
    assert war.steps("uk-1") == [1]
