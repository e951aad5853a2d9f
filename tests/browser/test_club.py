"""Playing with people: an open game is joined, a draw agreed, a rematch begun, and the profile shows it."""

from __future__ import annotations

import re

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import expect

from tests.browser.driving import LAPTOP, PHONE, Screen, Screens

NAMES = ("Kutuzov", "Ney")


def member(screens: Screens, name: str, size: dict[str, int] = LAPTOP) -> Screen:
    """The lobby of somebody who has an account."""
    screen = screens.open(size=size)
    made = screen.page.request.post("/api/accounts", data={"name": name, "password": "correct horse"})
    assert made.ok, made.text()
    screen.page.evaluate("localStorage.setItem('grognard.signed-in', 'true')")
    screen.page.reload()
    return screen


def no_violations(screen: Screen) -> None:
    found = Axe().run(screen.page).response["violations"]
    assert not found, "\n".join(f"{one['id']}: {[node['target'] for node in one['nodes']]}" for one in found)


def test_open_game_draw_rematch_and_profile(screens_of_own_server: Screens) -> None:
    screens = screens_of_own_server
    host, guest = member(screens, NAMES[0]), member(screens, NAMES[1], PHONE)
    host.page.goto("/#/new/strike-force-one")
    host.page.get_by_role("radio", name=re.compile("^Basic")).check(force=True)
    host.page.get_by_role("radio", name=re.compile("^Play the Soviet side")).check(force=True)
    host.button("Open game").click()
    host.page.get_by_label("Rated").check()
    host.button("Start game").click()
    host.drawn()
    expect(
        host.page.get_by_role("status").filter(has_text="Waiting for a player to join as US")
    ).to_be_visible()

    guest.page.reload()
    offered = guest.page.get_by_role("region", name=re.compile("^Open games"))
    expect(offered).to_contain_text(NAMES[0])
    no_violations(guest)
    guest.shoot("open-games")
    offered.get_by_role("button", name=re.compile("as US$")).click()
    guest.drawn()
    expect(host.page.get_by_role("status").filter(has_text="Waiting for a player")).to_have_count(0)
    host.move("SB", "0407")
    expect(guest.counter("SB")).to_have_attribute("data-hex", "0407")

    host.menu().get_by_role("button", name="Offer a draw").click()
    offer = guest.page.get_by_role("alertdialog", name="Draw offer")
    expect(offer).to_contain_text("The Soviet player offers a draw")
    guest.shoot("draw-offer")
    no_violations(guest)
    offer.get_by_role("button", name="Accept").click()
    for screen in (host, guest):
        expect(screen.result).to_contain_text("Draw by agreement")
    host.shoot("draw-agreed")
    first = host.page.url

    for screen, unit in ((host, "X"), (guest, "SB")):  # sides are exchanged
        screen.result.get_by_role("button", name=re.compile("^Rematch")).click()
        expect(screen.result).to_have_count(0)
        screen.drawn()
        assert screen.page.url != first
        expect(screen.counter(unit)).to_be_visible()
    expect(guest.whose).to_contain_text("Your move")
    expect(host.whose).to_contain_text("Waiting for Soviet")

    host.page.goto(f"/#/player/{NAMES[1]}")
    expect(host.page.get_by_role("heading", name=NAMES[1])).to_be_visible()
    expect(host.page.locator("main")).to_contain_text("0 won, 1 drawn, 0 lost")
    host.shoot("profile")
    no_violations(host)
