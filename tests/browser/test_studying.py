"""Studying a game: the analysis page of a finished one, plans that only one side sees, and what-if games."""

from __future__ import annotations

import re
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import expect

from tests.browser.driving import PHONE, Screens

BASIC = Path(__file__).parents[1] / "fixtures" / "basic.record"
A_MINUTE = 60_000


def test_analysis_by_its_address_and_into_the_replay(screens: Screens) -> None:
    watching = screens.watch(BASIC.read_text(encoding="utf-8"))
    found = re.search(r"replay/(\w+)", watching.page.url)
    assert found
    for size, name in (({"width": 1440, "height": 900}, "analysis"), (PHONE, "analysis-phone")):
        screen = screens.open(f"/analysis/{found[1]}", size=size)
        page = screen.page
        flags = page.locator(".chart .flag")
        expect(flags.first).to_be_visible(timeout=A_MINUTE)
        expect(page.get_by_role("heading", name="Soviet victory")).to_be_visible()
        expect(page.get_by_role("heading", name="Luck, by what it decided")).to_be_visible()
        screen.shoot(name)
        assert Axe().run(page).response["violations"] == []
    flags.first.click()
    panel = page.get_by_role("complementary", name="turning point")
    expect(panel).to_contain_text("Turning point 1 of")
    expect(panel.get_by_text("Before the order")).to_be_visible()
    panel.get_by_role("button", name="Show in replay").click()
    expect(page.get_by_role("region", name="Replay").locator(".count")).to_be_visible()
    assert re.search(r"replay/\w+/[1-9]", page.url)


def test_plan_is_one_sides_own_and_what_if_changes_nothing(screens: Screens) -> None:
    host = screens.open()
    guest = screens.invite(host)
    sent: list[str] = []
    host.page.on("request", lambda request: sent.append(request.post_data or ""))
    host.page.keyboard.press("p")
    plan = host.page.get_by_role("region", name="Your plan")
    for unit in ("SA", "SB"):
        host.point(host.counter(unit))
    expect(plan.get_by_text("0801 → 0806")).to_be_visible()
    host.point(host.counter("SD"))
    host.point(host.counter("SD"))
    plan.get_by_role("textbox", name="Note for 0907").fill("Hold here")
    plan.get_by_role("button", name="Save note").click()
    expect(plan.get_by_text("Hold here")).to_be_visible()
    host.shoot("plan")
    assert not any("Hold here" in text or "0806" in text for text in sent)
    stored = "() => JSON.stringify(localStorage)"
    assert "Hold here" in host.page.evaluate(stored) and "Hold here" not in guest.page.evaluate(stored)

    before = host.page.url
    plan.get_by_role("button", name="What if…").click()
    branch = host.page.get_by_role("region", name="What if")
    expect(branch).to_be_visible()
    host.drawn()
    host.move("SB", "0407")
    host.shoot("what-if")
    branch.get_by_role("button", name="Keep as plan").click()
    expect(host.page).to_have_url(before)
    host.drawn()
    expect(host.counter("SB")).to_have_attribute("data-hex", "0806")
    host.page.keyboard.press("p")
    expect(plan.get_by_text("0806 → 0407")).to_be_visible()
    expect(guest.counter("SB")).to_have_attribute("data-hex", "0806")
