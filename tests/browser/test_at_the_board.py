"""Single things a person does: a refused click, keys alone, replay and play-on, records, a small screen."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.driving import PHONE, Screen, Screens


@pytest.fixture
def screen(screens: Screens) -> Screen:
    """A fresh Basic game in which one person plays both sides."""
    screen = screens.open()
    screen.begin("Basic", soviet="Me", us="Me")
    return screen


def test_a_refused_click_names_the_rule(screen: Screen) -> None:
    screen.select("SA")
    screen.point(screen.counter("X"))
    toast = screen.toast
    expect(toast).to_contain_text("Cannot:")
    rule = toast.locator(".rule").inner_text()
    assert re.fullmatch(r"[A-Z0-9][\w.-]*", rule)
    assert toast.locator(".says").inner_text()
    screen.shoot("why-not")
    toast.locator(".rule").click()
    expect(screen.panel.locator(".cited")).to_contain_text(rule)
    screen.shoot("rules")
    expect(screen.counter("SA")).to_have_attribute("data-hex", "0801")


def test_a_move_with_the_keyboard_alone(screen: Screen) -> None:
    press = screen.page.keyboard.press
    focused = screen.page.locator(":focus")
    for _ in range(40):
        press("Tab")
        if focused.get_attribute("data-unit"):
            break
    unit = focused.get_attribute("data-unit") or ""
    start = screen.counter(unit).get_attribute("data-hex") or ""
    press("Enter")
    expect(screen.counter(unit)).to_have_attribute("aria-pressed", "true")
    expect(screen.choice().first).to_be_visible()
    press("ArrowLeft")
    expect(screen.page.locator(".gb [aria-live]")).to_contain_text("move to")
    screen.shoot("keyboard")
    press("Enter")
    expect(screen.counter(unit)).not_to_have_attribute("data-hex", start)
    press("e")
    expect(screen.page.locator("header .track")).to_have_attribute("aria-label", re.compile("combat"))
    press("?")
    expect(screen.page.get_by_role("dialog")).to_contain_text("this help")


def test_undo_and_the_log(screen: Screen) -> None:
    screen.move("SB", "0407")
    screen.page.get_by_role("tab", name="Log").click()
    expect(screen.panel.get_by_role("list", name="What happened")).to_contain_text("0407")
    screen.shoot("log")
    screen.button("Undo").click()
    expect(screen.counter("SB")).to_have_attribute("data-hex", "0806")
    expect(screen.panel).to_contain_text("Nothing has happened yet")


def test_replay_and_play_on_from_there(screen: Screen) -> None:
    screen.move("SB", "0407")
    screen.move("SD", "0507")
    game = screen.page.url
    screen.menu().get_by_role("link", name="Replay").click()
    screen.drawn()
    replay = screen.page.get_by_role("region", name="Replay")
    expect(replay.locator(".count")).to_have_text("2 / 2")
    replay.get_by_role("button", name="To the start").click()
    expect(screen.counter("SB")).to_have_attribute("data-hex", "0806")
    replay.get_by_role("button", name="One order on").click()
    expect(screen.counter("SB")).to_have_attribute("data-hex", "0407")
    expect(screen.counter("SD")).to_have_attribute("data-hex", "0907")
    expect(replay.locator(".count")).to_have_text("1 / 2")
    screen.shoot("replay")
    replay.get_by_role("button", name="Play on from here").click()
    expect(screen.page).to_have_url(re.compile("#/game/"))
    screen.drawn()
    assert screen.page.url != game
    expect(screen.counter("SB")).to_have_attribute("data-hex", "0407")
    screen.move("SE", "0605")


def test_a_position_has_an_address_without_a_seat(screen: Screen, screens: Screens) -> None:
    screen.move("SB", "0407")
    address = screen.menu().get_by_label("This position").input_value()
    screen.shoot("share")
    other = screens.open(address)
    other.drawn()
    expect(other.counter("SB")).to_have_attribute("data-hex", "0407")


def test_a_record_goes_out_and_comes_in(screen: Screen, screens: Screens, tmp_path: Path) -> None:
    screen.move("SB", "0407")
    menu = screen.menu()
    with screen.page.expect_download() as download:
        menu.get_by_role("button", name="Download the record").click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    assert path.read_text(encoding="utf-8").startswith("grognard record")

    other = screens.open()
    other.button("Open a record and play on").click()
    other.page.get_by_label("Record file").set_input_files(path)
    other.shoot("open-record")
    other.page.get_by_role("dialog").get_by_role("button", name="Play on").click()
    other.drawn()
    expect(other.counter("SB")).to_have_attribute("data-hex", "0407")
    other.move("SD", "0507")

    watching = screens.open()
    watching.button("Watch a record").click()
    watching.page.get_by_label("Record file").set_input_files(path)
    watching.page.get_by_role("dialog").get_by_role("button", name="Watch").click()
    watching.drawn()
    expect(watching.page.get_by_role("region", name="Replay").locator(".count")).to_have_text("0 / 1")


def test_a_file_that_is_no_record_is_refused(screens: Screens, tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear friend", encoding="utf-8")
    screen = screens.open()
    screen.button("Open a record and play on").click()
    screen.page.get_by_label("Record file").set_input_files(path)
    expect(screen.page.get_by_role("alert")).to_contain_text("not a record")


def test_a_phone_shows_every_screen_and_plays(screens: Screens) -> None:
    screen = screens.open(size=PHONE, has_touch=True, is_mobile=True)

    def fits() -> bool:
        return bool(screen.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))

    expect(screen.link("Strike Force One")).to_be_visible()
    screen.shoot("phone-lobby")
    assert fits()
    screen.link("Play the computer").click()
    expect(screen.button("Begin")).to_be_visible()
    assert fits()
    screen.set_up("Basic", us="Random")
    screen.drawn()
    assert fits()
    screen.panel.get_by_role("button", name="0801").tap()
    expect(screen.choice("0802")).to_be_visible()
    screen.shoot("phone-game")
    screen.page.touchscreen.tap(*screen.middle(screen.choice("0802")))
    expect(screen.counter("SA")).to_have_attribute("data-hex", "0802")
