"""Single things a person does: a refused click, rules, undo, overlays, records, a small screen."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

import grognard
from grognard.games import definition_of
from tests.browser.driving import PHONE, TWO_ROWS, Screen, Screens

FIXTURES = Path(__file__).parents[1] / "fixtures"


@pytest.fixture
def screen(screens: Screens) -> Screen:
    """A fresh Basic game in which one person plays both sides."""
    screen = screens.open()
    screen.begin("Basic", soviet="Me", us="Me")
    return screen


def expect_refusal(screen: Screen, refusal: grognard.Illegal | None) -> None:
    """The toast says why not, in the very words of the library and its catalogue."""
    assert refusal is not None
    toast = screen.toast
    expect(toast.locator(".rule")).to_have_text(refusal.rule.split("-")[0])
    expect(toast.locator(".says")).to_have_text(definition_of("sfo").rulebook().says(refusal.rule))
    expect(toast).to_contain_text("Illegal order:")


def test_a_refused_click_names_the_rule_and_its_sentence(screen: Screen) -> None:
    game = grognard.new("strike-force-one/basic")
    screen.select("SA")
    screen.point(screen.counter("X"))
    expect_refusal(screen, game.check("move SA 0302"))
    screen.shoot("why-not")
    rule = screen.toast.locator(".rule").inner_text()
    screen.toast.locator(".rule").click()
    expect(screen.panel.locator(".cited")).to_contain_text(rule)
    screen.shoot("rules")
    expect(screen.counter("SA")).to_have_attribute("data-hex", "0801")
    screen.move("SA", "0701")
    game.play("move SA 0701")
    screen.point(screen.counter("SA"))  # it has moved, so that a click on it is refused too
    expect_refusal(screen, game.check("move SA 0702"))
    expect(screen.counter("SA")).to_have_attribute("aria-pressed", "false")


def test_a_rule_is_found_by_its_words(screen: Screen) -> None:
    screen.page.keyboard.press("4")
    screen.panel.get_by_role("button", name="All").click()  # not only those of the level in play
    screen.panel.get_by_role("searchbox").fill("retreat advance")
    found = definition_of("sfo").rulebook().search("retreat advance")
    assert found
    for rule in found[:5]:
        expect(screen.panel).to_contain_text(rule.says)


def test_undo_and_the_log(screen: Screen) -> None:
    screen.move("SB", "0407")
    screen.page.get_by_role("tab", name="Log").click()
    expect(screen.panel.get_by_role("list", name="Game log")).to_contain_text("0407")
    screen.shoot("log")
    screen.button("Undo").click()
    expect(screen.counter("SB")).to_have_attribute("data-hex", "0806")
    expect(screen.panel).to_contain_text("will appear here")


def test_the_map_is_drawn_again_when_the_browser_has_lost_it(screen: Screen) -> None:
    """A canvas is empty after its graphics process has restarted, as here after a stroke of black."""
    lit = "c => c.getContext('2d').getImageData(c.width >> 1, c.height >> 1, 1, 1).data[0] > 0"
    blacken = "b.setTransform(1, 0, 0, 1, 0, 0); b.fillStyle = '#000'; b.fillRect(0, 0, 9999, 9999)"
    canvas = screen.page.locator(".gb-canvas")
    assert not canvas.evaluate(f"c => {{ const b = c.getContext('2d'); {blacken}; return ({lit})(c); }}")
    canvas.dispatch_event("contextrestored")
    screen.page.wait_for_function(f"({lit})(document.querySelector('.gb-canvas'))")


def test_overlays_come_and_go_by_key(screen: Screen) -> None:
    screen.move("SB", "0407")
    press = screen.page.keyboard.press
    press("Escape")
    screen.page.mouse.move(640, 5)

    def picture() -> bytes:
        return screen.page.locator(".stage").screenshot(mask=[screen.page.locator(".layers")])

    def until(is_so: Callable[[bytes], bool]) -> bytes:
        for _ in range(60):
            if is_so(seen := picture()):
                return seen
            screen.page.wait_for_timeout(50)
        raise AssertionError("the picture does not change as it should")

    bare = until(lambda seen: seen == picture())
    shown = {}
    for key in ("z", "t", "o", "m"):
        press(key)
        until(lambda seen: seen != bare)
        shown[key] = until(lambda seen: seen == picture())
        screen.shoot(f"overlay-{key}")
        press(key)
        until(lambda seen: seen == bare)
    assert len(set(shown.values())) == len(shown)
    titles = screen.page.get_by_role("group", name="Map overlays").get_by_role("button")
    shown_titles = titles.all_inner_texts()
    assert shown_titles[:3] == ["ZOCs", "Enemy reach", "Objectives"] and "Plan" in shown_titles
    press("u")
    expect(screen.toast).to_contain_text("No hexes to show")  # there is no supply in it
    press("l")
    expect(screen.page.get_by_role("dialog", name="Dice statistics")).to_be_visible()


def test_a_record_goes_out_and_comes_in(screen: Screen, screens: Screens, tmp_path: Path) -> None:
    screen.move("SB", "0407")
    menu = screen.menu()
    with screen.page.expect_download() as download:
        menu.get_by_role("button", name="Download record").click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    game = grognard.load(path)
    screen.stands_as(game)
    assert [entry.order for entry in game.history] == ["move SB 0806-0707-0607-0508-0407"]

    text = path.read_text(encoding="utf-8")
    other = screens.play_on(text)
    other.stands_as(game)
    other.move("SD", "0507")
    watching = screens.watch(text)
    expect(watching.page.get_by_role("region", name="Replay").locator(".count")).to_have_text("0 / 1")


def test_where_one_is_told_of_ones_move_is_read_back(screen: Screen) -> None:
    form = screen.menu().get_by_role("form", name="Notify me when it's my move")
    expect(form.get_by_role("button", name="Save")).to_be_enabled()
    expect(form.get_by_label("Email")).to_have_count(0)  # this server sends none
    form.get_by_label("Webhook").fill("https://example.org/moves")
    form.get_by_role("button", name="Save").click()
    expect(form.get_by_role("status")).to_contain_text("You'll be notified")
    screen.page.reload()
    screen.drawn()
    expect(screen.menu().get_by_label("Webhook")).to_have_value("https://example.org/moves")
    screen.shoot("told")


def test_a_file_that_is_no_record_is_refused(screens: Screens) -> None:
    screen = screens.open()
    screen.open_record("Resume a record", "Dear friend")
    expect(screen.page.get_by_role("alert")).to_contain_text("not a Grognard record")


def test_a_record_that_was_changed_is_refused_with_its_line(screens: Screens) -> None:
    text = (FIXTURES / "basic.record").read_text(encoding="utf-8")
    game = grognard.loads(text)
    moved = str(game.history[0].order)
    screen = screens.open()
    screen.open_record("Resume a record", text.replace(moved, moved[:-4] + "0909", 1))
    screen.page.get_by_role("dialog").get_by_role("button", name="Resume").click()
    expect(screen.page.get_by_role("alert")).to_contain_text(re.compile(r"Invalid record: .*line \d+"))
    screens.forgive("400")


def test_a_phone_shows_every_screen_and_plays(screens: Screens) -> None:
    screen = screens.open(size=PHONE, has_touch=True, is_mobile=True)

    def fits() -> bool:
        return bool(screen.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))

    expect(screen.link("Strike Force One")).to_be_visible()
    screen.shoot("phone-lobby")
    assert fits()
    screen.link("Play the computer").click()
    expect(screen.button("Start game")).to_be_visible()
    assert fits()
    screen.set_up("Basic", us="Recruit")
    screen.drawn()
    assert fits()
    assert screen.bar_height() < TWO_ROWS
    screen.panel.get_by_role("button", name="0801").tap()
    expect(screen.choice("0802")).to_be_visible()
    screen.shoot("phone-game")
    screen.page.touchscreen.tap(*screen.middle(screen.choice("0802")))
    expect(screen.counter("SA")).to_have_attribute("data-hex", "0802")
