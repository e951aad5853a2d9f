"""Odds before a battle, its card on the map, and what the board asks before drastic orders."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

import grognard
from grognard.core.play.game import Game
from grognard.core.play.record import write_record
from tests.browser.driving import PHONE, Screen, Screens, go, look_at, press
from tests.browser.test_stalins_war import FRONT, war
from tests.support import situation

LARGE = {"width": 1440, "height": 900}


def seated(screens: Screens, game: Game, size: dict[str, int] = LARGE) -> Screen:
    """A screen of this size for a hot-seat game."""
    screen = screens.open(size=size, has_touch=size is PHONE)
    screen.open_record("Resume a record", write_record(game.record()))
    screen.page.get_by_role("dialog").get_by_role("button", name="Resume").click()
    screen.drawn()
    return screen


def inside(spot: Locator, frame: Locator) -> bool:
    """Whether all of something is within the visible part of something else."""
    box, room = spot.bounding_box(), frame.bounding_box()
    assert box
    assert room
    return room["y"] <= box["y"] and box["y"] + box["height"] <= room["y"] + room["height"] + 1


def card(screen: Screen) -> Locator:
    """The battle card on the map."""
    return screen.page.locator(".stage .card")


def test_odds_are_above_the_fold_and_the_buttons_stay(screens: Screens) -> None:
    game = situation("basic", "soviet combat", X="0705", SA="0704", SB="0804", SV="0605")
    for size in (LARGE, PHONE):
        screen = seated(screens, game, size)
        bar = screen.page.locator(".actions")
        before = bar.bounding_box()
        if size is PHONE:
            look_at(screen, "0705")
        screen.select("SA")
        screen.point(screen.choice("0705"))
        rows = screen.panel.locator(".odds .chances")
        expect(rows).to_be_visible()
        assert bar.bounding_box() == before
        if size is LARGE:
            assert inside(rows, screen.panel)
        expect(bar.locator(".go")).to_be_in_viewport(ratio=1)
        screen.shoot(f"battle-odds-{size['width']}")


def test_a_battle_has_a_card_and_leaves_a_flag(screens: Screens) -> None:
    game = situation("basic", "soviet combat", dice=[1], X="0705", SA="0704", SB="0804", SV="0605")
    screen = seated(screens, game)
    screen.select("SA")
    screen.point(screen.choice("0705"))
    go(screen)
    expect(card(screen)).to_contain_text("Attack on 0705")
    expect(card(screen).locator(".dice")).to_be_visible()
    expect(card(screen).locator(".stamp")).to_be_visible()
    screen.shoot("battle-card")
    screen.page.keyboard.press("Escape")
    expect(card(screen)).to_have_count(0)
    screen.button(re.compile("^Battle 1")).click()
    expect(card(screen)).to_be_visible()


def test_pincher_battle(screens: Screens) -> None:
    screen = seated(screens, war("soviet combat", FRONT, turn=1, seed=2))
    look_at(screen, "4518")
    screen.select("su-6gm")
    screen.point(screen.choice("4518"))
    expect(screen.panel.locator(".odds .chances")).to_be_visible()
    screen.shoot("battle-odds-pincher")
    go(screen)
    expect(card(screen)).to_be_visible()
    screen.shoot("battle-card-pincher")


def test_ending_a_combat_phase_with_attacks_left_asks_first(screens: Screens) -> None:
    screen = seated(screens, war("soviet combat", FRONT, turn=1, seed=2))
    screen.page.locator(".actions .end").click()
    sheet = screen.page.get_by_role("dialog")
    expect(sheet).to_contain_text("Units that can still attack")
    screen.shoot("battle-end-phase")
    sheet.get_by_role("button", name="Go there").first.click()
    expect(sheet).to_have_count(0)
    expect(screen.page.locator('.panel .pick[aria-pressed="true"]')).to_have_count(1)


def test_an_atomic_attack_states_its_consequence(screens: Screens) -> None:
    screen = seated(screens, war("soviet combat", FRONT, turn=1, seed=2))
    drastic = screen.panel.locator(".drastic")
    expect(drastic).to_contain_text("Changes the war")
    screen.shoot("battle-drastic-group")
    drastic.get_by_role("button", name=re.compile("^Atomic attack")).click()
    look_at(screen, "4518")
    screen.point(screen.choice("4518"))
    go(screen)
    sheet = screen.page.get_by_role("dialog")
    expect(sheet).to_contain_text("You can't take this back")
    expect(sheet.locator("button.main")).to_be_focused()
    screen.shoot("battle-drastic")
    screen.page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)


def test_a_defender_compares_answers(screens: Screens) -> None:
    game = grognard.new("ocs/drill-3-combat", seed=1)
    german, soviet = screens.seated(game, size=LARGE)
    german.select("g-335")
    german.point(german.choice("28.17"))
    expect(german.panel.locator(".odds .chances")).to_be_visible()
    german.shoot("battle-odds-ocs")
    go(german)
    rows = soviet.panel.locator(".answers .row")
    expect(rows.first.locator(".bar")).to_be_visible()
    press(soviet, "Defend, led by 78th Rifle Division")
    expect(rows.first).to_have_attribute("aria-pressed", "true")
    expect(soviet.panel.locator(".odds .chances")).to_be_visible()
    soviet.shoot("battle-defend")
    expect(soviet.page.locator(".actions .go")).to_have_text("Defend, led by 78th Rifle Division")
    go(soviet)
    expect(card(soviet)).to_be_visible()
    soviet.shoot("battle-card-ocs")
