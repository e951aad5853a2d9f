"""The facts of the events: who, where, by which dice and which rule. Clients animate and explain them."""

from __future__ import annotations

from grognard.core.contract.events import Event
from grognard.core.play.game import Game
from grognard.core.testing import rule
from grognard.games.kit.events import Advanced, AdvanceDeclined, Declined, Eliminated, NoRetreat, Retreated
from grognard.games.strike_force_one.events import (
    Arrived,
    BattleFought,
    Disrupted,
    EventRolled,
    Moved,
    NoEffect,
    Recovered,
    Replaced,
    Returned,
    SupportPlaced,
    Swapped,
)
from tests.cards import without_cards
from tests.rules.strike_force_one.events import SOVIET, expert, placing
from tests.support import situation, texts


def play(game: Game, order: str, dice: list[int] | None = None) -> list[Event]:
    game.dice.script(dice or [])
    return without_cards(game.play(order))


@rule("sfo", "8-all-mp", "8.4-advexp-cost")
def test_moves() -> None:
    g = situation("advanced", "us movement", V="edge", X="0305")
    assert play(g, "move X 0303") == [Moved(units=("X",), hexes=("0305", "0304", "0303"))]
    assert play(g, "enter V 0104-0204") == [Moved(units=("V",), hexes=("0104", "0204"), entered=True)]


@rule("sfo", "9-all-dr", "9.2-all-one", "9.3-all-one")
def test_battle_retreat_and_advance() -> None:
    g = situation("advanced", "soviet combat", SA="0605", SB="0604", Z="0505")
    assert play(g, "attack 0505 SA,SB", [1]) == [
        BattleFought(
            side="soviet", units=("SA", "SB"), hexes=("0505",), dice=(1,), rule="9-all-dr", final=True,
            measure="difference", value=1, result="DR", effect="DR",
        )
    ]  # fmt: skip
    assert play(g, "retreat Z 0404") == [Retreated(units=("Z",), hexes=("0505", "0404"), rule="9.2-all-one")]
    assert play(g, "advance SB") == [Advanced(units=("SB",), hexes=("0604", "0505"), rule="9.3-all-one")]


@rule("sfo", "9.3-all-one")
def test_advance_declined() -> None:
    g = situation("advanced", "soviet combat", SA="0605", SB="0604", Z="0505")
    play(g, "attack 0505 SA,SB", [1])
    play(g, "retreat Z 0404")
    assert play(g, "stay") == [AdvanceDeclined(side="soviet")]


@rule("sfo", "9-all-ae", "9.1-all-removed")
def test_elimination() -> None:
    g = situation("basic", "soviet combat", SA="0605", Z="0505")
    battle, lost = play(g, "attack 0505 SA", [6])
    assert battle == BattleFought(
        side="soviet", units=("SA",), hexes=("0505",), dice=(6,), rule="9-all-ae", final=True,
        measure="attackers", value=1, result="AE", effect="AE-one",
    )  # fmt: skip
    assert lost == Eliminated(units=("SA",), hexes=("0605",), rule="9.1-all-removed")


@rule("sfo", "9.2-all-none")
def test_no_retreat() -> None:
    """Z is in the corner of the map, between SA and SB."""
    g = situation("advanced", "soviet combat", SA="0102", SB="0201", Z="0101")
    events = play(g, "attack 0101 SA,SB", [1])
    assert events[1:] == [
        NoRetreat(units=("Z",), hexes=("0101",), rule="9.2-all-none"),
        Eliminated(units=("Z",), hexes=("0101",), rule="9.2-all-none"),
    ]


@rule("sfo", "7-expert-order", "7.1-expert-reinf-edge", "7.1-expert-empty", "7.1-expert-asplanned")
def test_random_events() -> None:
    rolled = EventRolled(side="soviet", dice=(1, 1), event="SZ", final=True)
    g = expert("soviet events", SA="0605", Z="0505")
    assert play(g, "roll", SOVIET["SZ"]) == [rolled, Arrived(units=("SZ",), rule="7.1-expert-reinf-edge")]
    g = expert("soviet events", SA="0605", Z="0505", SZ="0805")
    nothing = NoEffect(side="soviet", units=("SZ",), cause="already arrived", rule="7.1-expert-empty")
    assert play(g, "roll", SOVIET["SZ"]) == [rolled, nothing]
    g = expert("soviet events", SA="0605", Z="0505")
    assert play(g, "roll", [1, 6]) == [
        EventRolled(side="soviet", dice=(1, 6), event="as-planned", final=True),
        NoEffect(side="soviet", rule="7.1-expert-asplanned"),
    ]


@rule("sfo", "7.1-expert-friction-choose")
def test_friction() -> None:
    rolled = EventRolled(side="soviet", dice=(1, 5), event="friction", final=True)
    g = expert("soviet events", SA="0605", Z="0505")
    assert play(g, "roll", SOVIET["friction"]) == [rolled]
    assert play(g, "disrupt Z") == [Disrupted(units=("Z",), rule="7.1-expert-friction-choose")]
    g = expert("soviet events", SA="0605")
    nothing = NoEffect(side="soviet", cause="no enemy on map", rule="7.1-expert-friction-choose")
    assert play(g, "roll", SOVIET["friction"]) == [rolled, nothing]


@rule("sfo", "7.1-expert-repl-edge", "7.1-expert-repl-none", "7.1-expert-repl-nosave")
def test_replacements_in_expert() -> None:
    rolled = EventRolled(side="soviet", dice=(1, 3), event="replacement", final=True)
    g = expert("soviet events", SA="lost", SV="lost", SB="0605", Z="0505")
    assert play(g, "roll", SOVIET["replacement"]) == [rolled]
    assert play(g, "replace SA,SV") == [Replaced(units=("SA", "SV"), rule="7.1-expert-repl-edge")]
    ended = [event for event in play(g, "end") if isinstance(event, Returned)]
    assert ended == [Returned(units=(id_,), rule="7.1-expert-repl-nosave") for id_ in ("SA", "SV")]
    g = expert("soviet events", SA="lost", SB="0605", Z="0505")
    play(g, "roll", SOVIET["replacement"])
    assert play(g, "pass") == [Declined(side="soviet")]
    g = expert("soviet events", SA="0605", Z="0505")
    nothing = NoEffect(side="soviet", cause="no losses", rule="7.1-expert-repl-none")
    assert play(g, "roll", SOVIET["replacement"]) == [rolled, nothing]


@rule("sfo", "7-advanced-soviet-edge", "9.1-advanced-swap")
def test_replacements_in_advanced() -> None:
    g = situation("advanced", "soviet combat", SA="0605", SB="box", SV="box", Z="0505")
    events = play(g, "attack 0505 SA", [6])
    assert events[-1] == Eliminated(units=("SA",), hexes=("0605",), rule="9.1-all-removed")
    assert texts(g) == {"swap SB", "swap SV", "pass"}
    assert play(g, "swap SV") == [Swapped(units=("SA", "SV"), rule="9.1-advanced-swap")]


@rule("sfo", "7.1-expert-air-place")
def test_support_placed() -> None:
    g = placing("soviet", "air", "SAIR")
    assert play(g, "place SAIR 0505") == [
        SupportPlaced(units=("SAIR",), hexes=("0505",), rule="7.1-expert-air-place")
    ]


@rule("sfo", "9.4-advanced-faceup")
def test_recovery() -> None:
    g = expert("soviet combat", state={"SA": {"disrupted": True}}, SA="0605", Z="0305")
    recovered = [event for event in play(g, "end") if isinstance(event, Recovered)]
    assert recovered == [Recovered(units=("SA",), rule="9.4-advanced-faceup")]
