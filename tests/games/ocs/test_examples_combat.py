"""Worked examples of the series: overruns, combats, captures and barrages, restated as situations."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from grognard.core.dice import Dice
from grognard.core.testing import rule
from grognard.games.ocs.combat import specialized
from grognard.games.ocs.combat.barrage_table import artillery, column_of, density, final_column
from grognard.games.ocs.combat.combat_table import resolve, shift_column
from grognard.games.ocs.combat.strength import column_of as odds_column
from grognard.games.ocs.model.charts import MOBILITIES, series_tables
from grognard.games.ocs.model.state import COMBAT_FACE, size_now
from grognard.games.ocs.supply.payment import reachable
from tests.rules.ocs.battlefield import Battlefield
from tests.rules.ocs.field import GERMAN, SOVIET

OPEN = ["1:5", "1:4", "1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "7:1", "9:1", "11:1", "13:1"]


class Changed(Battlefield):
    """A field that differs from the practice board."""

    def other(self, **fields: Any) -> None:
        """Play on a scenario in which some fields are different."""
        twin: Any = object.__new__(type(self.scenario))
        twin.__dict__.update({**self.scenario.__dict__, **fields})
        self.scenario = self.state.scenario = twin

    def prints(self, id_: str, side: int = COMBAT_FACE, **values: Any) -> None:
        """Print other values on one side of a counter."""
        scenario, unit = self.scenario, self.unit(id_)
        faces, mobility = [list(pair) for pair in scenario.faces], [list(pair) for pair in scenario.mobility]
        faces[unit][side] = msgspec.structs.replace(faces[unit][side], **values)
        mobility[unit][side] = MOBILITIES.index(faces[unit][side].mobility)
        self.other(faces=tuple(map(tuple, faces)), mobility=tuple(map(tuple, mobility)))

    def lies_in(self, terrain: str, hex_: str) -> None:
        """Put a terrain symbol into a hex."""
        symbols = self.scenario.symbols
        self.other(symbols={**symbols, terrain: symbols[terrain] | 1 << self.hex(hex_)})


def dice(*faces: int) -> Dice:
    rolled = Dice(1)
    rolled.script(faces)
    return rolled


@rule("ocs", "8.1a.1", "8.1a.2", "8.0.5")
def test_ex_12_two_overruns_cost_six_mp() -> None:
    field = Battlefield("movement", g_tb="08.09", s_inf4="09.10").fuelled()
    field.fight("overrun 09.10 g-tb", "Ae4/DL1o2")
    field.give("lose s-inf4")
    field.give("lose s-inf4")
    field.fight("overrun 09.10 g-tb", "Ae4/DL1o2")
    assert field.at("g-tb") == "09.10"
    assert field.state.spent[field.unit("g-tb")] == 6 * 4


@rule("ocs", "9.1g.1", "9.1g.2", "9.7b")
def test_ex_13_odds_off_the_table() -> None:
    start = odds_column("open", Fraction(1), Fraction(12))
    assert series_tables()["combat"]["columns"]["open"] == OPEN
    assert (OPEN[start], OPEN[shift_column(start, 6)]) == ("1:5", "3:1")


@rule("ocs", "9.4b.1", "9.4b.2", "9.4c.1", "9.4c.2")
def test_ex_14_terrain_is_chosen_for_each_stack() -> None:
    field = Changed("combat", g_pz1="09.04", g_pz2="10.04", g_rgt1="11.04", s_rgt1="10.03")
    field.lies_in("minor-city", "10.03")
    field.lies_in("swamp", "11.04")
    field.give("attack 10.03 g-pz1,g-pz2,g-rgt1")
    answer = "defend s-rgt1 in:minor-city 09.04:minor-city 10.04:minor-city 11.04:minor-river"
    sums = field.calculated_answer(answer)
    assert field.strengths(sums.attack) == {"g-pz1": 4, "g-pz2": 3.5, "g-rgt1": 2}  # halved once, never twice
    assert sums.line == "very-close"
    assert field.strengths(sums.defence) == {"s-rgt1": 4}


@rule("ocs", "9.4e.1", "9.4e.2", "9.4e.3", "9.4e.4", "9.4e.5")
@pytest.mark.parametrize(
    ("defender", "panzers", "grenadiers"), [("s_rgt1", 2, 2), ("s_mech1", 2, 1.5), ("s_tk1", 1.5, 1.5)]
)
def test_ex_15_anti_tank_levels(defender: str, panzers: float, grenadiers: float) -> None:
    at: dict[str, Any] = {defender: "09.10"}
    field = Battlefield("combat", g_pz1="08.09", g_mech1="08.09", **at)
    sums = field.calculated("attack 09.10 g-pz1,g-mech1")
    assert field.strengths(sums.attack) == {"g-pz1": 8 * panzers, "g-mech1": 6 * grenadiers}


@rule("ocs", "9.0.6", "9.5-A", "12.4.1")
def test_ex_16_paying_combat_supply() -> None:
    field = Battlefield("combat", g_rgt1="08.09", g_rgt2="08.09", g_tb="08.09", s_zero="09.10")
    field.supply("08.08", 1)
    field.stocks("g-rgt1", "g-rgt2", "g-tb", "s-zero")
    assert field.refused("attack 09.10 g-rgt1,g-rgt2,g-tb") == "12.10c.2"
    assert field.check("attack 09.10 g-rgt1") is None  # cut down to one unit
    stocked = field.copy()
    stocked.state.exhausted &= ~stocked.bit("g-rgt2", "g-tb")
    assert stocked.check("attack 09.10 g-rgt1,g-rgt2,g-tb") is None  # or with internal stocks
    field.give("attack 09.10 g-rgt1", 3, 4, 3, 4)  # the defender has nothing, and no choice
    assert field.state.ledger[GERMAN] == 0


@rule("ocs", "9.8.1", "9.8.2", "9.8.3", "9.9.1")
def test_ex_17_surprise_for_a_good_attacker() -> None:
    four = OPEN.index("4:1")
    outcome = resolve(four, 5, 0, True, dice(4, 4, 3, 3, 4))
    assert outcome.shift.surprise == "attacker"
    assert (OPEN[outcome.column], outcome.code) == ("9:1", "Ae3/DL2o2DG")
    assert series_tables()["combat"]["results"][11][four] == "Ae4/DL1o2"  # without the shift


@rule("ocs", "9.8.1", "9.8.2", "9.8.3")
def test_ex_18_surprise_against_a_poor_attacker() -> None:
    four = OPEN.index("4:1")
    outcome = resolve(four, -5, 0, True, dice(5, 5, 6, 3, 4))
    assert outcome.shift.surprise == "defender"
    assert (OPEN[outcome.column], outcome.code) == ("1:4", "AL2")
    assert series_tables()["combat"]["results"][1][four] == "AL1o1/Do1"


@rule("ocs", "9.10a")
def test_ex_19_splitting_an_option() -> None:
    start = Battlefield("combat", g_inf1="08.09", s_inf4="09.10")
    start.fight("attack 09.10 g-inf1", "Ae4/DL1o2")
    for steps, hexes in ((2, 0), (1, 1), (0, 2)):
        field = start.copy()
        for _ in range(steps):
            field.give("lose s-inf4")
        if hexes:
            field.give(sorted(field.answers("retreat"))[-1])
        assert field.steps("s-inf4") == 1 + steps
        assert field.scenario.grid.distance(field.hex("09.10"), field.hex(field.at("s-inf4"))) == hexes
        assert ("s-inf4" in field.having("dg")) == (hexes == 2)


@rule("ocs", "9.10b", "9.10c.1", "9.10c.2", "9.10c.3", "9.10d", "9.11b.2")
def test_ex_20_results_and_options() -> None:
    a = Battlefield("combat", g_inf1="08.09", s_inf1="09.10")
    a.fight("attack 09.10 g-inf1", "Ao1/DL1o2")
    a.give("retreat g-inf1 08.09-07.09")
    assert a.steps("s-inf1") == 1
    assert "stay" in a.answers() and a.answers("retreat")
    b = Battlefield("combat", g_rgt1="08.09", s_inf1="09.10")
    b.fight("attack 09.10 g-rgt1", "AL1o1/Do1")
    assert not b.at("g-rgt1")
    assert "stay" in b.answers()
    c = Battlefield("combat", g_mech1="08.09", g_inf1="08.09", s_inf4="09.10")
    c.fight("attack 09.10 g-inf1,g-mech1", "Ao1e4/DL1o2")
    c.give("lose g-inf1")
    assert c.having("exploit") == {"g-mech1"}
    assert (c.steps("s-inf4"), c.asks(), "stay" in c.answers()) == (1, ("option", SOVIET), False)
    d = Battlefield("combat", g_inf1="08.09", s_inf4="09.10")
    d.fight("attack 09.10 g-inf1", "AL1/Do1")
    assert (d.steps("g-inf1"), d.asks(), "stay" in d.answers()) == (1, ("option", SOVIET), False)
    e = Battlefield("combat", g_inf1="08.09", s_rgt1="09.10")
    e.fight("attack 09.10 g-inf1", "Ao1/DL1o1")
    assert (e.asks(), "stay" in e.answers()) == (("option", GERMAN), False)
    e.give("lose g-inf1")
    assert not e.at("s-rgt1")


@rule("ocs", "9.11b.2")
def test_ex_21_losses_beyond_the_stack() -> None:
    field = Battlefield("combat", g_inf1="08.09", s_rgt1="09.10", s_rgt2="09.10", s_zero="09.10")
    field.fight("attack 09.10 g-inf1", "Ae2/DL2o3DG", "defend s-rgt1")
    while field.asked() in ("lose", "option") and field.asks()[1] == SOVIET:
        field.give(sorted(field.answers("lose"))[0])
    assert field.on_map("s-rgt1,s-rgt2,s-zero") == set()
    assert field.asks() == ("advance", GERMAN)


@rule("ocs", "9.11c.1", "9.11c.2")
def test_ex_22_spreading_losses() -> None:
    field = Battlefield("combat", g_inf1="08.09", s_inf1="09.10", s_rgt1="09.10")
    field.fight("attack 09.10 g-inf1", "Ae3/DL2o2DG", "defend s-inf1")
    assert (field.steps("s-inf1"), field.at("s-rgt1")) == (1, "")


@rule("ocs", "9.11d.1", "9.11d.2", "9.11d.3")
@pytest.mark.parametrize(("lost", "attack", "defence", "size"), [(0, 14, 14, 3), (1, 7, 14, 2), (2, 7, 7, 1)])
def test_ex_23_a_reduced_division(lost: int, attack: int, defence: int, size: int) -> None:
    field = Battlefield("combat", g_inf1="08.09 " + "*" * lost, s_inf1="09.10 " + "*" * lost)
    assert list(field.calculated("attack 09.10 g-inf1").totals) == [attack, defence]
    assert size_now(field.state, field.unit("g-inf1")) == 4 * size


@rule("ocs", "5.10b-A", "5.10b-B")
def test_ex_24_disorganization_doubles_the_odds() -> None:
    field = Changed("combat", g_inf1="08.09", s_rgt1="09.10")
    field.prints("g-inf1", strength=16)
    before = field.calculated("attack 09.10 g-inf1")
    field.put("s-rgt1", "09.10 d")
    after = field.calculated("attack 09.10 g-inf1")
    ratios = [sums.totals[0] / sums.totals[1] for sums in (before, after)]
    assert ratios == [4, 8]
    assert after.drm == before.drm + 1


@rule("ocs", "4.5a-A.4", "4.5a-B.1", "5.10b-A", "5.10b-B", "6.1g.1", "8.0.6", "8.1.1", "8.1a.1", "8.1e")
@rule("ocs", "8.1f.2", "9.4e.1", "9.7a", "9.8.2", "9.10c.3", "12.4.1", "12.5c-C", "12.10a.1")
def test_ex_25_an_overrun_after_an_air_strike() -> None:
    """Hex B is 05.10, D 08.09, C 09.11, E 06.09, F 08.10; hex 2 is 09.10, 3 is 10.10, 1 is 15.13."""
    field = Changed("movement", g_pz1="05.10", g_mech1="05.10", g_moto="05.10", g_stug="08.10", s_tb="09.10")
    field.prints("g-mech1", ma=6, mobility="truck")
    field.supply("06.09", 20)
    depot = field.supply("15.13", 8, SOVIET)
    brigade = field.unit("s-tb")
    assert depot in reachable(field.state, brigade)
    field.give("move g-moto 05.10-06.09-07.10-08.09-08.10-09.11")  # on tracks, past the brigade's zone
    assert field.state.ledger[GERMAN] == 19
    assert depot not in reachable(field.state, brigade)  # hex 3 is blocked to trucks
    field.put("s-tb", "09.10 d")  # by the air strike
    pair = "g-pz1,g-mech1"
    field.give(f"move {pair} 05.10-06.09-07.10-08.09")
    assert field.state.ledger[GERMAN] == 17  # two units one by one, not the division
    assert field.left("g-mech1") == 3
    assert field.refused(f"overrun 09.10 {pair},g-stug") == "8.1.1"
    field.give(f"overrun 09.10 {pair}")
    assert field.state.ledger[GERMAN] == 15
    sums = field.calculated_answer("defend s-tb")
    assert (float(sums.totals[0]), float(sums.totals[1]), sums.heading, sums.drm) == (21, 3.5, "5:1", 3)
    field.give("defend s-tb", 3, 3, 2, 2, 2)  # 6 + 3 = 9; two columns; 4 + 3 = 7
    fight = field.state.fight
    assert fight is not None and fight.result == "Ao1e4/DL1o2"
    assert field.having("low") == {"s-tb"}
    field.give("lose g-pz1")
    assert not field.at("g-pz1") and not field.at("s-tb")
    assert not field.state.exploit
    assert (field.at("g-mech1"), field.left("g-mech1")) == ("09.10", 0)
    assert field.state.tokens[depot] == 8


@rule("ocs", "9.14b.1", "9.14b.2", "9.14c.1", "9.14c.3", "9.14c.7", "9.14c.8", "9.14c.9")
def test_ex_26_capturing_trucks_and_a_dump() -> None:
    field = Battlefield("movement", g_moto="08.09").fuelled()
    field.generic("trucks", "09.10", SOVIET, 3, loaded=4)
    field.supply("09.10", 36, SOVIET)
    field.give("move g-moto 08.09-09.10", 3, 5)
    assert field.at("g-truck1") == "09.10"
    assert field.state.tokens[field.unit("g-truck1")] == 3
    assert field.state.ledger[GERMAN] == 3 + 18
    assert field.asks() == ("displace", SOVIET)
    field.give("displace 18.07 s-truck2,s-truck3")  # nine hexes
    assert field.state.ledger[SOVIET] == 9
    field.give("move g-moto 09.10-10.10")
    assert field.check("move g-truck1 09.10-08.09") is None


@rule("ocs", "10.0c.1", "10.0d", "10.0e-A.1")
def test_ex_27_a_mixed_target() -> None:
    field = Battlefield("barrage", 1, s_art1="10.04", s_art2="10.04", g_rgt1="10.02")
    field.put("g-port-1002", "10.02")
    field.supply("10.04", 20, SOVIET)
    assert field.offered("s-art1") >= {"barrage 10.02 s-art1", "barrage 10.02 s-art1 port"}
    field.give("barrage 10.02 s-art1 port", 6)
    assert not field.state.dg
    assert field.refused("barrage 10.02 s-art2") == "10.0e-A.1"


@rule("ocs", "10.1a")
def test_ex_28_artillery_range() -> None:
    for target, legal in (("08.09", True), ("09.10", True), ("10.10", True), ("11.11", False)):
        field = Battlefield("barrage", g_art1="07.09", s_rgt1=target)
        field.supply("07.09", 20)
        assert (field.check(f"barrage {target} g-art1") is None) == legal


@rule("ocs", "10.0.4", "10.0b.1", "10.1b.1")
def test_ex_29_an_artillery_barrage() -> None:
    field = Changed("barrage", g_art1="06.04", g_art2="06.04", g_rgt1="05.04", s_inf1="05.05", s_inf2="05.05")
    field.put("s-rgt1", "05.05")
    field.put("s-rgt2", "05.05")
    field.state.level[field.generic("hedgehogs", "05.05", SOVIET)[0]] = 1
    field.prints("g-art1", barrage=8)
    field.supply("06.04", 10)
    guns = field.bit("g-art1", "g-art2")
    columns = series_tables()["barrage"]["column_min"]
    assert columns[column_of("barrage", 16)] == 12
    assert columns[final_column(field.state, GERMAN, field.hex("05.05"), artillery(field.state, guns))] == 25
    field.give("barrage 05.05 g-art1,g-art2", 4, 4, 3)
    assert field.state.ledger[GERMAN] == 7
    assert field.having("dg") == {"s-inf1", "s-inf2", "s-rgt1", "s-rgt2"}
    assert not field.asked()


@rule("ocs", "10.0a.4")
def test_ex_30_a_division_counts_three_at_most() -> None:
    field = Battlefield("barrage", s_inf4="09.10")
    assert density(field.state, field.bit("s-inf4")) == 12
    field.put("s-inf4", "09.10 **")
    assert density(field.state, field.bit("s-inf4")) == 8


def test_the_cells_that_the_examples_fix() -> None:
    results, columns = series_tables()["combat"]["results"], OPEN
    fixed = {
        ("9:1", 12): "Ae3/DL2o2DG",
        ("4:1", 12): "Ae4/DL1o2",
        ("1:4", 2): "AL2",
        ("9:1", 7): "Ao1e4/DL1o2",
    }
    for (column, row), code in fixed.items():
        assert results[row - 1][columns.index(column)] == code
    assert specialized.share_captured("trucks", 3) * 100 == 25
    assert specialized.share_captured("dump", 5) * 100 == 50
    barrage = series_tables()["barrage"]
    assert barrage["cost_tokens"][column_of("barrage", 16)] == 3
    assert barrage["results"][6][column_of("barrage", 14)] == "DG"
    assert barrage["results"][6][column_of("barrage", 30)] == "[1/2]"
    assert barrage["results"][10][column_of("barrage", 4)] == "1/2"
