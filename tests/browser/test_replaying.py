"""Looking back: a record step by step and through either side's eyes, playing on, sharing a position."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

import grognard
from tests.browser.driving import Screen, Screens

FIXTURES = Path(__file__).parents[1] / "fixtures"


def controls(screen: Screen) -> Locator:
    return screen.page.get_by_role("region", name="Replay")


def expect_at(screen: Screen, game: grognard.Game, number: int, side: str = "") -> None:
    """The board shows the game as it stood after so many orders."""
    expect(controls(screen).locator(".count")).to_have_text(f"{number} / {len(game.history)}")
    then = game.game_after(number)
    turn = re.compile(f"^Turn {then.turn} of .*{then.phase.split()[-1] if not then.over else ''}")
    expect(screen.page.locator("header .track")).to_have_attribute("aria-label", turn)
    screen.stands_as(then, side)


def turn_starts(game: grognard.Game) -> dict[int, int]:
    """After how many orders each turn began."""
    starts = {1: 0}
    for number in range(1, len(game.history) + 1):
        starts.setdefault(game.game_after(number).turn, number)
    return starts


def test_a_finished_game_step_by_step_by_turns_and_by_sides(screens: Screens) -> None:
    path = FIXTURES / "basic.record"
    game = grognard.load(path)
    end = len(game.history)
    screen = screens.watch(path.read_text(encoding="utf-8"))
    replay = controls(screen)
    expect_at(screen, game, 0)
    for number in (1, 2, 3):
        replay.get_by_role("button", name="Next order").click()
        expect_at(screen, game, number)
    replay.get_by_role("button", name="Previous order").click()
    expect_at(screen, game, 2)
    screen.page.keyboard.press("ArrowRight")
    expect_at(screen, game, 3)
    for turn, number in turn_starts(game).items():
        replay.get_by_role("combobox", name="Turn").select_option(label=str(turn))
        expect_at(screen, game, number)
    replay.get_by_role("button", name="Go to end").click()
    expect_at(screen, game, end)
    expect(screen.whose).to_contain_text("Game over")
    replay.get_by_label("Order", exact=True).fill(str(end // 2))
    expect_at(screen, game, end // 2)
    screen.shoot("replay")
    for side, title in (("soviet", "Soviet"), ("us", "US"), ("", "All sides")):
        replay.get_by_label("View as").select_option(label=title)
        expect_at(screen, game, end // 2, side)
    replay.get_by_role("button", name="Go to start").click()
    replay.get_by_role("button", name="Play", exact=True).click()
    expect(replay.locator(".count")).to_have_text(re.compile(r"^[2-9] /"))
    replay.get_by_role("button", name="Pause").click()


def test_each_side_sees_its_own_in_the_replay_of_a_game_with_secrets(foggy_screens: Screens) -> None:
    """The record of a game that is over: whose eyes one looks through decides what is there."""
    screen = foggy_screens.watch((FIXTURES / "basic.record").read_text(encoding="utf-8"))
    eyes = controls(screen).get_by_label("View as")
    for title, unit, hidden in (("Soviet", "SA", "X"), ("US", "X", "SA")):
        eyes.select_option(label=title)
        expect(screen.counter(unit)).to_be_visible()
        expect(screen.counter(hidden)).to_have_count(0)


def test_playing_on_from_the_middle_of_a_finished_game(screens: Screens) -> None:
    game = grognard.load(FIXTURES / "basic.record")
    screen = screens.watch((FIXTURES / "basic.record").read_text(encoding="utf-8"))
    watched = screen.page.url
    moving = next(n for n in range(2, 99) if game.game_after(n).phase == "us movement")
    controls(screen).get_by_label("Order", exact=True).fill(str(moving))
    expect_at(screen, game, moving)
    controls(screen).get_by_role("button", name="Continue from here").click()
    expect(screen.page).to_have_url(re.compile("#/game/"))
    screen.drawn()
    then = game.game_after(moving)
    screen.stands_as(then)
    move = next(order for order in then.orders() if order.verb == "move")
    unit, to = move.units[0], move.path[-1]
    screen.move(unit, to)
    then.play(f"move {unit} {to}")
    screen.stands_as(then)
    screen.page.goto(watched)  # what was played on from is as it was
    screen.drawn()
    expect(controls(screen).locator(".count")).to_contain_text(f"/ {len(game.history)}")


@pytest.mark.parametrize("by", ["menu", "replay"])
def test_a_position_has_an_address_that_gives_no_seat_away(screens: Screens, by: str) -> None:
    screen = screens.open()
    guest = screens.invite(screen)
    screen.move("SB", "0407")
    secrets = {seat for one in (screen, guest) for seat in seats_in(one)}
    assert len(secrets) == 3  # each seat, and the invite that the guest has taken
    if by == "menu":
        address = screen.menu().get_by_label("This position").input_value()
        screen.shoot("share")
    else:
        screen.menu().get_by_role("link", name="Replay").click()
        expect(controls(screen).locator(".count")).to_have_text("0 / 1")  # a replay begins at its start
        controls(screen).get_by_role("button", name="Go to end").click()
        expect(controls(screen).locator(".count")).to_have_text("1 / 1")
        controls(screen).get_by_role("button", name="Share position").click()
        expect(screen.page.get_by_role("status").filter(has_text="Link copied")).to_be_visible()
        address = screen.page.evaluate("navigator.clipboard.readText()")
    if by == "menu":
        screen.page.keyboard.press("Escape")
        screen.move("SD", "0507")  # the address is of that position, not of the game
    assert not any(secret in address for secret in secrets)

    told: list[str] = []
    stranger = screens.open("about:blank")
    stranger.page.on("response", lambda answer: told.append(answer.text() if "/api/" in answer.url else ""))
    stranger.page.on(
        "websocket", lambda line: line.on("framereceived", lambda frame: told.append(str(frame)))
    )
    stranger.page.goto(address)
    stranger.drawn()
    expect(stranger.counter("SB")).to_have_attribute("data-hex", "0407")
    expect(stranger.counter("SD")).to_have_attribute("data-hex", "0907")
    expect(stranger.page.get_by_role("button", name="Undo")).to_have_count(0)
    stranger.shoot("stranger")
    assert told and not any(secret in text for text in (*told, stranger.page.content()) for secret in secrets)
    assert seats_in(stranger) == []


def seats_in(screen: Screen) -> list[str]:
    """The secrets of seats that a browser keeps."""
    kept = screen.page.evaluate("JSON.stringify({...localStorage})").replace("\\", "")
    return re.findall(r'"(?:soviet|us)":"([\w-]{20,})"', kept)
