"""At one screen in a game with secrets: a curtain between turns, and nothing of the others behind it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.driving import Screen, Screens

SOVIETS = {"SA", "SB", "SV", "SG", "SD", "SE"}
AMERICANS = {"W", "X", "Y", "Z"}


@pytest.fixture
def screen(foggy_screens: Screens) -> Screen:
    """A game at one screen, before anybody has sat down."""
    screen = foggy_screens.open()
    screen.link("Play the computer").click()
    screen.set_up("Basic", soviet="Me", us="Me")
    return screen


def curtain(screen: Screen, side: str) -> Locator:
    """The curtain that waits for a side."""
    return screen.page.locator(".handover").filter(has=screen.page.get_by_role("heading", name=side))


def sit_down(screen: Screen, side: str) -> None:
    screen.button("Show board").click()
    screen.drawn()
    expect(screen.page.locator(".handover")).to_have_count(0)


def expect_nothing_behind(screen: Screen) -> None:
    assert screen.page.locator(".handover").bounding_box() == {"x": 0, "y": 0, "width": 1280, "height": 720}
    assert screen.standing() == {}
    expect(screen.panel).to_have_count(0)
    assert "0407" not in screen.page.content()


def test_a_curtain_falls_between_the_turns(screen: Screen) -> None:
    expect(curtain(screen, "Soviet")).to_be_visible()
    expect_nothing_behind(screen)
    sit_down(screen, "Soviet")
    assert set(screen.standing()) == SOVIETS
    screen.move("SB", "0407")
    screen.end()
    expect(screen.page.locator("header .track")).to_have_attribute("aria-label", "Turn 1 of 4, Soviet combat")
    expect(screen.page.locator(".handover")).to_have_count(0)  # still the same player
    screen.end()
    expect(curtain(screen, "US")).to_be_visible()
    expect_nothing_behind(screen)
    screen.shoot("curtain")
    screen.page.reload()
    expect(curtain(screen, "US")).to_be_visible()
    expect_nothing_behind(screen)
    sit_down(screen, "US")
    assert set(screen.standing()) == AMERICANS
    screen.tab("Log")
    expect(screen.panel).not_to_contain_text("0407")  # the move was not for American eyes
    screen.tab("Orders")
    screen.move("X", "0403")


def test_the_keyboard_does_not_get_behind_the_curtain(screen: Screen) -> None:
    sit_down(screen, "Soviet")
    screen.end()
    screen.end()
    expect(curtain(screen, "US").get_by_role("heading")).to_be_focused()
    for key in ("Enter", " ", "Tab", "Tab", "Tab", "3", "g", "e", "l", "?", "Backspace", "Escape"):
        screen.page.keyboard.press(key)
        expect_nothing_behind(screen)
    expect(screen.page.locator("dialog")).to_have_count(0)
    expect(curtain(screen, "US")).to_be_visible()
