"""The Operational Combat Series by hand: a drill won at two screens, supply accounts, orders in groups."""

from __future__ import annotations

import re

from playwright.sync_api import expect

import grognard
from tests.browser.driving import ODDS, Screens, asked, go, look_at, press

WINNING = 4
"""A seed by which the attack costs the German a step by option, and the Soviet one."""


def test_a_drill_is_won_by_clicks_and_the_enemy_sees_no_more_than_he_may(screens: Screens) -> None:
    game = grognard.new("ocs/drill-3-combat", seed=WINNING)
    german, soviet = screens.seated(game, "german", "soviet")
    stack = {unit for unit, hex_ in german.standing().items() if hex_ == "27.17"}
    assert stack == {"g-15", "g-stg2", "g-sp1"}
    assert {unit for unit, hex_ in soviet.standing().items() if hex_ == "27.17"} == {"g-15"}
    soviet.shoot("ocs-fog")

    german.select("g-335")
    german.point(german.choice("28.17"))
    odds = german.panel.locator(".odds")
    for name in ("15th Infantry Division", "203rd Assault Gun Battalion"):
        odds.get_by_role("button", name=name, exact=True).click()
        expect(odds.get_by_role("button", name=name, exact=True)).to_have_attribute("aria-pressed", "true")
    expect(odds).to_contain_text("Action Rating, 335th Infantry Division")
    odds.get_by_role("button", name="15th Infantry Division leads").click()
    expect(odds).to_contain_text("Action Rating, 15th Infantry Division")
    expect(odds.locator(".chances")).to_contain_text(ODDS)
    german.shoot("ocs-odds")
    german.page.locator(".actions .go").click()

    expect(asked(soviet)).to_contain_text(
        "28.17 is attacked with Action Rating 4: choose the unit that leads"
    )
    expect(soviet.page.locator("body")).not_to_contain_text("4 SP")  # nothing is said of the dump
    soviet.shoot("ocs-defend")
    press(soviet, "Defend, led by 78th Rifle Division")
    go(soviet)
    expect(asked(german)).to_contain_text("lose a step, or retreat 1 hex")
    german.shoot("ocs-option")
    press(german, "Step loss: 15th Infantry Division")
    expect(asked(soviet)).to_contain_text("lose a step, or retreat 1 hex")
    soviet.select("s-r78")
    soviet.point(soviet.choice("28.18"))
    expect(asked(german)).to_contain_text("is empty: advance")
    german.shoot("ocs-advance")
    press(german, re.compile("^Advance 15th Infantry Division, 335th"))
    german.end()
    expect(german.result).to_contain_text("You won")
    expect(soviet.result).to_contain_text("You lost")


def test_supply_and_costs_an_overlay_and_orders_kept_apart(screens: Screens) -> None:
    [screen] = screens.seated(grognard.new("ocs/drill-5-fuel", seed=1), "german")
    look_at(screen, "35.12")
    screen.select("g-hq-xl")
    screen.panel.locator("summary", has_text="Supply and costs").click()
    account = screen.panel.locator(".explained")
    expect(account).to_contain_text("Supply of XL Panzer Corps")
    expect(account).to_contain_text("2 SP")
    account.scroll_into_view_if_needed()
    screen.shoot("ocs-account")

    expect(screen.page.locator('.gb-buttons button[aria-label^="attack"]')).to_have_count(0)
    dig = screen.panel.get_by_role("button", name=re.compile("^Build hedgehog"))
    dig.click()
    expect(dig).to_have_attribute("aria-pressed", "true")
    expect(screen.choice("33.13")).to_have_attribute("aria-label", re.compile("^choose 33.13"))
    screen.shoot("ocs-dig")
    dig.click()
    expect(screen.choice("34.14")).to_have_attribute("aria-label", re.compile("^move to 34.14"))

    layers = screen.page.get_by_role("group", name="Map overlays")
    layers.get_by_role("button", name="Exposed dumps").click()
    expect(layers.get_by_role("button", name="Exposed dumps")).to_have_attribute("aria-pressed", "true")
    screen.shoot("ocs-overlay")

    # without trace supply there is no Strat Mode, so the only other mode has a button of its own [5.8b]
    screen.panel.get_by_role("button", name="Change mode XL Panzer Corps: Move", exact=True).click()
    expect(screen.counter("g-hq-xl")).to_have_attribute("aria-label", re.compile("move"))
    screen.shoot("ocs-mode")


def test_a_stack_moves_as_one_and_overruns(screens: Screens) -> None:
    """Units that are moved one by one could not overrun together."""
    [screen] = screens.seated(grognard.new("ocs/drill-2-overrun", seed=1), "german")
    picks = screen.panel.locator(".faces .pick")
    for index in range(3):
        picks.nth(index).click(modifiers=["Shift"])
        expect(screen.panel.locator('.pick[aria-pressed="true"]')).to_have_count(index + 1)
    screen.point(screen.choice("32.13"))
    for unit in ("g-lah-pz1", "g-lah-pz2", "g-lah-stg"):
        expect(screen.counter(unit)).to_have_attribute("data-hex", "32.13")
    screen.point(screen.choice("31.13"))
    expect(screen.panel.locator('.odds .pick[aria-pressed="true"]')).to_have_count(3)
    expect(screen.panel.locator(".odds")).to_contain_text("Overrun on 31.13")
    screen.shoot("ocs-overrun")
