"""Section 6: zones of control."""

from __future__ import annotations

import pytest

from grognard.core.testing import rule
from tests.rules.strike_force_one.scenes import At
from tests.support import situation

AROUND = {
    "0206": {"0206", "0205", "0207", "0106", "0107", "0306", "0307"},  # even column, R-SFO-33
    "0505": {"0505", "0504", "0506", "0404", "0405", "0604", "0605"},  # odd column; 0506 is forest
    "0506": {"0506", "0505", "0507", "0405", "0406", "0605", "0606"},  # in forest
    "0101": {"0101", "0102", "0201"},  # what is left of it in a corner
    "0908": {"0908", "0907", "0807", "0808"},
}


@rule("sfo", "6-all-zoc")
@pytest.mark.parametrize("hex_", AROUND)
@pytest.mark.parametrize(("side", "unit"), [("soviet", "SA"), ("soviet", "SZ"), ("us", "Z"), ("us", "U")])
def test_a_unit_controls_its_hex_and_the_six_around_it(side: str, unit: str, hex_: str) -> None:
    game = situation("expert-standard", **At({unit: hex_}))
    assert set(game.zoc(side)) == AROUND[hex_]
    assert game.zoc("us" if side == "soviet" else "soviet") == []


@rule("sfo", "6-all-zoc")
def test_every_unit_of_a_side_has_its_zoc_stacked_disrupted_or_in_contact() -> None:
    at: At = {"X": "0206", "Y": "0206", "Z": "0505", "SA": "0504"}
    game = situation("expert-standard", state={"Z": {"disrupted": True}}, **at)
    assert set(game.zoc("us")) == AROUND["0206"] | AROUND["0505"]
    assert {"0504", "0505"} <= set(game.zoc("soviet"))


@rule("sfo", "6-all-zoc")
def test_a_zoc_goes_with_its_unit_and_ends_with_it() -> None:
    game = situation("basic", "soviet movement", SA="0505")
    assert set(game.zoc("soviet")) == AROUND["0505"]
    game.play("move SA 0206")
    assert set(game.zoc("soviet")) == AROUND["0206"]
    # Z has no way out (Y is in 0405) and is eliminated, and its zone with it
    game = situation("basic", "soviet combat", dice=[1], SA="0605", SB="0404", SV="0503", Z="0505", Y="0405")
    assert set(game.zoc("us")) >= AROUND["0505"]
    game.play("attack 0505 SA,SB")  # DR
    game.play("stay")
    assert set(game.zoc("us")) == {"0405", "0404", "0406", "0305", "0306", "0505", "0506"}
