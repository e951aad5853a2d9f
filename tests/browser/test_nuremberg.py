"""Objective Nuremberg by hand: secrets at one screen and at two, and what only its rules ask."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import grognard
from grognard.ai import player
from grognard.core.play.game import Game
from grognard.core.play.record import write_record
from tests.browser.driving import (
    ODDS,
    Player,
    Screen,
    Screens,
    asked,
    go,
    in_box,
    log,
    look_at,
    press,
    tab_to,
)
from tests.games.nuremberg.moments import ATTACK, FRONT, moment

TANKS = "Soviet 17th Guards Tank Regiment"


def taken_up(screens: Screens, game: Game) -> Screen:
    """A screen at which one person plays both sides, and now sits as the one to decide."""
    return screens.take_up(write_record(game.record()))


def attack(screen: Screen) -> None:
    """Both tank regiments attack the battalion before them."""
    look_at(screen, "2104")
    screen.select("su-79gt-17t")
    screen.point(screen.choice("2104"))
    odds = screen.panel.locator(".odds")
    if odds.locator('.pick[aria-pressed="true"]').count() < 2:
        odds.get_by_role("button", name=re.compile("45th")).click()
    expect(odds.locator('.pick[aria-pressed="true"]')).to_have_count(2)
    screen.shoot("nuremberg-odds")
    go(screen)


# -- secret commitment -----------------------------------------------------------------------------


def test_both_sides_commit_support_at_once_and_unseen(screens: Screens) -> None:
    pact, nato = screens.seated(moment("pact combat", seed=2))
    attack(pact)
    for screen, whose in ((pact, "your attack on"), (nato, "the defence of")):
        expect(asked(screen)).to_contain_text(f"Commit support to {whose} 2104")
        expect(screen.panel.locator(".asked")).to_contain_text("at the same time")
    in_box(pact, "Soviet artillery 1").click()
    in_box(pact, "Soviet attack helicopters 1").click()
    expect(pact.panel.locator(".chances")).to_contain_text(ODDS)
    pact.shoot("nuremberg-commit")
    in_box(pact, "Soviet artillery 2").click()  # one too many
    expect(pact.toast).to_contain_text("at most 1 artillery marker")
    expect(pact.page.locator(".actions .go")).to_be_disabled()
    in_box(pact, "Soviet artillery 2").click()
    press(pact, re.compile("^Commit Soviet artillery 1"))
    expect(asked(pact)).to_contain_text("NATO player chooses support for the battle in 2104")
    expect(pact.whose).to_contain_text("Waiting for NATO")
    pact.shoot("nuremberg-waiting")
    expect(nato.panel).to_contain_text("Pact player has chosen support")
    expect(nato.page.locator("body")).not_to_contain_text("You commit")
    nato.panel.get_by_role("button", name=re.compile("US artillery 1")).click()
    nato.shoot("nuremberg-commit-defence")
    press(nato, re.compile("^Commit US artillery 1"))
    for screen in (pact, nato):
        expect(log(screen)).to_contain_text(
            "Pact player commits Soviet artillery 1 and Soviet attack helicopters 1"
        )
        expect(log(screen)).to_contain_text("NATO player commits US artillery 1")


def test_at_one_screen_a_curtain_falls_between_the_pledges(screens: Screens) -> None:
    """And after the battle the units that advance go on attacking out of momentum."""
    screen = taken_up(screens, moment("pact combat", seed=5))
    attack(screen)
    in_box(screen, "Soviet artillery 1").click()
    press(screen, re.compile("^Commit Soviet artillery 1"))
    expect(screen.page.locator(".handover")).to_contain_text("NATO")
    assert "Soviet artillery" not in screen.page.content()
    screen.shoot("nuremberg-curtain")
    screen.sit_down()
    expect(log(screen)).to_contain_text("Pact player has chosen support")
    expect(screen.panel).not_to_contain_text("commit Soviet")
    expect_no_secret_in_the_replay(screen)
    screen.sit_down()
    press(screen, "Commit nothing")
    screen.sit_down()  # the Pact advances
    press(screen, re.compile(f"^Advance {TANKS}"))
    press(screen, "Do not advance")
    expect(asked(screen)).to_contain_text("Make a momentum attack or probe from 2104")
    screen.select("su-79gt-17t")
    screen.point(screen.choice("2004"))
    screen.shoot("nuremberg-momentum")
    go(screen)
    expect(asked(screen)).to_contain_text("Commit support to your attack on 2004")
    press(screen, "Commit nothing")
    screen.sit_down()
    press(screen, "Commit nothing")
    expect(asked(screen)).to_contain_text("Retreat from 2004")  # NATO sits there still
    expect(log(screen)).to_contain_text("attacks 2004")


def test_support_is_committed_with_keys_alone(screens: Screens) -> None:
    game = moment("pact combat", seed=2)
    game.play(ATTACK)
    pact, nato = screens.seated(game)
    expect(asked(pact)).to_contain_text("Commit support")
    tab_to(pact, "Soviet artillery 1")
    pact.page.keyboard.press("Enter")
    chosen = pact.panel.locator('.pick[aria-pressed="true"]')
    expect(chosen).to_have_attribute("title", "Soviet artillery 1")
    expect(pact.page.locator(":focus")).to_have_attribute("aria-pressed", "true")
    tab_to(pact, "Soviet attack helicopters 1")
    pact.page.keyboard.press("Space")
    expect(chosen).to_have_count(2)
    tab_to(pact, "Commit Soviet artillery 1")
    pact.page.keyboard.press("Enter")
    expect(asked(pact)).to_contain_text("NATO player chooses support")
    tab_to(nato, "Commit nothing")
    nato.page.keyboard.press("Enter")
    expect(log(nato)).to_contain_text(
        "Pact player commits Soviet artillery 1 and Soviet attack helicopters 1"
    )


def expect_no_secret_in_the_replay(screen: Screen) -> None:
    """Who looks back while two share a screen sees what everybody may, and comes back behind the curtain."""
    page = screen.page.url.replace("#/game/", "#/replay/")
    screen.page.goto(page)
    screen.drawn()
    screen.page.get_by_role("button", name="Go to end").click()  # a replay begins at its start
    expect(screen.panel).to_contain_text("Pact player has chosen support")
    text = screen.page.content()
    assert "Attack order" not in text and "ommit Soviet" not in text
    screen.page.goto(page.replace("#/replay/", "#/game/").partition("/at/")[0])


# -- what only these rules ask ---------------------------------------------------------------------


def test_airpower_electronic_warfare_a_drop_and_a_flight(screens: Screens) -> None:
    at = {**FRONT, "su-35h-1": "2405", "su-103g": "airborne"}
    game = moment("pact declaration", at, turn=4, seed=42, state={"plan": [4, "1904", "3303"]})
    screen = taken_up(screens, game)
    expect(screen.panel.get_by_role("button", name="Declare: move first and cancel the drop")).to_be_visible()
    for _ in game.sides:
        press(screen, "Declare: move first")
        screen.sit_down()
    press(screen, "Roll dice")
    expect(asked(screen)).to_contain_text("Place up to 2 airpower markers")
    look_at(screen, "2104")
    screen.point(screen.choice("2104"))
    expect(screen.counter("air-2104")).to_be_visible()
    screen.shoot("nuremberg-air")
    screen.end()
    press(screen, "Roll dice")
    expect(asked(screen)).to_contain_text("Place up to 2 EW markers on enemy stacks")
    screen.point(screen.choice("2104"))
    expect(screen.counter("ew-2104")).to_be_visible()
    screen.shoot("nuremberg-ew")
    screen.end()
    expect(asked(screen)).to_contain_text("Choose the drop hex of the 103rd Guards")
    screen.shoot("nuremberg-drop")
    press(screen, "Drop 1904")
    expect(screen.panel.locator(".chances")).to_contain_text("Lands with combat factor 8")
    screen.shoot("nuremberg-drop-chances")
    go(screen)
    expect(screen.counter("su-103g")).to_have_attribute("data-hex", "1904")
    screen.select("su-35h-1")
    expect(screen.choice("2306")).to_be_visible()
    screen.shoot("nuremberg-flight")
    screen.point(screen.choice("2306"))
    expect(screen.counter("su-35h-1")).to_have_attribute("data-hex", "2306")
    expect(log(screen)).to_contain_text("drops in 1904")


# -- whole turns -----------------------------------------------------------------------------------


class Commander(Player):
    """Plays calmly: an order or two in a phase, then on to the next."""

    CALM = ("Roll dice", "Declare: move first", "End phase", "Do not advance", "Skip momentum attack")

    def _end(self) -> bool:
        for name in self.CALM:
            buttons = self.screen.page.locator(".panel").get_by_role("button", name=name, exact=True)
            if buttons.count() and buttons.first.is_enabled():
                return self._press(buttons.first) and self._confirm()
        return self._press(self.screen.page.locator(".actions .go:enabled")) or super()._end()

    @property
    def turn(self) -> int:
        """The turn on the track."""
        track = self.screen.page.locator("header .track").get_attribute("aria-label") or ""
        return int(track.split()[1])


def test_two_turns_by_two_people(screens: Screens) -> None:
    pact, nato = screens.seated(grognard.new("nuremberg/border-battle", seed=5))
    players = [Commander(pact, seed=1, marches=1), Commander(nato, seed=2, marches=1)]
    while players[0].turn < 3:
        assert all(player.step(patient=False) for player in players), "the game is over"
    pact.shoot("turns-nuremberg")
    for screen in (pact, nato):
        expect(screen.page.locator("header .track")).to_have_attribute("aria-label", re.compile("^Turn 3 "))
        for said in ("Pact player will move", "NATO player will move", "Pact player ends the Movement Phase"):
            expect(log(screen)).to_contain_text(said)


def test_the_last_turn_of_a_border_battle_against_the_computer(screens: Screens) -> None:
    game = grognard.new("nuremberg/border-battle", seed=5)
    recruit = player("greedy", seed=5)
    while game.turn < 3:
        side = game.waiting_for[0]
        game.play(recruit.choose(game.definition, game.scenario, game.view(side)), side)
    screen = screens.play_on(write_record(game.record()), NATO="Computer: Recruit")
    assert Commander(screen, marches=1).play()
    expect(screen.result).to_contain_text(re.compile("You (won|lost)|Draw"))
    screen.shoot("result-nuremberg")


@pytest.mark.slow  # half a minute: the last turn is played in every run
def test_a_border_battle_against_the_computer_to_its_end(screens: Screens) -> None:
    screen = screens.open("/#/new/nuremberg")
    screen.set_up("Border battle", pact="Me", nato="Recruit")
    screen.drawn()
    assert Commander(screen, marches=1).play()
    expect(screen.result).to_contain_text(re.compile("You (won|lost)|Draw"))
    screen.shoot("result-nuremberg")
