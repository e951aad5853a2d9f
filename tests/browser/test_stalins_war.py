"""Pincher, Sandown and the Grand Campaign by hand: what only their rules ask, and whole turns."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, expect

import grognard
from grognard.core.game import Game, from_position
from grognard.core.position import Position
from grognard.core.record import write_record
from grognard.games import rules_of
from tests.browser.driving import PHONE, TWO_ROWS, Player, Screen, Screens, look_at

FRONT = {"su-6gm": "4618", "su-7gm": "4618", "us-1": "4518", "us-4": "3816"}
"""Two mechanized divisions in the woods, a US division in the open before them and another far away."""


def war(
    phase: str,
    at: Mapping[str, str],
    *,
    turn: int = 2,
    seed: int = 1,
    state: Mapping[str, Any] | None = None,
) -> Game:
    """A game from a position on the real map; the seed decides how the dice will fall."""
    place = Position("pincher/campaign", turn=turn, phase=phase, at=dict(at), state=dict(state or {}))
    return from_position(rules_of("pincher"), place, seed=seed)


def taken_up(screens: Screens, game: Game) -> Screen:
    """A screen at which one person plays both sides."""
    return screens.play_on(write_record(game.record()))


def at_two_screens(screens: Screens, game: Game) -> tuple[Screen, Screen]:
    """The screens of the two sides."""
    people = {side: {"kind": "human"} for side in game.sides}
    text = write_record(game.record())
    answer = httpx.post(f"{screens.address}/api/records", json={"text": text, "players": people})
    made = answer.raise_for_status().json()
    first, second = (screens.open(f"/games/{made['game']}#{made['seats'][side]}") for side in game.sides)
    first.drawn()
    second.drawn()
    return first, second


def asked(screen: Screen) -> Locator:
    """The question in the panel."""
    return screen.panel.locator(".asked h2")


def press(screen: Screen, name: str) -> None:
    """Press a button of the panel."""
    screen.panel.get_by_role("button", name=name, exact=True).click()


def go(screen: Screen) -> None:
    """Confirm what the odds are shown of."""
    screen.panel.locator(".go").click()


def in_box(screen: Screen, unit: str) -> Locator:
    """A counter beside the map, by what people call it."""
    return screen.page.get_by_role("region", name="Beside the map").get_by_title(unit, exact=True)


def log(screen: Screen) -> Locator:
    return screen.tab("Log").get_by_role("list", name="What happened")


# -- battles ---------------------------------------------------------------------------------------


def test_a_bloodbath_is_escalated_answered_and_ended(screens: Screens) -> None:
    game = war("soviet combat", FRONT, turn=1, seed=2)  # the die shows 3: a bloodbath
    screen = taken_up(screens, game)
    screen.select("su-6gm")
    screen.point(screen.choice("4518"))
    expect(screen.panel.locator(".odds")).to_contain_text("Soviet 6th Guards Mechanized Division")
    expect(screen.panel.locator(".chances")).to_contain_text("Bloodbath")
    odds = screen.panel.locator(".odds")
    odds.get_by_role("button", name="Soviet 7th Guards Mechanized Division").click()
    expect(odds.locator('.pick[aria-pressed="true"]')).to_have_count(2)
    go(screen)
    expect(asked(screen)).to_contain_text("costs you a step")
    screen.shoot("war-losses")
    press(screen, "Lose Soviet 6th Guards Mechanized Division")
    expect(asked(screen)).to_contain_text("Bloodbath in 4518: give up another step")
    screen.shoot("war-escalate")
    press(screen, "Escalate Soviet 7th Guards Mechanized Division")
    expect(asked(screen)).to_contain_text("lose another step, or withdraw")
    expect(screen.whose).to_contain_text("NATO to decide")
    screen.shoot("war-answer")
    press(screen, "Withdraw")
    expect(asked(screen)).to_contain_text("Retreat from 4518")
    screen.point(screen.choice("4418"))
    expect(screen.counter("us-1")).to_have_attribute("data-hex", "4418")
    expect(asked(screen)).to_contain_text("4518 is empty: advance")
    screen.shoot("war-advance")
    press(screen, "Advance Soviet 6th Guards Mechanized Division")
    expect(screen.counter("su-6gm")).to_have_attribute("data-hex", "4518")
    press(screen, "Do not advance")
    expect(log(screen)).to_contain_text("US 1st Infantry Division retreats")


def test_a_probing_attack_goes_into_an_empty_hex_beside_the_enemy(screens: Screens) -> None:
    screen = taken_up(screens, war("soviet combat", FRONT))
    screen.select("su-7gm")
    screen.point(screen.choice("4619"))
    expect(screen.panel.locator(".go")).to_be_visible()
    screen.shoot("war-probe")
    go(screen)
    expect(screen.counter("su-7gm")).to_have_attribute("data-hex", "4619")
    expect(screen.panel).to_contain_text("probes into 4619")


# -- by air, by sea --------------------------------------------------------------------------------


def test_paratroops_drop_behind_the_front(screens: Screens) -> None:
    at = {**FRONT, "su-7gp": "airborne", "su-31gp": "airborne"}
    sky = {"air": [0], "airpower": ["4516"], "aerial-left": [1]}
    game = war("soviet movement", at, turn=1, state=sky)
    screen = taken_up(screens, game)
    in_box(screen, "Soviet 7th Guards Airborne Division").click()
    screen.point(screen.choice("4418"))
    screen.shoot("war-drop")
    go(screen)
    expect(screen.counter("su-7gp")).to_have_attribute("data-hex", "4418")
    expect(log(screen)).to_contain_text("Soviet 7th Guards Airborne Division drops into 4418")


def test_a_stack_goes_by_sea_from_port_to_port(screens: Screens) -> None:
    screen = taken_up(screens, war("nato movement", {**FRONT, "us-4": "2308"}, turn=1))
    look_at(screen, "Le Havre")
    screen.select("us-4")
    look_at(screen, "Kiel")
    screen.point(screen.choice("5206"))
    expect(screen.counter("us-4")).to_have_attribute("data-hex", "5206")
    expect(log(screen)).to_contain_text("US 4th Infantry Division goes by sea")


# -- the bomb --------------------------------------------------------------------------------------


def test_the_waiting_player_passes_declines_and_still_calls_halt(screens: Screens) -> None:
    game = war("soviet movement", {**FRONT, "su-6gt": "4722"})
    soviet, nato = at_two_screens(screens, game)
    soviet.move("su-6gt", "4721")
    expect(asked(nato)).to_contain_text("Make an atomic attack, pass this once, or decline")
    expect(soviet.whose).to_contain_text("Waiting for NATO")
    nato.shoot("war-halt")
    press(nato, "Not now")
    soviet.move("su-7gm", "4619")  # the next operation, and NATO is asked again
    expect(asked(nato)).to_contain_text("Make an atomic attack")
    press(nato, "Not in this phase")
    soviet.select("su-6gm")  # nobody is asked any more, but may call halt
    expect(nato.panel.locator(".asked")).to_contain_text("NATO may")
    look_at(nato, "4619")
    nato.point(nato.choice("4619"))
    expect(nato.panel.locator(".odds")).to_contain_text("%")
    nato.shoot("war-strike")
    go(nato)
    expect(soviet.panel.get_by_role("list").last).to_contain_text("atomic attack on 4619")
    blast = soviet.page.locator('.gb-buttons [data-unit="blast-4619"]')
    expect(blast).to_have_attribute("data-hex", "4619")
    soviet.shoot("war-blast")


# -- setting up ------------------------------------------------------------------------------------


def test_a_free_set_up_by_dragging_and_for_the_rest_by_itself(screens: Screens) -> None:
    screen = screens.open("/#/new/pincher")
    screen.page.get_by_label("Set-up").select_option(label="Free set-up")
    screen.set_up("Race to the Rhine", communist="Me", nato="Me")
    screen.drawn()
    expect(asked(screen)).to_contain_text("Set up your units")
    unit = in_box(screen, "US 4th Infantry Division")
    expect(unit).to_be_visible()
    look_at(screen, "Kassel")
    unit.click()
    expect(screen.choice("4214")).to_be_visible()
    screen.shoot("war-set-up")
    mouse = screen.page.mouse
    mouse.move(*screen.middle(unit))
    mouse.down()
    mouse.move(*screen.middle(screen.choice("4214")), steps=6)
    mouse.up()
    expect(screen.counter("us-4")).to_have_attribute("data-hex", "4214")
    for side in ("NATO", "Communist"):
        expect(screen.whose).to_contain_text(f"{side} to decide")
        screen.panel.get_by_role("button", name="Set up the rest for me").click()
        screen.end()
    track = screen.page.locator("header .track")
    expect(track).to_have_attribute("aria-label", re.compile("Air superiority"))


def test_a_refused_click_names_the_rule_and_its_sentence(screens: Screens) -> None:
    game = war("soviet movement", FRONT)
    screen = taken_up(screens, game)
    screen.select("su-6gm")
    screen.point(screen.counter("us-1"))
    refusal = game.check("move su-6gm 4518")
    assert isinstance(refusal, grognard.Illegal)
    expect(screen.toast.locator(".rule")).to_have_text(refusal.rule)
    expect(screen.toast.locator(".says")).to_have_text(game.rules.catalogue().says(refusal.rule))
    screen.shoot("war-why-not")
    expect(screen.counter("su-6gm")).to_have_attribute("data-hex", "4618")
    layers = screen.page.get_by_role("group", name="Shown over the map")
    expect(layers.get_by_role("button", name="Supply")).to_be_visible()
    screen.page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    assert screen.bar_height() < TWO_ROWS


# -- whole turns -----------------------------------------------------------------------------------


MARCHES = ("move", "column", "enter", "sea", "drop")


class Commander(Player):
    """Plays calmly: an order or two in a phase, no atomic attacks, and what must be answered."""

    CALM = (
        "Roll for air superiority",
        re.compile("^Air "),
        "Declare move",
        "Not in this phase",
        "End the phase",
        "Do not advance",
        "End the bloodbath",
        "Withdraw",
    )

    def _end(self) -> bool:
        free = self.screen.panel.locator(".free")
        for name in self.CALM:
            buttons = free.get_by_role("button", name=name, exact=isinstance(name, str))
            if buttons.count():
                return self._press(buttons.first)
        return False

    def play_to(self, turn: int) -> None:
        """Until a turn begins."""
        track = self.screen.page.locator("header .track")
        while not (track.get_attribute("aria-label") or "").startswith(f"Turn {turn} "):
            assert self.step(), "the game is over"


@pytest.mark.parametrize(
    "scenario",
    ["pincher/race-to-the-rhine", "sandown/tabriz-and-erzurum", "grand-campaign/grand-campaign"],
)
def test_two_turns_by_hand(screens: Screens, scenario: str) -> None:
    screen = taken_up(screens, grognard.new(scenario, seed=5))
    Commander(screen, seed=1, marches=2).play_to(3)
    screen.shoot(f"turns-{scenario.partition('/')[0]}")
    number = screen.page.url.rpartition("/")[2]
    played = grognard.loads(httpx.get(f"{screens.address}/api/games/{number}/record").text)
    assert played.turn == 3
    orders = {(entry.side, entry.order.partition(" ")[0]) for entry in played.history}
    for side in played.sides:
        assert {(side, "declare"), (side, "end")} <= orders
        assert any((side, verb) in orders for verb in MARCHES)
