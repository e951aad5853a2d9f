"""Air missions of the Operational Combat Series at the screen: planned, answered and flown with the mouse."""

from __future__ import annotations

from playwright.sync_api import expect

import grognard
from tests.browser.driving import Screens, asked, go, log, press


def test_a_mission_is_planned_answered_and_flown_with_the_mouse(screens: Screens) -> None:
    game = grognard.new("ocs/drill-9-air-combat", seed=3)
    game.play("end")
    german, soviet = screens.seated(game)
    german.select("ga-87c")
    german.point(german.choice("32.16"))
    strip = german.page.get_by_role("region", name="Air barrage of 32.16")
    titles = ["Take off", "Intercept?", "Air Combat", "Flak 2 or 3", "Barrage", "Return"]
    expect(strip.locator("li > b")).to_have_text(titles)
    expect(strip).to_contain_text("27.8–41.7%")
    expect(strip).to_contain_text("the Soviet player decides")
    german.panel.get_by_title("Bf 109, I/JG 52", exact=True).click()  # an escort
    expect(strip).to_contain_text("2 air units")
    german.shoot("ocs-air-mission")
    go(german)
    expect(asked(soviet)).to_contain_text("Intercept the enemy mission to 32.16")
    strip = soviet.page.get_by_role("region", name="Air barrage of 32.16")
    expect(strip.locator("[aria-current]")).to_contain_text("Intercept?")
    expect(strip).to_contain_text("Bf 109, I/JG 52 on top")
    expect(strip).not_to_contain_text("2 air units")
    soviet.shoot("ocs-air-interception")
    press(soviet, "Let through")
    expect(log(german)).to_contain_text("Flak")


def test_craft_sail_and_put_their_units_ashore_with_the_mouse(screens: Screens) -> None:
    game = grognard.new("ocs/drill-12-beach-assault", seed=3)
    (allied,) = screens.seated(game, "allied")
    allied.point(allied.counter("u-18"))  # it cannot land yet, so its craft are selected
    expect(allied.counter("al-lc2")).to_have_attribute("aria-pressed", "true")
    allied.point(allied.choice("34.10"))
    expect(allied.counter("u-18")).to_have_attribute("data-hex", "34.10")
    allied.select("u-18")  # the craft were still in hand
    press(allied, "Land 18 Infantry")
    allied.tab("Orders").get_by_role("button", name="Roll for landings").click()
    expect(log(allied)).to_contain_text("18 Infantry ashore in 34.10")
