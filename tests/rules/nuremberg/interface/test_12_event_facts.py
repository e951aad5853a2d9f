"""The facts of events of setup, the drop, entry and exit.

Whole events are compared, so that clients, records and computer players can rely on every field.
"""

from __future__ import annotations

import pytest

from grognard.core.contract.events import Event
from grognard.core.dice import Dice
from grognard.core.testing import rule
from grognard.games.afcent import events as afcent
from grognard.games.afcent import rules
from grognard.games.afcent.model.scenario import NATO, PACT
from grognard.games.kit import events as kit
from grognard.games.nuremberg import events as nuremberg
from tests.rules.nuremberg.battlefield import Battlefield
from tests.rules.nuremberg.campaign import Campaign
from tests.rules.nuremberg.order_helpers import Manoeuvre

# -- setup [12.1] ----------------------------------------------------------------------------------


@rule("nuremberg", "12.1", "12.1.4.2", "12.1.4.2.a")
def test_setup_orders() -> None:
    war = Campaign(setup="free")
    assert war.play("place us-1a-1-35a,us-1a-2-37a 1920") == [
        nuremberg.Placed(side="nato", units=("us-1a-1-35a", "us-1a-2-37a"), hexes=("1920",))
    ]
    assert war.play("lift us-1a-1-35a") == [nuremberg.TakenBack(side="nato", units=("us-1a-1-35a",))]
    assert war.play("fill") == [nuremberg.RestPlaced(side="nato", count=52)]
    assert war.play("end") == [kit.SetupEnded(side="nato")]
    war.play("draw", 1)
    for order in ("arrive 5", "primary 2732", "secondary 1942"):
        war.play(order)
    assert war.play("withhold su-119t") == [
        nuremberg.Withheld(side="pact", units=("su-119t",), country="East Germany")
    ]
    assert war.play("withhold-south cz-9t-m") == [
        nuremberg.Withheld(side="pact", units=("cz-9t-m",), country="Czechoslovakia")
    ]
    units = war.scenario.units_of[PACT].bit_count()
    assert war.play("fill") == [nuremberg.RestPlaced(side="pact", count=units - 3)]  # nor the 103G
    assert war.play("end")[0] == kit.SetupEnded(side="pact")


@rule("nuremberg", "12.1.4.1.a", "12.1.4.1.b")
@pytest.mark.parametrize(
    ("number", "word", "title"),
    [(1, "northern", "Northern Pincer"), (2, "southern", "Southern Pincer"), (3, "block", "Strategic Block")],
)
def test_attack_order(number: int, word: str, title: str) -> None:
    told = nuremberg.AttackOrderReceived
    assert Campaign().play("draw", number) == [
        told(side="pact", rule="12.1.4.1.a", final=True),
        told(side="pact", title=title, rule="12.1.4.1.b", only=("pact",), final=True),
    ]
    assert Campaign(attack_order="chosen").play(f"choose {word}") == [
        told(side="pact", rule="12.1.4.1.a"),
        told(side="pact", title=title, rule="12.1.4.1.b", only=("pact",)),
    ]


@rule("nuremberg", "12.1.4.3")
def test_drop_plan() -> None:
    war, written = Campaign(), nuremberg.DropPlanWritten
    war.play("draw", 1)
    assert war.play("arrive 5") == [written(side="pact", line="arrive", turn=5, only=("pact",))]
    assert war.play("primary 2732") == [written(side="pact", line="primary", hexes=("2732",), only=("pact",))]
    assert war.play("secondary 1942")[0] == written(
        side="pact", line="secondary", hexes=("1942",), only=("pact",)
    )


# -- the drop of the 103G [12.4.1] -----------------------------------------------------------------


def drop(sky: int = PACT, **at: str) -> tuple[Campaign, list[Event]]:
    """The Pact begins to move on the turn of the drop in 3538 or 1942."""
    places = {id_.replace("_", "-"): where for id_, where in at.items()}
    war = Campaign("pact movement", 2, at={"su-103g": "airborne", **places})
    war.state.plan, war.state.sky = [2, war.hex("3538"), war.hex("1942")], sky
    return war, war.enter("pact movement")


REVEALED = nuremberg.DropRevealed(
    side="pact", units=("su-103g",), hexes=("3538", "1942"), rule="12.4.1.a", final=True
)


@rule("nuremberg", "12.4.1.a", "12.4.1.d", "12.4.1.g")
def test_drop_and_its_dice() -> None:
    war, events = drop()
    assert events == [REVEALED]

    def rolled(die: int, result: str, case: str) -> Event:
        return nuremberg.DropRolled(
            side="pact", units=("su-103g",), hexes=("3538",), dice=(die,), modified=die, result=result,
            rule=case, final=True,
        )  # fmt: skip

    assert war.play("drop 3538", 6, 2) == [
        rolled(6, "disrupted, second table", "12.4.1.d"),
        rolled(2, "reduced", "12.4.1.g"),
    ]
    war, _ = drop()
    (landed,) = war.play("drop 1942", 1)
    assert isinstance(landed, nuremberg.DropRolled)
    assert (landed.hexes, landed.dice, landed.modified, landed.result) == (("1942",), (1,), 5, "intact")


@rule("nuremberg", "12.4.1.c", "5.3-drop")
def test_cancelled_and_eliminated_drops() -> None:
    """[R-NUR-27, R-NUR-29]"""
    cancelled = nuremberg.DropCancelled
    _, events = drop(sky=NATO)
    assert events == [
        REVEALED,
        cancelled(side="pact", units=("su-103g",), cause="no air superiority", rule="R-NUR-27"),
    ]
    _, events = drop(su_119t="3538", wg_g_wei="1942")
    assert events == [
        REVEALED,
        cancelled(side="pact", units=("su-103g",), cause="hexes occupied", rule="R-NUR-29"),
    ]
    _, events = drop(us_2c_1="3538", wg_g_wei="1942")
    assert events == [
        REVEALED,
        nuremberg.DropAnnihilated(side="pact", units=("su-103g",), rule="12.4.1.c"),
    ]


# -- entering, landing and leaving -----------------------------------------------------------------


@rule("nuremberg", "12.4.2-26l", "12.4.2-wg")
def test_landings() -> None:
    war = Campaign("nato movement", 2, at={"wg-26l-261": "airborne"})
    war.state.sky = NATO
    (field,) = [order.split()[2] for order in war.special("wg-26l-261")][:1]
    assert war.play(f"land wg-26l-261 {field}") == [
        nuremberg.Landed(side="nato", units=("wg-26l-261",), hexes=(field,), rule="12.4.2-26l")
    ]
    war = Campaign("arrivals", 1, at={"wg-51v": "coming", "wg-52v": "coming"})
    assert war.play("land wg-51v 2732") == [
        nuremberg.Landed(side="nato", units=("wg-51v",), hexes=("2732",), rule="12.4.2-wg")
    ]


@rule("nuremberg", "12.4.2-wg.a")
def test_home_guard_without_a_city() -> None:
    """[R-NUR-33]"""
    war = Campaign("arrivals", 1, at={"wg-51v": "coming", "wg-52v": "coming"})
    war.state.red = war.scenario.grid.all
    assert war.enter("arrivals")[0] == nuremberg.NoLandingCity(
        side="nato", units=("wg-51v", "wg-52v"), rule="R-NUR-33"
    )
    assert (war.where("wg-51v"), war.where("wg-52v")) == ("lost", "lost")


@rule("nuremberg", "9.0-phase", "10.9-declare")
@pytest.mark.parametrize(("verb", "column"), [("enter", False), ("enter-column", True)])
def test_entry(verb: str, column: bool) -> None:
    war = Campaign("pact movement", 2, at={"su-39g-117": "withheld", "su-39g-120": "withheld"})
    assert war.play(f"{verb} su-39g-117,su-39g-120 4240") == [
        nuremberg.Entered(
            side="pact", units=("su-39g-117", "su-39g-120"), hexes=("4240",), column=column, rule="9.0-phase"
        )
    ]


@rule("nuremberg", "10.6.1-when.a", "10.6.1-a", "3.0-switch")
def test_entry_by_air_rolls_attrition() -> None:
    war = Campaign("pact movement", 2, at={"su-900h": "withheld", "us-2c-1": "4239"})
    assert war.play("enter su-900h 4240", 4) == [
        nuremberg.Entered(side="pact", units=("su-900h",), hexes=("4240",), rule="9.0-phase"),
        afcent.FlightAttrition(
            side="pact", units=("su-900h",), hexes=("4240",), dice=(4,), drm=1, lost=False, rule="10.6.1-b",
            final=True,
        ),
    ]  # fmt: skip


@rule("nuremberg", "12.5.2-exit")
def test_exit() -> None:
    war = Campaign("pact movement", 2, at={"su-39g-117": "1901", "su-39g-120": "1901"})
    war.state.began = war.state.at[: war.scenario.unit_count]
    assert war.play("exit su-39g-117,su-39g-120") == [
        nuremberg.Exited(side="pact", units=("su-39g-117", "su-39g-120"), hexes=("1901",), rule="12.5.2-exit")
    ]


# -- dice ------------------------------------------------------------------------------------------


def purposes(war: Campaign | Battlefield | Manoeuvre, side: str, order: str, *dice: int) -> list[str]:
    """Give an order with dice; return what each die was rolled for."""
    rolled = Dice(1, by_hand=True)
    rolled.script(dice)
    rules.apply(war.state, side, war.scenario.notation.parse(order), rolled)
    return [roll.purpose for roll in rolled.log]


def test_dice_are_logged_with_their_purpose() -> None:
    assert purposes(Campaign("air", 1), "pact", "roll", 1) == ["Pact air superiority"]
    war = Campaign("ew", 2)
    war.state.ether = NATO
    assert purposes(war, "pact", "roll", 1, 1, 2, 2, 2) == [
        *["Pact electronic warfare"] * 2,
        *["NATO electronic warfare"] * 2,
        "NATO electronic warfare, bonus",
    ]
    assert purposes(Campaign("refugees", 3), "pact", "roll", 1, 1) == ["refugees", "refugees"]
    assert purposes(Battlefield(m1="0605", w2="0505"), "pact", "attack 0505 m1", 1) == ["battle"]
    assert purposes(Campaign(), "pact", "draw", 1) == ["the attack order"]
    war, _ = drop()
    assert purposes(war, "pact", "drop 3538", 6, 1) == [
        "drop of the 103rd Guards",
        "103rd Guards, second table",
    ]
