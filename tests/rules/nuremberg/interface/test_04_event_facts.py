"""The facts of events of the turn: superiority, declarations, support markers.

Whole events are compared, so that clients, records and computer players can rely on every field.
"""

from __future__ import annotations

import pytest

from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.dice import Dice
from grognard.core.testing import rule
from grognard.games.afcent import events as afcent
from grognard.games.afcent import rules
from grognard.games.afcent.model.scenario import NATO, PACT
from grognard.games.afcent.turn import sequence
from grognard.games.kit import events as kit
from grognard.games.nuremberg import events as nuremberg
from tests.rules.nuremberg.battlefield import Battlefield
from tests.rules.nuremberg.campaign import Campaign
from tests.rules.nuremberg.event_helpers import only

# -- air superiority and electronic warfare --------------------------------------------------------


def air_roll(side: str, dice: tuple[int, ...], total: int, bonus: int = 0, rule: str = "5.0-day") -> Event:
    return afcent.SuperiorityRolled(
        side=side, dice=dice, contest="air", total=total, bonus=bonus, rule=rule, final=True
    )


def ew_roll(side: str, dice: tuple[int, ...], total: int, bonus: int = 0, rule: str = "6.1-roll") -> Event:
    return afcent.SuperiorityRolled(
        side=side, dice=dice, contest="ew", total=total, bonus=bonus, rule=rule, final=True
    )


@rule("nuremberg", "5.0-day", "5.0-tie", "5.0-markers")
def test_air_superiority_by_day_with_a_tie() -> None:
    war = Campaign("air", 2)
    assert war.play("roll", 1, 2, 3, 1, 2, 3, 1, 2, 3, 4, 4, 1) == [
        air_roll("pact", (1, 2, 3), 6),
        air_roll("nato", (1, 2, 3), 6),
        kit.AirTied(rule="5.0-tie"),
        air_roll("pact", (1, 2, 3), 6),
        air_roll("nato", (4, 4, 1), 9),
        afcent.AirSuperiority(side="nato", markers=3, rule="5.0-markers"),
    ]
    assert (war.state.sky, war.state.to_place, war.state.rolled) == (NATO, 3, True)
    assert war.play("air 2424") == [kit.AirpowerPlaced(side="nato", hexes=("2424",), rule="5.1-any")]
    assert (war.state.to_place, war.state.markers) == (2, 1 << war.hex("2424"))


@rule("nuremberg", "5.0-night", "5.0-night-bonus")
def test_air_superiority_by_night_with_a_bonus() -> None:
    war = Campaign("air", 3)
    war.state.sky = PACT
    assert war.play("roll", 6, 2, 4, 1, 5) == [
        air_roll("pact", (6, 2, 4), 10, 2, "5.0-night"),
        air_roll("nato", (1, 5), 6, rule="5.0-night"),
        afcent.AirSuperiority(side="pact", markers=4, rule="5.0-markers"),
    ]


@rule("nuremberg", "12.3-air", "12.3-ew")
def test_superiority_on_turn_one() -> None:
    war = Campaign("air", 1)
    assert war.play("roll", 2) == [
        air_roll("pact", (2,), 2, rule="4.4"),
        afcent.AirSuperiority(side="pact", markers=2, rule="5.0-markers"),
    ]
    war = Campaign("ew", 1)
    assert war.play("roll", 3) == [
        ew_roll("pact", (3,), 3, rule="4.4"),
        afcent.EwSuperiority(side="pact", markers=3, rule="6.1-markers"),
    ]


@rule("nuremberg", "6.1-roll", "6.1-markers", "6.2-place", "6.5-remove")
def test_electronic_warfare() -> None:
    at = {"us-1a-1-35a": "2424", "us-1a-2-37a": "2424", "us-2c-1": "2120"}
    war = Campaign("ew", 2, at=at)
    war.state.sky, war.state.markers, war.state.ether = NATO, 1 << war.hex("2020"), PACT
    assert war.play("roll", 6, 5, 4, 3, 3) == [
        ew_roll("pact", (6, 5, 4), 13, 2),
        ew_roll("nato", (3, 3), 6),
        afcent.EwSuperiority(side="pact", markers=7, rule="6.1-markers"),
    ]
    assert war.play("jam 2424") == [
        afcent.EwPlaced(side="pact", units=("us-1a-1-35a", "us-1a-2-37a"), hexes=("2424",), rule="6.2-place")
    ]
    assert war.play("clear 2020") == [afcent.AirpowerRemoved(side="pact", hexes=("2020",), rule="6.5-remove")]
    assert (war.state.to_place, war.state.markers) == (5, 0)


@rule("nuremberg", "6.1-tie")
def test_electronic_warfare_tied() -> None:
    war = Campaign("ew", 2)
    assert war.play("roll", 3, 3, 4, 2) == [
        ew_roll("pact", (3, 3), 6),
        ew_roll("nato", (4, 2), 6),
        afcent.EwSuperiority(rule="6.1-tie"),
    ]
    assert war.now[2] == "movement", "there is nothing to place"


@rule("nuremberg", "10.10-first", "10.10-again")
@pytest.mark.parametrize(("turn", "case"), [(3, "10.10-first"), (4, "10.10-again")])
def test_refugees(turn: int, case: str) -> None:
    war = Campaign("refugees", turn)
    war.state.refugees = 1 << war.hex("2020")
    assert war.play("roll", 1, 2) == [
        afcent.RefugeesRolled(side="pact", dice=(1, 2), markers=3, rule=case, final=True)
    ]
    assert (war.state.refugees, war.state.to_place) == (0, 3)
    assert war.play("refugees 2424") == [
        afcent.RefugeesPlaced(side="pact", hexes=("2424",), rule="10.10-first")
    ]
    assert (war.state.refugees, war.state.to_place) == (1 << war.hex("2424"), 2)


# -- the sequence of play --------------------------------------------------------------------------


@rule("nuremberg", "4.1-declare")
def test_declarations() -> None:
    war = Campaign("pact declare", 2, at={"su-103g": "airborne"})
    assert war.play("declare fight recall") == [
        kit.OrderDeclared(side="pact", fight_first=True, rule="4.1-declare"),
        nuremberg.DropDecided(
            side="pact", units=("su-103g",), cancelled=True, rule="R-NUR-28", only=("pact",)
        ),
    ]
    assert war.play("declare move") == [kit.OrderDeclared(side="nato", fight_first=False, rule="4.1-declare")]
    war = Campaign("pact declare", 2, at={"su-103g": "airborne"})
    assert war.play("declare move")[1:] == [
        nuremberg.DropDecided(
            side="pact", units=("su-103g",), cancelled=False, rule="R-NUR-28", only=("pact",)
        )
    ]


@rule("nuremberg", "4.2")
@pytest.mark.parametrize(
    ("phase", "name", "title"),
    [
        ("air", "air", "Air Superiority Phase"),
        ("ew", "ew", "Electronic Warfare Phase"),
        ("movement", "movement", ""),
        ("combat", "combat", ""),
    ],
)
def test_end_of_a_phase(phase: str, name: str, title: str) -> None:
    war = Campaign(f"pact {phase}", 2)
    war.state.rolled, war.state.sky, war.state.ether = True, NATO, NATO
    side = "nato" if phase in ("air", "ew") else "pact"
    assert war.play("end")[0] == kit.PhaseEnded(side=side, phase=name, title=title)


@rule("nuremberg", "4.3", "4.6-day")
@pytest.mark.parametrize(("turn", "time"), [(2, "PM"), (3, "night"), (4, "AM"), (12, "night")])
def test_begin_of_a_turn(turn: int, time: str) -> None:
    war = Campaign("admin", turn - 1)
    war.state.phase_index -= 1
    war.state.fight_first = [True, True]
    war.state.surged = war.state.landed = 1
    events: list[Event] = []
    sequence.next_phase(war.state, Dice(1), events)
    assert events == [kit.TurnBegan(turn=turn, date=time, rule="4.3")]
    assert (war.state.fight_first, war.state.surged, war.state.landed) == ([False, False], 0, 0)
    assert war.now == (turn, "pact", "declare")


@rule("nuremberg", "4.0-order")
def test_begin_of_the_first_turn() -> None:
    war = Campaign()
    war.play("draw", 1)
    war.play("arrive 4")
    war.play("primary 2732")
    assert war.play("secondary 1942")[1:] == [
        nuremberg.DropPlanned(side="pact", rule="12.1.4.3"),
        kit.TurnBegan(turn=1, date="AM", rule="4.0-order"),
    ]


@rule("nuremberg", "12.5.1-concede")
@pytest.mark.parametrize(("side", "winner", "title"), [("pact", "nato", "NATO"), ("nato", "pact", "Pact")])
def test_concession(side: str, winner: str, title: str) -> None:
    war = Campaign("pact movement", 2)
    events = rules.apply(war.state, side, Order("concede"), Dice(1))
    assert events == [kit.Conceded(side=side, winner=winner, title=f"{title} victory", rule="12.5.1-concede")]
    assert war.state.result is not None
    assert (war.state.result.winner, war.state.result.rule) == (winner, "12.5.1-concede")


@rule("nuremberg", "7.1-excess")
def test_overstack_at_the_end_of_movement() -> None:
    war = Campaign("nato movement", 2, at={"us-1a-1-35a": "2424", "wg-4pg-101": "2424"})
    war.state.stopped = war.bit("us-1a-1-35a", "wg-4pg-101")
    assert war.play("end") == [afcent.Overstacked(hexes=("2424",), rule="7.1-excess")]
    assert war.now == (2, "nato", "lose")
    assert {*war.special("us-1a-1-35a"), *war.special("wg-4pg-101")} == {
        "lose us-1a-1-35a",
        "lose wg-4pg-101",
    }
    assert war.play("lose wg-4pg-101") == [
        kit.Eliminated(units=("wg-4pg-101",), hexes=("2424",), rule="11.9-choice")
    ]


# -- support markers -------------------------------------------------------------------------------


@rule("nuremberg", "4.7-count", "4.7-pact")
def test_artillery_lost_to_attrition() -> None:
    lost = {"su-39g-117": "lost", "su-39g-120": "lost", "su-39g-172": "lost"}
    war = Campaign("admin", 2, at={**lost, "su-a1": "available", "us-a1": "available"})
    assert war.enter("admin")[0] == afcent.ArtilleryLost(
        side="pact", units=("su-a1",), nation="Soviet", rule="4.7-count"
    )
    assert war.where("us-a1") == "available"


@rule("nuremberg", "4.7.1")
def test_helicopter_attrition() -> None:
    war = Campaign("admin", 2, at={"su-h1": "used", "us-h1": "used"}, helicopter_attrition=True)
    war.enter("admin")
    assert only(war.play("roll", 6, 5), afcent.HelicopterChecked) == [
        afcent.HelicopterChecked(
            side="pact", units=("su-h1",), dice=(6,), lost=True, rule="4.7.1", final=True
        ),
        afcent.HelicopterChecked(
            side="nato", units=("us-h1",), dice=(5,), lost=False, rule="4.7.1", final=True
        ),
    ]
    assert (war.where("su-h1"), war.where("us-h1")) == ("lost", "available")


@rule("nuremberg", "4.8-roll", "4.8-nato", "4.8-late")
def test_artillery_ammunition() -> None:
    war = Campaign("admin", 9, at={"su-a1": "used", "su-a2": "used", "us-a1": "used"}, ammunition=True)
    war.enter("admin")
    assert only(war.play("roll", 4, 3), afcent.AmmunitionRolled) == [
        afcent.AmmunitionRolled(
            side="pact", units=("su-a1", "su-a2"), dice=(4,), returns=None, rule="4.8-roll", final=True
        ),
        afcent.AmmunitionRolled(
            side="nato", units=("us-a1",), dice=(3,), returns=11, rule="4.8-roll", final=True
        ),
    ]
    assert (war.where("su-a1"), war.where("us-a1")) == ("lost", "coming")


@rule("nuremberg", "9.0-markers", "12.1.1-turn")
def test_support_arrives_with_the_player_turn() -> None:
    war = Campaign("nato movement", 2, at={"us-a5": "coming", "us-a8": "coming", "us-a6": "coming"})
    assert war.enter("nato movement") == [
        afcent.SupportArrived(side="nato", units=("us-a5", "us-a6"), rule="9.0-markers")
    ]
    assert (war.where("us-a5"), war.where("us-a8")) == ("available", "coming")


@rule("nuremberg", "11.4-before", "11.4-secret", "11.4-drm")
def test_support_is_pledged_and_revealed() -> None:
    field = Battlefield(t1="0605", t2="0605", w2="0505", w3="0505")
    field.ready("su-a1", "wg-a1")
    assert field.play("attack 0505 t1,t2") == [
        afcent.Attacked(side="pact", units=("t1", "t2"), hexes=("0505",), rule="11.2-many")
    ]
    assert field.play("commit su-a1", by="pact") == [
        afcent.SupportPledged(side="pact", units=("su-a1",), rule="11.4-secret", only=("pact",)),
        afcent.SupportDecided(side="pact"),
    ]
    assert field.play("commit wg-a1", 4, by="nato")[:3] == [
        afcent.SupportCommitted(side="pact", units=("su-a1",), rule="11.4-drm", final=True),
        afcent.SupportCommitted(side="nato", units=("wg-a1",), rule="11.4-drm", final=True),
        afcent.BattleFought(
            side="pact",
            units=("t1", "t2"),
            hexes=("0505",),
            dice=(4,),
            odds="2:1",
            drm=2,
            result="EX",
            rule="11.9-EX",
            final=True,
        ),
    ]
    assert (field.where("su-a1"), field.where("wg-a1")) == ("used", "used")


@rule("nuremberg", "11.4-secret")
def test_the_attackers_support_is_revealed_first() -> None:
    field = Battlefield("nato", u1="0605", m4="0505")
    field.ready("su-a1", "us-a1")
    field.play("attack 0505 u1")
    field.play("commit su-a1", by="pact")
    revealed = only(field.play("commit us-a1", 1, by="nato"), afcent.SupportCommitted)
    assert [event.side for event in revealed] == ["nato", "pact"]
