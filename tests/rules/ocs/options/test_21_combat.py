"""Chapter 21: optional rules about recon, strength, independent units, empty hexes and artillery."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.facts import changed
from grognard.core.testing import rule
from grognard.games.ocs.combat import attack, barrage
from grognard.games.ocs.interface.event_visibility import redacted
from grognard.games.ocs.model.combat_events import Advanced, Exploitation, Reconnoitred
from grognard.games.ocs.movement.recon import recon_units
from grognard.games.ocs.turn import sequence
from tests.rules.ocs.battlefield import Battlefield
from tests.rules.ocs.chosen_options import playing, set_up
from tests.rules.ocs.field import GERMAN, SOVIET, event_of, varied
from tests.rules.ocs.order_helpers import Manoeuvre, at
from tests.rules.ocs.supply_board import Depot, even

# -- 21.1 Recon ------------------------------------------------------------------------------------


@rule("ocs", "21.1.1")
def test_recon_units_are_small_units_with_a_recon_symbol() -> None:
    assert set(playing().ids(recon_units(playing()))) == {"g-moto", "s-moto"}
    kharkov = set_up("kharkov")
    found = {kharkov.counters[c].kind for c in range(len(kharkov.counters)) if recon_units(kharkov) >> c & 1}
    assert found == {"recon", "motorized"}  # cavalry divisions are too large
    assert "g-dr-kr" in kharkov.ids(recon_units(kharkov))  # motorcycles
    field = Manoeuvre(scenario=playing("21.1"), g_rgt1="08.09", s_rgt1="09.10")
    field.supply("08.09", 4)
    assert field.refused("recon 09.10 g-rgt1") == "21.1.1"


@rule("ocs", "21.1.2")
@pytest.mark.parametrize("phase", ["movement", "exploitation"])
def test_recon_costs_a_quarter_of_the_ma_and_a_token(phase: str) -> None:
    field = Manoeuvre(phase, scenario=playing("21.1"), g_moto="08.09 e", s_rgt1="09.10").fuelled()
    assert field.refused("recon 09.10 g-moto") == "21.1.2"
    dump = field.supply("08.09", 4)
    before = field.left("g-moto")
    assert "recon 09.10 g-moto" in field.offered("g-moto", "recon")
    field.give("recon 09.10 g-moto")
    assert field.left("g-moto") == before - 3 and field.state.tokens[dump] == 3  # printed MA 12
    assert field.refused("recon 11.11 g-moto") == "21.1.2"
    field.state.spent[field.unit("g-moto")] = int(before * 4) - 11
    changed(field.state)
    assert field.refused("recon 09.10 g-moto") == "21.1.2"
    field.state.finished |= field.bit("g-moto")
    changed(field.state)
    assert field.refused("recon 09.10 g-moto") == "6.1f.2"


@rule("ocs", "21.1.2")
def test_recon_pays_for_fuel_too() -> None:
    field = Manoeuvre(scenario=playing("21.1"), g_moto="08.09", s_rgt1="09.10")
    dump = field.supply("08.09", 1)
    assert field.refused("recon 09.10 g-moto") == "21.1.2"
    field.supply("08.09", 1)
    field.give("recon 09.10 g-moto")
    assert not field.state.tokens[dump]


@rule("ocs", "21.1.3")
@pytest.mark.parametrize(
    ("units", "steps", "kinds"),
    [
        (("s-inf1", "s-rgt1"), 4, (False, False, False)),
        (("s-tk1", "s-pak"), 2, (True, False, True)),
        (("s-mech1",), 1, (False, True, False)),
    ],
)
def test_recon_reveals_steps_armor_mech_and_anti_tank(
    units: tuple[str, ...], steps: int, kinds: tuple[bool, bool, bool]
) -> None:
    field = Manoeuvre(scenario=playing("21.1"), g_moto="08.09", **at("09.10", *units)).fuelled()
    field.supply("08.09", 4)
    events = field.give("recon 09.10 g-moto")
    found = event_of(events, Reconnoitred)
    assert (found.steps, (found.armor, found.mech, found.anti_tank)) == (steps, kinds)
    assert found.only == ("german",)
    assert str(redacted(field.state, found).text) == "german units reconnoitre 09.10"


@rule("ocs", "21.1.2")
def test_no_recon_without_the_option() -> None:
    field = Manoeuvre(g_moto="08.09", s_rgt1="09.10").fuelled()
    field.supply("08.09", 4)
    assert field.refused("recon 09.10 g-moto") == "21.1.1"
    assert not field.offered("g-moto", "recon")


# -- 21.2 Proportional Strength --------------------------------------------------------------------


@rule("ocs", "21.2")
@pytest.mark.parametrize(
    ("options", "marks", "attack", "defence"),
    [
        (("21.2",), "*", 9, 9),  # 14 x 2/3
        (("21.2",), "**", 5, 5),
        (("21.2", "HR-6"), "**", 5, 5),  # the option replaces what the house rule changes [R-OCS-280]
        ((), "*", 7, 14),
        ((), "**", 7, 7),
    ],
)
def test_strength_by_steps_left(options: tuple[str, ...], marks: str, attack: float, defence: float) -> None:
    field = Battlefield(
        "combat", scenario=playing(*options), g_inf1=f"08.09 {marks}", s_inf1=f"09.10 {marks}"
    )
    field.supply("09.10", 20, SOVIET)
    sums = field.calculated("attack 09.10 g-inf1")
    assert field.strengths(sums.attack) == {"g-inf1": attack}
    assert field.strengths(sums.defence) == {"s-inf1": defence}


@rule("ocs", "21.2")
def test_proportional_strength_is_rounded_before_other_modifiers() -> None:
    field = Battlefield("combat", scenario=playing("21.2"), g_inf1="08.09 d*", s_rgt1="09.10")
    assert field.strengths(field.calculated("attack 09.10 g-inf1").attack) == {"g-inf1": 4.5}


# -- 21.3 Independents -----------------------------------------------------------------------------


def spent(option: str, order: str, **at: Any) -> int:
    """Return the tokens that an attack from 08.09 costs."""
    field = Battlefield("combat", scenario=playing(option), s_rgt1="09.10", **at)
    dump = field.supply("08.09", 40)
    field.give(order)
    return 40 - field.state.tokens[dump]


@rule("ocs", "21.3.1")
@pytest.mark.parametrize(("option", "alone", "mixed"), [("21.3", 4, 3), ("21.2", 2, 3)])
def test_independents_alone_pay_double_to_attack(option: str, alone: int, mixed: int) -> None:
    pair: dict[str, Any] = {"g_rgt1": "08.09", "g_stug": "08.09"}
    assert spent(option, "attack 09.10 g-rgt1,g-stug", **pair) == alone
    assert spent(option, "attack 09.10 g-pz1,g-rgt1,g-stug", g_pz1="08.09", **pair) == mixed
    assert spent(option, "attack 09.10 g-inf1", g_inf1="08.09") == 3  # a division is not independent


@rule("ocs", "21.3.2")
@pytest.mark.parametrize("on", [True, False])
def test_independents_alone_use_no_internal_stocks_to_attack(on: bool) -> None:
    scenario = playing("21.3") if on else playing()
    field = Battlefield("combat", scenario=scenario, g_rgt1="08.09", g_inf1="08.09", s_rgt1="09.10")
    if on:
        assert field.refused("attack 09.10 g-rgt1") == "21.3.2"
        field.supply("08.09", 1)  # of 2T
        assert field.refused("attack 09.10 g-rgt1") == "21.3.2"
        assert "attack 09.10 g-rgt1" not in field.offered("g-rgt1", "attack")
    else:
        assert field.check("attack 09.10 g-rgt1") is None
    assert field.check("attack 09.10 g-inf1,g-rgt1") is None
    field.give("attack 09.10 g-inf1,g-rgt1")
    assert field.having("low")


@rule("ocs", "21.3.2")
def test_independents_defend_with_internal_stocks() -> None:
    field = Battlefield("combat", scenario=playing("21.3"), g_inf1="08.09", s_rgt1="09.10")
    field.fight("attack 09.10 g-inf1", "Ao1/Do1")
    assert "s-rgt1" in field.having("low")


@rule("ocs", "21.3.3")
@pytest.mark.parametrize("on", [True, False])
def test_divisional_unit_leads_a_mixed_attack(on: bool) -> None:
    scenario = playing("21.3") if on else playing()
    field = Battlefield(
        "combat", scenario=scenario, g_inf1="08.09", g_rgt1="08.09", s_rgt1="09.10", s_inf1="09.10"
    )
    field.supply("08.09", 20)
    led_by_independent = "attack 09.10 g-rgt1,g-inf1"
    if on:
        assert field.refused(led_by_independent) == "21.3.3"
        assert led_by_independent not in field.offered("g-rgt1", "attack")
    else:
        assert field.check(led_by_independent) is None
    assert attack.leaders(field.state, field.bit("g-rgt1", "g-inf1")) == (
        field.bit("g-inf1") if on else field.bit("g-rgt1", "g-inf1")
    )
    field.give("attack 09.10 g-inf1,g-rgt1")
    assert field.check("defend s-rgt1") is None  # it does not apply to defence


@rule("ocs", "21.3.3")
def test_divisional_unit_leads_a_mixed_overrun() -> None:
    field = Battlefield("movement", scenario=playing("21.3"), g_pz1="08.09", g_tb="08.09", s_rgt1="09.10")
    field.supply("08.09", 20)
    field.fuelled()
    assert field.refused("overrun 09.10 g-tb,g-pz1") == "21.3.3"
    assert field.check("overrun 09.10 g-pz1,g-tb") is None


@rule("ocs", "21.3.4")
def test_independents_are_fueled_by_size_until_clean_up() -> None:
    field = Depot(
        "movement", scenario=playing("21.3", base=even()), **at("07.05", "g-tb", "g-stug", "g-coy1")
    )
    field.put("g-pz1", "07.05")
    field.put("g-hq", "07.05")
    field.supply("07.05", 8)
    assert field.refused("fuel-hq g-hq") == "21.3.4"  # this method is replaced
    assert field.refused("fuel-independents g-pz1") == "21.3.4"
    field.give("fuel-independents g-coy1,g-stug,g-tb")  # 1.75 RE
    assert field.tokens("07.05") == 6
    assert field.refused("fuel-independents g-tb") == "12.5a.1"
    sequence._begin_movement(field.state)
    field.go_to("exploitation")
    sequence.begin(field.state, field.dice())
    assert field.price("g-tb", "g-stug", "g-coy1") == 0
    sequence._clean_up(field.state)
    assert field.price("g-tb") == 1


@rule("ocs", "21.3.4")
def test_independents_that_share_fuel_share_a_source() -> None:
    field = Depot("movement", scenario=playing("21.3", base=even()), g_coy1="07.05", g_coy2="17.05")
    field.supply("07.05", 4)
    field.supply("17.05", 4)
    assert field.refused("fuel-independents g-coy1,g-coy2") == "21.3.4"
    assert field.offered("g-coy1", "fuel-independents") == {"fuel-independents g-coy1"}


@rule("ocs", "21.3.4")
def test_hqs_fuel_independents_without_the_option() -> None:
    field = Depot("movement", g_tb="07.05", g_hq="07.05")
    field.supply("07.05", 8)
    assert field.refused("fuel-independents g-tb") == "21.3.4"
    assert not field.offered("g-tb", "fuel-independents")
    assert field.check("fuel-hq g-hq") is None


# -- 21.8 Attacking Empties ------------------------------------------------------------------------


def facing_nothing(option: str = "21.8", phase: str = "combat", tokens: int = 20, **at: Any) -> Battlefield:
    """A regiment in 08.09 with supply and no enemy near 09.10."""
    field = Battlefield(phase, scenario=playing(option), g_rgt1="08.09", s_inf1="16.03", **at)
    if tokens:
        field.supply("08.09", tokens)
    return field


@rule("ocs", "21.8a")
def test_units_attack_an_empty_hex() -> None:
    field = facing_nothing()
    assert "attack 09.10 g-rgt1" in field.offered("g-rgt1", "attack")
    assert not sequence.has_nothing_to_do(field.state)
    off = facing_nothing("21.9")
    assert off.refused("attack 09.10 g-rgt1") == "9.0.3"
    assert sequence.has_nothing_to_do(off.state)


@rule("ocs", "21.8a")
def test_only_units_able_to_attack_attack_an_empty_hex() -> None:
    field = facing_nothing(g_sec="08.09", g_art1="08.09", g_rgt2="08.09 r", g_inf1="07.10")
    assert field.refused("attack 09.10 g-sec") == "4.4a"
    assert field.refused("attack 09.10 g-art1") == "9.0.4"
    assert field.refused("attack 09.10 g-rgt2") == "9.1e.1"
    assert field.refused("attack 07.10 g-rgt1") == "9.0.3"  # not empty [R-OCS-294]
    field.give("attack 09.10 g-rgt1")
    field.give("stay")
    assert field.refused("attack 08.08 g-rgt1") == "9.1c.2"
    exploiting = facing_nothing(phase="exploitation-combat")
    assert exploiting.refused("attack 09.10 g-rgt1") == "11.0a.1"


@rule("ocs", "21.8b.1")
def test_attack_on_an_empty_hex_costs_supply_and_no_roll() -> None:
    field = facing_nothing(g_inf1="08.09", g_rgt2="08.09")
    dump = field.state.here[field.hex("08.09")] & field.scenario.dumps
    field.give("attack 09.10 g-inf1,g-rgt1")  # no dice
    assert field.state.tokens[dump.bit_length() - 1] == 16
    assert field.asks() == ("advance", GERMAN)
    assert field.answers("advance") == {
        "advance g-inf1", "advance g-inf1,g-rgt1", "advance g-rgt1",
    }  # fmt: skip
    field.give("advance g-inf1,g-rgt1")
    assert (field.at("g-inf1"), field.at("g-rgt1"), field.at("g-rgt2")) == ("09.10", "09.10", "08.09")
    assert not field.state.questions and field.state.fight is None
    dry = facing_nothing(tokens=0)
    dry.stocks("g-rgt1")
    assert dry.refused("attack 09.10 g-rgt1") == "12.10c.2"


@rule("ocs", "21.8b.1")
def test_advance_into_an_empty_hex_captures_supply() -> None:
    field = facing_nothing()
    field.supply("09.10", 4, SOVIET)
    field.give("attack 09.10 g-rgt1")
    field.give("advance g-rgt1", 6)
    assert field.at("g-rgt1") == "09.10"


@rule("ocs", "21.8b.2")
def test_no_exploitation_after_an_attack_on_an_empty_hex() -> None:
    field = facing_nothing()
    events = [*field.give("attack 09.10 g-rgt1"), *field.give("advance g-rgt1")]
    assert event_of(events, Advanced).hexes == ("08.09", "09.10")
    assert not field.state.exploit and not any(isinstance(event, Exploitation) for event in events)


@rule("ocs", "21.8a", "8.0.2")
def test_no_overrun_of_an_empty_hex() -> None:
    field = Battlefield("movement", scenario=playing("21.8"), g_pz1="08.09").fuelled()
    field.supply("08.09", 20)
    assert field.refused("overrun 09.10 g-pz1") == "9.0.3"


# -- 21.9 Reactive Artillery -----------------------------------------------------------------------


def in_reaction(
    *options: str, mode: str = "", phase: str = "reaction-barrage", hog: bool = False
) -> Battlefield:
    """Soviet artillery in the German player turn, with supply and a spotter, not in Reserve."""
    scenario = playing(*options)
    field = Battlefield(phase, scenario=scenario, s_art1=f"11.10 {mode}", s_rgt1="10.10", g_rgt1="09.10")
    field.supply("11.10", 20, SOVIET)
    if hog:
        field.state.level[field.generic("hedgehogs", "11.10", SOVIET)[0]] = 2
    return field


@rule("ocs", "21.9a")
@pytest.mark.parametrize(
    ("options", "mode", "fires"),
    [
        (("21.9",), "", True), (("21.9",), "m", True), (("21.9",), "r", False), (("21.9",), "ms", False),
        (("21.9",), "d", False), ((), "", False),
    ],
)  # fmt: skip
def test_artillery_fires_in_reaction_without_reserve_status(
    options: tuple[str, ...], mode: str, fires: bool
) -> None:
    field = in_reaction(*options, mode=mode)
    assert (field.check("barrage 09.10 s-art1") is None) == fires
    assert bool(barrage.able(field.state, SOVIET)) == fires


@rule("ocs", "21.9a")
@pytest.mark.parametrize("on", [True, False])
def test_reaction_barrages_are_skipped_only_without_the_option(on: bool) -> None:
    field = in_reaction(*(("21.9",) if on else ()))
    assert sequence.has_nothing_to_do(field.state) != on


@rule("ocs", "21.9b")
def test_reactive_artillery_neither_moves_nor_fires_in_exploitation() -> None:
    field = in_reaction("21.9", phase="reaction")
    assert field.refused("move s-art1 11.10-12.10") == "7.0a.1"
    german = Battlefield(
        "exploitation-barrage", scenario=playing("21.9"), g_art1="07.09", g_rgt1="08.09", s_rgt1="09.10"
    )
    german.supply("07.09", 20)
    assert german.refused("barrage 09.10 g-art1") == "7.0a.1"
    german.state.released = german.bit("g-art1")
    changed(german.state)
    assert german.check("barrage 09.10 g-art1") is None


@rule("ocs", "21.9c")
@pytest.mark.parametrize("on", [True, False])
def test_artillery_in_a_hedgehog_fires_in_reaction(on: bool) -> None:
    field = in_reaction(*(("21.9",) if on else ()), hog=True)
    assert (field.check("barrage 09.10 s-art1") is None) == on
    assert varied(field.scenario).on("21.9") == on
