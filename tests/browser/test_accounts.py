"""An account, for those who want one: seats follow it to another browser, and the others see the name."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.driving import Screen, Screens

NAME = "Old Guard"
PASSWORD = "correct horse"


def fill_in(screen: Screen, password: str) -> None:
    dialog = screen.page.get_by_role("dialog")
    dialog.get_by_label("Name").fill(NAME)
    dialog.get_by_label("Password").fill(password)
    screen.page.keyboard.press("Enter")


def test_a_seat_follows_its_account_to_another_browser(screens_of_own_server: Screens) -> None:
    screens = screens_of_own_server
    first = screens.open()
    friend = screens.invite(first)
    first.move("SB", "0407")
    first.page.goto("/#/")
    first.button("Sign in").click()
    first.button("Create account").click()
    fill_in(first, PASSWORD)
    first.button("Save 1 seat to account").click()
    expect(first.page.get_by_role("dialog")).to_contain_text("1 seat saved")
    first.page.keyboard.press("Escape")
    first.page.go_back()
    first.drawn()
    first.move("SA", "0701")  # with the seat's new secret

    second = screens.open()
    second.button("Sign in").click()
    fill_in(second, "wrong horse")
    expect(second.page.get_by_role("dialog").get_by_role("status")).not_to_be_empty()
    fill_in(second, PASSWORD)
    expect(second.page.get_by_role("dialog").get_by_role("heading", name=NAME)).to_be_visible()
    second.shoot("account")
    second.page.keyboard.press("Escape")
    games = second.page.get_by_role("region", name=f"{NAME}'s games")
    games.get_by_role("link").first.click()
    second.drawn()
    second.move("SD", "0507")
    expect(friend.counter("SD")).to_have_attribute("data-hex", "0507")
    expect(friend.tab("Chat").locator(".people")).to_contain_text(f"Soviet: {NAME}")
    screens.forgive("401")
