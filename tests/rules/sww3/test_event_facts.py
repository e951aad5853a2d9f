"""The facts that events of play carry agree with the state."""

from __future__ import annotations

import pytest

from grognard.games.kit.events import Conceded, PhaseEnded, SetupEnded, TurnBegan
from grognard.games.sww3.events import (
    AirSuperiority,
    AirSuperiorityRolled,
    DivisionSwapped,
    FleetRolled,
    PrestigeLost,
    ReinforcementsDrawn,
    SecondFormationCalled,
    SetupFilled,
)
from tests.rules.sww3.field import Field, only
from tests.rules.sww3.wars import War


def test_air_superiority_events_give_bonus_and_markers() -> None:
    war = War("pincher", turn=1)
    events = war.play("roll", 5, 2)
    rolled = [event for event in events if isinstance(event, AirSuperiorityRolled)]
    assert [(event.side, event.dice, event.bonus) for event in rolled] == [
        ("soviet", (5,), 1),
        ("nato", (2,), 0),
    ]
    won = only(events, AirSuperiority)
    assert (won.side, won.markers, won.theatre) == ("soviet", 4, "")
    assert won.markers == war.state.to_place


def test_air_superiority_event_names_the_map_where_there_are_two() -> None:
    assert only(War("grand", turn=2).play("roll", 5, 2), AirSuperiority).theatre == "Europe"


@pytest.mark.parametrize(("die", "arrived"), [(1, True), (3, False)])
def test_fleet_event_says_whether_it_arrived(die: int, arrived: bool) -> None:
    war = War("sandown", "un combat", 4, at={})
    fleet = only(war.play("end", 1, 1, die), FleetRolled)
    assert (fleet.units, fleet.dice, fleet.arrived) == ((), (die,), arrived)
    assert war.state.naval is arrived


def test_reinforcement_events_name_pool_and_units() -> None:
    war = War("sandown", "un combat", 1, at={"trk-5": "mobilization"})
    drawn = [event for event in war.play("end", 2, 1, 1) if isinstance(event, ReinforcementsDrawn)]
    assert [(event.pool, event.dice, event.units) for event in drawn] == [
        ("Turkish units", (2,), ("trk-5",)),
        ("units from overseas", (1,), ()),
    ]


def test_prestige_event_gives_loss_and_rest() -> None:
    field = Field("pincher", "allied movement", turn=2)
    lost = only(field.play("strike 0101", 1, 1, 6), PrestigeLost)
    assert (lost.loss, lost.left) == (3, field.state.prestige)


def test_events_of_divisions_give_the_raised_target() -> None:
    war = War("sandown", options={"setup": "free"})
    events = [*war.play("fill"), *war.play("end")]
    assert only(events, SetupFilled).count > 0 and only(events, SetupEnded).side == "un"
    war.play("draw", *[1] * 33)
    out = next(id_ for id_ in war.units("SU") if war.where(id_) == "ready")
    swapped = only(war.play(f"swap {out},{war.units('SU', 'bag')[0]}"), DivisionSwapped)
    assert (swapped.units[0], swapped.target) == (out, war.state.target[0])
    war = War("sandown", "soviet movement", 5)
    for unit in [unit for unit in war.units("SU") if war.where(unit)[0].isdigit()][:2]:
        war.put(unit, "away")
    called = only(war.play("second 2", 1, 1), SecondFormationCalled)
    assert (len(called.units), called.target) == (2, war.state.target[0])


def test_phase_and_turn_events() -> None:
    war = War("pincher", "soviet combat", 3)
    ended = only(war.play("end"), PhaseEnded)
    assert (ended.side, ended.phase) == ("soviet", "combat")
    assert only(war.pass_to("air superiority", turn=4), TurnBegan).turn == 4


def test_concession_names_loser_and_winner() -> None:
    war = War("pincher", "soviet movement", 2)
    conceded = only(war.play("concede", by="nato"), Conceded)
    assert (conceded.side, conceded.winner) == ("nato", "soviet")
