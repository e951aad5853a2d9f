"""Whole games, played by clicking what the screen offers."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.driving import Player, Screens


@pytest.mark.parametrize("level", ["Random", "Greedy", "Search"])
def test_basic_game_against_the_computer(screens: Screens, level: str) -> None:
    screen = screens.open()
    screen.begin("Basic", us=level)
    screen.shoot(f"game-{level.lower()}")
    assert Player(screen, marches=1).play()
    expect(screen.result).to_contain_text("You have")
    screen.shoot(f"result-{level.lower()}")


@pytest.mark.parametrize("scenario", ["Advanced", "Expert: Standard"])
def test_harder_game_against_the_computer(screens: Screens, scenario: str) -> None:
    screen = screens.open()
    screen.begin(scenario, us="Random")
    assert Player(screen, marches=1).play()
    expect(screen.result).to_contain_text("You have")
    screen.shoot(f"result-{scenario.partition(':')[0].lower()}")


def test_hot_seat_game_and_its_replay(screens: Screens) -> None:
    screen = screens.open()
    screen.begin("Basic", soviet="Me", us="Me")
    expect(screen.whose).to_contain_text("Soviet to decide")
    assert Player(screen, marches=1).play()
    expect(screen.result).to_be_visible()
    screen.result.get_by_role("link", name="Watch the replay").click()
    screen.drawn()
    replay = screen.page.get_by_role("region", name="Replay")
    expect(replay.locator(".count")).to_contain_text("0 /")
    replay.get_by_role("button", name="To the end").click()
    expect(screen.whose).to_contain_text("Game over")
    replay.get_by_label("As seen by").select_option("US")
    expect(screen.whose).to_contain_text("Game over")
    screen.shoot("replay-end")


def test_two_browsers_with_reloads_in_the_middle(screens: Screens) -> None:
    first = screens.open()
    first.link("Play a friend").click()
    first.set_up("Basic")
    seat = first.page.get_by_role("textbox", name="US").input_value()
    first.shoot("invite")
    first.link("To the board").click()
    first.drawn()
    second = screens.open(seat)
    second.drawn()
    assert seat.rsplit("/", 1)[-1] not in second.page.url
    players = [Player(first, seed=2, marches=1), Player(second, seed=3, marches=1)]
    for number in range(400):
        if not all(player.step(patient=False) for player in players):
            break
        if number in (5, 9):
            screen = players[number % 2].screen
            screen.page.reload()
            screen.drawn()
    expect(first.result).to_be_visible()
    expect(second.result).to_be_visible()
    title = first.result.get_by_role("heading").inner_text()
    assert second.result.get_by_role("heading").inner_text() == title
