"""Chapters 2 and 3: map, counters and hex control, as the data has them."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.core.contract.counters import Counter
from grognard.core.errors import BadFile
from grognard.core.hexes.grid import bits
from grognard.core.testing import rule
from grognard.games.afcent.combat.attack import able
from grognard.games.afcent.model import scenario as scenario_module
from grognard.games.afcent.model.scenario import NATO, PACT, AfcentScenario
from grognard.games.afcent.model.state import controlled, factor_of, zone
from tests.rules.nuremberg.campaign import Campaign

SCENARIO = Campaign().scenario
UNITS = SCENARIO.counters[: SCENARIO.unit_count]
SUPPORT = [counter for counter in SCENARIO.counters if "support" in counter.tags]


def tagged(tag: str) -> list[Counter]:
    return [unit for unit in UNITS if tag in unit.tags]


# -- map and counters ------------------------------------------------------------------------------


@rule("nuremberg", "2.1-hexes")
def test_every_hex_has_a_number_of_its_own() -> None:
    labels = [SCENARIO.label(hex_) for hex_ in bits(SCENARIO.land)]
    assert len(set(labels)) == len(labels)
    assert all(len(label) == 4 and label.isdigit() for label in labels)


@rule("nuremberg", "2.1-partial")
def test_hexes_out_of_play_cannot_be_used() -> None:
    war = Campaign("air", 1, scenario="border-battle")
    war.play("roll", 2)
    assert not war.scenario.land >> war.hex("3306") & 1
    war.refused("air 3306", "2.1-partial")


def test_a_terrain_without_a_price_is_refused_at_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    charts = dict(SCENARIO.charts)
    charts["tec"] = [{key: value for key, value in row.items() if key != "move"} for row in charts["tec"]]
    monkeypatch.setattr(scenario_module, "tables", lambda path, shape: charts)
    with pytest.raises(BadFile, match=r"tables\.toml, line \d+: tec\[0\]\.move: missing"):
        AfcentScenario(SCENARIO.folder, "campaign", None, SCENARIO.exclusive)


def test_a_terrain_that_the_charts_do_not_know_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    charts = dict(SCENARIO.charts)
    charts["tec"] = [row for row in charts["tec"] if row["terrain"] != "marsh"]
    monkeypatch.setattr(scenario_module, "tables", lambda path, shape: charts)
    with pytest.raises(BadFile, match="board: the charts do not know its terrain 'marsh'"):
        AfcentScenario(SCENARIO.folder, "campaign", None, SCENARIO.exclusive)


@pytest.mark.parametrize(
    ("key", "line"), [("only", 'only = ["us-2c-7"]'), ("without", 'without = ["parent:2Z"]')]
)
def test_unknown_counters_of_a_scenario_are_refused_at_their_line(
    tmp_path: Path, key: str, line: str
) -> None:
    for file in SCENARIO.folder.glob("*.toml"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    (tmp_path / "scenarios").mkdir()
    text = f'title = "T"\nsummary = "S"\nturns = 3\n{line}\n'
    (tmp_path / "scenarios/campaign.toml").write_text(text, "utf-8")
    with pytest.raises(BadFile, match=rf"campaign\.toml, line 4: {key}.*: .*counter or tag"):
        AfcentScenario(tmp_path, "campaign", None, SCENARIO.exclusive)


@rule("nuremberg", "2.2-sides")
def test_nations_and_their_sides() -> None:
    sides = {counter.nation: counter.side for counter in SCENARIO.counters}
    assert sides == {"CZ": "pact", "EG": "pact", "SU": "pact", "US": "nato", "WG": "nato"}


@rule("nuremberg", "2.2-sizes")
def test_nato_has_battalions_and_the_pact_mostly_regiments() -> None:
    assert {unit.size for unit in UNITS if unit.side == "nato"} == {"II"}
    sizes = [unit.size for unit in UNITS if unit.side == "pact"]
    assert sizes.count("III") > len(sizes) / 2 and set(sizes) == {"II", "III", "XX"}


@rule("nuremberg", "2.2-recon")
def test_only_recon_and_armored_cavalry_are_recon() -> None:
    assert {unit.kind for unit in tagged("recon")} == {"recon", "cavalry"}
    assert all("recon" in unit.tags for unit in UNITS if unit.kind in ("recon", "cavalry"))


@rule("nuremberg", "2.2-types")
def test_the_types_that_matter() -> None:
    assert SCENARIO.recon == sum(1 << SCENARIO.index[unit.id] for unit in tagged("recon"))
    assert {unit.kind for unit in tagged("static")} == {"static"}
    assert {unit.kind for unit in tagged("heliborne")} == {"airmobile"}
    armour = {SCENARIO.counters[c].kind for c in bits(SCENARIO.armour)}
    assert armour == {"armour", "heavy-tank"}  # [R-NUR-16]
    classes = (SCENARIO.recon, SCENARIO.static, SCENARIO.heliborne)
    assert not any(a & b for n, a in enumerate(classes) for b in classes[n + 1 :])


@rule("nuremberg", "2.2-mf")
def test_movement_factors_by_class() -> None:
    assert SCENARIO.charts["movement_factor"] == {
        "recon": 9, "non_recon": 6, "static": 0, "heliborne": -1, "column_multiplier": 2,
    }  # fmt: skip


@rule("nuremberg", "2.2-factor")
def test_one_factor_for_attack_and_defence() -> None:
    assert all(len(unit.factors) == 1 and unit.factors[0] > 0 for unit in UNITS)
    war = Campaign("pact combat", at={"su-119t": "4020", "su-103g": "3530"})
    assert factor_of(war.state, war.scenario.index["su-119t"]) == 8
    assert [unit.id for unit in UNITS if unit.reduced] == ["su-103g"]


@rule("nuremberg", "2.2-defence-only")
def test_units_with_a_bracketed_factor_cannot_attack() -> None:
    war = Campaign("nato combat", at={"wg-g-hof": "3540", "us-2c-1": "3540", "su-79gt-17t": "3541"})
    assert able(war.state, NATO) == war.bit("us-2c-1")
    assert tagged("defence-only") == tagged("static")


# -- where counters start --------------------------------------------------------------------------


@rule("nuremberg", "2.2.1-start")
def test_a_bare_hex_number_is_where_a_unit_starts() -> None:
    war = Campaign(setup="free")
    assert war.special("wg-g-hof") == {"place wg-g-hof 3540"}
    war.refused("place wg-g-hof 3440", "2.2.1-within")


@rule("nuremberg", "2.2.1-within")
def test_a_unit_starts_within_a_distance_of_its_hex() -> None:
    war = Campaign(setup="free")
    hexes = {order.split()[2] for order in war.special("us-1a-3-35a")}
    assert hexes == {"2424", "2524", "2425", "2325", "2324", "2323", "2423"}
    war.refused("place us-1a-3-35a 2624", "2.2.1-within")


@rule("nuremberg", "2.2.1-free")
def test_units_without_a_hex_start_by_the_exclusive_rules() -> None:
    for unit in UNITS:
        starts = [tag for tag in unit.tags if tag.startswith("start:")]
        later = {"airdrop", "airland", "home-guard"} & set(unit.tags) or SCENARIO.entry_turn[
            SCENARIO.index[unit.id]
        ]
        assert len(starts) == (unit.side == "nato" and not later), unit.id


@rule("nuremberg", "2.2.1-turn")
def test_reinforcements_have_their_turn() -> None:
    turns = {unit.id: SCENARIO.entry_turn[SCENARIO.index[unit.id]] for unit in UNITS}
    assert {id_: turn for id_, turn in turns.items() if turn} == {
        "us-1a-1-51": 6, "us-3i-4-64a": 6, "us-3i-1-4": 6, "us-3i-1-7": 6,
    }  # fmt: skip
    war = Campaign()
    assert all(war.where(id_) == "coming" for id_, turn in turns.items() if turn)


@rule("nuremberg", "2.2.1-asterisk")
def test_airborne_units_have_an_entry_of_their_own() -> None:
    war = Campaign()
    special = [unit.id for unit in (*tagged("airdrop"), *tagged("airland"))]
    assert special == ["su-103g", "wg-26l-261", "wg-26l-262", "wg-26l-263"]
    assert all(war.where(id_) == "airborne" for id_ in special)


def test_what_takes_part_in_the_campaign() -> None:
    """Units and support markers of the campaign as docs/design/nuremberg-forces.md has them."""
    totals = {
        nation: (len(units), sum(unit.factors[0] for unit in units))
        for nation in ("US", "WG", "SU", "EG", "CZ")
        if (units := [unit for unit in UNITS if unit.nation == nation])
    }
    assert totals == {"US": (28, 204), "WG": (40, 191), "SU": (27, 132), "EG": (9, 38), "CZ": (26, 97)}
    guns = dict.fromkeys(totals, 0)
    helicopters = dict(guns)
    for marker in SUPPORT:
        (guns if marker.kind == "artillery" else helicopters)[marker.nation] += 1
    assert guns == {"US": 10, "WG": 7, "SU": 12, "EG": 4, "CZ": 6}
    assert helicopters == {"US": 4, "WG": 3, "SU": 4, "EG": 1, "CZ": 1}


def test_every_unit_has_a_parent_formation() -> None:
    """[R-NUR-24]"""
    assert all(SCENARIO.parent[: SCENARIO.unit_count])
    home = {SCENARIO.parent[SCENARIO.index[unit.id]] for unit in tagged("home-guard")}
    assert home == {"HG"}


# -- hex control -----------------------------------------------------------------------------------


@rule("nuremberg", "3.0-objective")
def test_objective_cities_are_cities_of_west_germany() -> None:
    marked = [place for place in SCENARIO.board.places.values() if place.objective]
    assert len(marked) == 10
    west = SCENARIO.region("west-germany") & SCENARIO.cities
    assert all(west >> place.hex & 1 for place in marked)


@rule("nuremberg", "3.0-start", "12.2")
def test_each_side_controls_its_own_countries() -> None:
    war = Campaign()
    pact = war.scenario.region("east-germany") | war.scenario.region("czechoslovakia")
    assert controlled(war.state, PACT) == pact
    assert controlled(war.state, NATO) == war.scenario.region("west-germany")


@rule("nuremberg", "3.0-switch")
def test_entering_a_hex_takes_it_any_number_of_times() -> None:
    war = Campaign("pact movement")
    for unit, pact in (("su-119t", True), ("us-2c-1", False), ("su-119t", True)):
        war.put(unit, "3440")
        assert bool(controlled(war.state, PACT) >> war.hex("3440") & 1) is pact
        war.put(unit, "away")
        assert bool(controlled(war.state, PACT) >> war.hex("3440") & 1) is pact  # it stays so


@rule("nuremberg", "3.0-zoc")
def test_a_zoc_alone_changes_no_control() -> None:
    war = Campaign("pact movement", at={"su-119t": "3541"})
    assert zone(war.state, PACT) >> war.hex("3540") & 1
    assert not controlled(war.state, PACT) >> war.hex("3540") & 1


@pytest.mark.parametrize("unit", [unit.id for unit in tagged("static")])
def test_static_units_have_no_zoc(unit: str) -> None:
    war = Campaign("nato movement", at={unit: "3440"})
    assert zone(war.state, NATO) == 0
