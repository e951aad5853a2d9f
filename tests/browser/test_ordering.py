"""Giving orders by hand: dragging, stacks, the odds as attackers join, keys alone."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from grognard.core.contract.explanation import Explanation
from grognard.core.play.game import Game
from grognard.core.play.record import write_record
from tests.browser.driving import ODDS, Screen, Screens, tab_to
from tests.support import situation


def taken_up(screens: Screens, game: Game) -> Screen:
    return screens.play_on(write_record(game.record()))


# -- moving ----------------------------------------------------------------------------------------


def test_a_counter_is_dragged_to_where_it_goes(screens: Screens) -> None:
    screen = screens.open()
    screen.begin("Basic", soviet="Me", us="Me")
    screen.select("SB")
    expect(screen.choice("0407")).to_be_visible()
    screen.drag("SB", screen.choice("0407"))
    expect(screen.counter("SB")).to_have_attribute("data-hex", "0407")


def test_a_drag_to_where_the_rules_forbid_says_why_and_does_nothing(screens: Screens) -> None:
    screen = screens.open()
    screen.begin("Basic", soviet="Me", us="Me")
    screen.drag("SB", screen.counter("X"))
    expect(screen.toast.locator(".rule")).to_be_visible()
    expect(screen.toast.locator(".says")).not_to_be_empty()
    expect(screen.counter("SB")).to_have_attribute("data-hex", "0806")


def test_a_stack_fans_out_and_a_part_of_it_goes(screens: Screens) -> None:
    stack = situation("advanced", "soviet movement", SA="0605", SB="0605", Z="0101")
    screen = taken_up(screens, stack)
    low = screen.counter("SB")
    strip = low.bounding_box()
    screen.page.mouse.move(*screen.middle(screen.counter("SA")))
    face = low.bounding_box()
    for _ in range(40):
        if strip and face and face["width"] > 3 * strip["width"]:
            break
        screen.page.wait_for_timeout(50)
        face = low.bounding_box()
    assert strip and face and face["width"] > 3 * strip["width"], "the stack does not fan out"
    screen.shoot("fan")
    screen.point(low)
    expect(low).to_have_attribute("aria-pressed", "true")
    expect(screen.counter("SA")).to_have_attribute("aria-pressed", "false")
    screen.page.keyboard.press("Escape")  # closes the fan and lets go
    screen.select("SB")
    screen.point(screen.choice("0505"))
    expect(low).to_have_attribute("data-hex", "0505")
    expect(screen.counter("SA")).to_have_attribute("data-hex", "0605")


def test_a_whole_stack_is_chosen_with_shift_and_goes_together(screens: Screens) -> None:
    screen = taken_up(screens, situation("advanced", "soviet movement", SA="0605", SB="0605", Z="0101"))
    screen.select("SA")
    screen.page.keyboard.down("Shift")
    screen.point(screen.counter("SB"))
    screen.page.keyboard.up("Shift")
    expect(screen.counter("SB")).to_have_attribute("aria-pressed", "true")
    screen.point(screen.choice("0505"))
    for unit in ("SA", "SB"):
        expect(screen.counter(unit)).to_have_attribute("data-hex", "0505")


# -- attacking -------------------------------------------------------------------------------------


def percent(probability: float) -> str:
    """As the panel writes it: a tenth of a percent, and no needless zero."""
    return f"{probability * 100:.1f}".removesuffix(".0") + "%"


def rule_number(id_: str) -> str:
    """As a rule chip writes it: the rulebook's own number."""
    return re.sub(r"^(\d+(?:\.\d+)*[a-z]?)-.*", r"\1", id_)


def expect_odds(odds: Locator, truth: Explanation) -> None:
    """The panel shows exactly what the library says."""
    expect(odds.locator("tbody tr")).to_have_count(len(truth.lines))
    expect(odds.locator("tfoot")).to_contain_text(truth.total)
    expect(odds.locator("td.value")).to_have_text([line.value for line in truth.lines])
    expect(odds.locator("td.chip")).to_have_text([rule_number(line.rule) for line in truth.lines])
    codes = [f"{c.result} {percent(c.probability)} {c.effect}".strip() for c in truth.chances]
    expect(odds.locator(".codes li")).to_have_text(codes)


def join(odds: Locator, game: Game, unit: str) -> None:
    """Press the face of a unit that may take part."""
    label = next(one.label for one in game.view().units if one.id == unit)
    odds.get_by_role("button", name=label, exact=True).click()


def test_the_odds_change_as_attackers_join_and_are_those_of_the_library(screens: Screens) -> None:
    game = situation("basic", "soviet combat", X="0705", SA="0704", SB="0804", SV="0605")
    screen = taken_up(screens, game)
    odds = screen.panel.locator(".odds")
    screen.select("SA")
    screen.point(screen.choice("0705"))
    seen = []
    for units in ("SA", "SA,SB", "SA,SB,SV"):
        joining = units[-2:]
        if joining != "SA":
            join(odds, game, joining)
        expect(odds.locator('.pick[aria-pressed="true"]')).to_have_count(len(units.split(",")))
        expect_odds(odds, game.preview(f"attack 0705 {units}"))
        seen.append(odds.locator(".chances").inner_text())
    screen.shoot("odds")
    assert len(set(seen)) == 3
    join(odds, game, "SV")  # and leaves again
    expect_odds(odds, game.preview("attack 0705 SA,SB"))
    screen.page.locator(".actions .go").click()
    game.play("attack 0705 SA,SB")
    log = screen.tab("Log").get_by_role("list", name="Game log")
    expect(log).to_contain_text(f"die {game.dice.log[-1].value}")


def test_the_odds_of_the_expert_game_count_support_on_the_map(screens: Screens) -> None:
    game = situation("expert-standard", "soviet combat", SA="0505", SB="0404", SAIR="0405", Y="0405")
    screen = taken_up(screens, game)
    screen.select("SA")
    screen.point(screen.choice("0405"))
    odds = screen.panel.locator(".odds")
    expect_odds(odds, game.preview("attack 0405 SA"))
    join(odds, game, "SB")
    expect_odds(odds, game.preview("attack 0405 SA,SB"))


# -- the keyboard ----------------------------------------------------------------------------------


def walk_to(screen: Screen, hex_: str) -> str:
    """Walk the hexes with the arrow keys; what is heard there."""
    heard = screen.page.locator(".gb .gb-live")
    screen.page.keyboard.press("ArrowUp")
    for _ in range(20):
        expect(heard).to_have_text(re.compile(r"^\d{4}"))
        at = heard.inner_text()
        column, row = int(at[:2]) - int(hex_[:2]), int(at[2:4]) - int(hex_[2:])
        if not column and not row:
            return at
        step = (
            ("ArrowLeft" if column > 0 else "ArrowRight")
            if column
            else ("ArrowUp" if row > 0 else "ArrowDown")
        )
        screen.page.keyboard.press(step)
        expect(heard).not_to_have_text(at)
    raise AssertionError(f"the arrows do not lead to {hex_}")


def test_a_game_is_begun_and_a_battle_fought_with_keys_alone(screens: Screens) -> None:
    screen = screens.open()
    press = screen.page.keyboard.press
    expect(screen.link("Strike Force One")).to_be_visible()
    tab_to(screen, "Play the computer")
    press("Enter")
    expect(screen.button("Start game")).to_be_visible()
    for _ in range(60):  # to the radio buttons of the sides, and down to both
        press("Tab")
        if screen.page.locator(":focus").get_attribute("name") == "side":
            break
    while not screen.page.get_by_role("radio", name="Both sides, hot seat").is_checked():
        press("ArrowDown")
    tab_to(screen, "Start game")
    press("Enter")
    screen.drawn()
    tab_to(screen, "can act")
    while "SB," not in (screen.page.locator(":focus").get_attribute("aria-label") or ""):
        press("n")
        expect(screen.panel.locator('.pick[aria-pressed="true"]')).to_have_count(1)
        if screen.counter("SB").get_attribute("aria-pressed") == "true":
            break
    assert "move to" in walk_to(screen, "0407")
    press("Enter")
    expect(screen.counter("SB")).to_have_attribute("data-hex", "0407")
    expect(screen.button("Undo")).to_be_enabled()  # the move has been shown
    expect(screen.page.locator(".actions .end")).to_be_enabled()
    press("e")
    expect(screen.page.locator("header .track")).to_have_attribute("aria-label", re.compile("combat"))
    press("n")
    expect(screen.counter("SB")).to_have_attribute("aria-pressed", "true")
    assert "attack" in walk_to(screen, "0406")
    press("Enter")
    expect(screen.panel.locator(".chances")).to_contain_text(ODDS)
    expect(screen.page.locator(".actions .go")).to_be_focused()
    screen.shoot("keyboard-attack")
    press("Enter")
    expect(screen.panel.locator(".odds")).to_have_count(0)
    press("3")
    expect(screen.panel.get_by_role("list", name="Game log")).to_contain_text(re.compile("attacks? 0406"))
