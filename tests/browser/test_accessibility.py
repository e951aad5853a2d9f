"""The automated accessibility check finds nothing: on every screen and dialog, in both themes, on a phone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import expect

import grognard
from grognard.core.play.record import write_record
from tests.browser.driving import ODDS, PHONE, Screen, Screens, look_at
from tests.games.nuremberg.moments import ATTACK, moment

THEMES: dict[str, Literal["light", "dark"]] = {"paper": "light", "night": "dark"}
FINISHED = Path(__file__).parents[1] / "fixtures" / "basic.record"
both_themes = pytest.mark.parametrize("theme", THEMES)


class Checker:
    """Collects what is wrong on the screens it is shown."""

    def __init__(self, theme: str) -> None:
        self.theme = theme
        self.found: list[str] = []

    def __call__(self, screen: Screen, name: str) -> None:
        screen.shoot(f"{name}-{self.theme}")
        for one in Axe().run(screen.page).response["violations"]:
            self.found += [
                f"{name}: {one['id']} ({one['help']}): {node['target']} {node['failureSummary']}"
                for node in one["nodes"]
            ]

    def dialogs(self, screen: Screen, doors: dict[str, Callable[[], None]]) -> None:
        """Open each dialog, look at it, and close it again."""
        for name, open_ in doors.items():
            open_()
            expect(screen.page.get_by_role("dialog")).to_be_visible()
            self(screen, name)
            screen.page.keyboard.press("Escape")
            expect(screen.page.get_by_role("dialog")).to_have_count(0)


@pytest.fixture
def check(theme: str) -> Iterator[Checker]:
    checker = Checker(theme)
    yield checker
    assert not checker.found, "\n".join(checker.found)


@both_themes
def test_no_violation_on_any_screen(screens: Screens, check: Checker, theme: str) -> None:
    screen = screens.open(color_scheme=THEMES[theme])
    page = screen.page
    expect(page.locator("html")).to_have_attribute("data-theme", theme)
    expect(screen.link("Strike Force One")).to_be_visible()
    check(screen, "lobby")
    screen.link("Play the computer").click()
    expect(screen.button("Start game")).to_be_visible()
    check(screen, "new-game")
    screen.set_up("Basic", soviet="Me", us="Me")
    screen.drawn()
    screen.select("SB")
    expect(screen.choice("0407")).to_be_visible()
    check(screen, "game")
    screen.point(screen.counter("X"))
    expect(screen.toast).to_be_visible()
    check(screen, "why-not")
    screen.move("SB", "0407")
    for tab in ("Units", "Log", "Rules", "Chat"):
        screen.tab(tab)
        check(screen, tab.lower())
    screen.tab("Orders")
    screen.end()
    screen.point(screen.choice("0406"))
    expect(screen.panel.locator(".chances")).to_contain_text(ODDS)
    check(screen, "odds")
    screen.menu().get_by_role("link", name="Replay").click()
    expect(page.get_by_role("region", name="Replay")).to_be_visible()
    screen.drawn()
    check(screen, "replay")


@both_themes
def test_no_violation_in_any_dialog(screens: Screens, check: Checker, theme: str) -> None:
    screen = screens.open(color_scheme=THEMES[theme])
    records = ("Resume a record", "Watch a record")
    doors: dict[str, Callable[[], None]] = {name: screen.button(name).click for name in records}
    doors |= {"lobby-settings": screen.button("Settings").click, "sign-in": screen.button("Sign in").click}
    check.dialogs(screen, doors)
    screen.button("Sign in").click()
    screen.button("Create account").click()
    check(screen, "account")
    screen.page.keyboard.press("Escape")
    text = FINISHED.read_text(encoding="utf-8")
    screen.open_record(records[0], text)
    expect(screen.page.get_by_role("radiogroup", name="US")).to_be_visible()
    check(screen, "open-record")
    screen.page.get_by_role("dialog").get_by_role("button", name="Resume").click()
    screen.drawn()
    press = screen.page.keyboard.press
    check.dialogs(
        screen,
        {
            "result": screen.button("Result").first.click,
            "keys": lambda: press("?"),
            "luck": lambda: press("l"),
            "go-to": lambda: press("g"),
            "settings": screen.button("Settings").click,
            "menu": lambda: screen.menu().wait_for(),
        },
    )


@both_themes
def test_no_violation_between_two_people(screens: Screens, check: Checker, theme: str) -> None:
    first = screens.open("/#/new/friend", color_scheme=THEMES[theme])
    first.set_up("Basic")
    expect(first.link("Go to board")).to_be_visible()
    check(first, "invite")
    link = first.page.get_by_role("textbox", name="US").input_value()
    first.link("Go to board").click()
    second = screens.open(link, color_scheme=THEMES[theme])
    for screen in (first, second):
        screen.drawn()
    check(second, "waiting")
    first.move("SB", "0407")
    first.move("SD", "0507")
    first.tab("Log").get_by_role("button", name="Take back to order 1").click()
    expect(second.page.get_by_role("alertdialog")).to_be_visible()
    check(second, "asked-back")


@both_themes
def test_no_violation_in_the_tutorial(screens: Screens, check: Checker, theme: str) -> None:
    screen = screens.open("/#/learn/first-steps", color_scheme=THEMES[theme])
    screen.drawn()
    check(screen, "tutorial")
    screen.button("Next").click()
    screen.select("SB")
    check(screen, "tutorial-step")


@both_themes
def test_no_violation_at_a_large_board(screens: Screens, check: Checker, theme: str) -> None:
    screen = screens.open("/#/new/grand-campaign", color_scheme=THEMES[theme])
    screen.option("Setup", "Free setup")
    check(screen, "large-new-game")
    screen.set_up("Grand Campaign", soviet="Me", allied="Me")
    screen.drawn()
    check(screen, "large-set-up")
    campaign = grognard.new("pincher/campaign", seed=1)
    campaign.play("roll")
    screen = screens.play_on(write_record(campaign.record()), scheme=THEMES[theme])
    check(screen, "large-air")
    while campaign.phase == "air superiority":
        campaign.play(next(iter(campaign.orders())))
    campaign.play("declare fight")
    screen = screens.play_on(write_record(campaign.record()), scheme=THEMES[theme])
    screen.panel.get_by_role("button", name="Atomic attack").click()
    check(screen, "large-seek")
    screen.button("Control").click()
    check(screen, "large-control")
    screen.page.keyboard.press("Escape")
    look_at(screen, "Osijek")
    screen.select("su-17gm")
    screen.point(screen.choice("5239"))
    expect(screen.panel.locator(".chances")).to_contain_text(ODDS)
    check(screen, "large-odds")


@both_themes
def test_no_violation_where_support_is_committed(screens: Screens, check: Checker, theme: str) -> None:
    game = moment("pact combat")
    game.play(ATTACK)
    screen = screens.take_up(write_record(game.record()), THEMES[theme])
    expect(screen.panel.locator(".asked h2")).to_contain_text("Commit support")
    check(screen, "commit")
    for number in (1, 2):
        screen.panel.get_by_role("button", name=f"Soviet artillery {number}", exact=True).click()
        if number == 1:
            expect(screen.panel.locator(".chances")).to_contain_text(ODDS)
            check(screen, "commit-chances")
    expect(screen.toast).to_contain_text("At most 1 artillery marker")
    check(screen, "commit-too-much")


@both_themes
def test_no_violation_on_a_phone(screens: Screens, check: Checker, theme: str) -> None:
    screen = screens.open(size=PHONE, has_touch=True, is_mobile=True, color_scheme=THEMES[theme])
    expect(screen.link("Strike Force One")).to_be_visible()
    check(screen, "phone-lobby")
    screen.link("Play the computer").click()
    expect(screen.button("Start game")).to_be_visible()
    check(screen, "phone-new-game")
    screen.set_up("Basic", soviet="Me", us="Me")
    screen.drawn()
    check(screen, "phone-game")
    screen.menu()
    check(screen, "phone-menu")
    screen.page.goto("/#/learn/first-steps")
    expect(screen.page.get_by_role("region", name="Tutorial")).to_be_visible()
    screen.drawn()
    check(screen, "phone-tutorial")


@pytest.mark.parametrize("theme", ["paper"])
def test_no_violation_in_a_large_game_on_a_phone(screens: Screens, check: Checker, theme: str) -> None:
    (screen,) = screens.seated(grognard.new("pincher/race-to-the-rhine", seed=1), "soviet", size=PHONE)
    check(screen, "phone-large")


@pytest.mark.parametrize("theme", ["night"])
def test_no_violation_on_the_curtain(foggy_screens: Screens, check: Checker, theme: str) -> None:
    screen = foggy_screens.open("/#/new", color_scheme=THEMES[theme])
    screen.set_up("Basic", soviet="Me", us="Me")
    expect(screen.page.locator(".handover")).to_be_visible()
    check(screen, "curtain")
