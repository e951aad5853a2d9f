"""Pincher, Sandown and the Grand Campaign by hand: what only their rules ask, and whole turns."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import count
from typing import Any, NamedTuple

import httpx
import pytest
from playwright.sync_api import expect

import grognard
from grognard.core.contract.outside.position import Position
from grognard.core.dice import Dice
from grognard.core.play.game import Game
from grognard.core.play.positions import from_position
from grognard.core.play.record import write_record
from grognard.games import definition_of
from tests.browser.driving import (
    PHONE,
    TWO_ROWS,
    Player,
    Screen,
    Screens,
    asked,
    confirm,
    go,
    in_box,
    log,
    look_at,
    press,
)

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
    return from_position(definition_of("pincher"), place, seed=seed)


def taken_up(screens: Screens, game: Game) -> Screen:
    """A screen at which one person plays both sides."""
    return screens.play_on(write_record(game.record()))


def test_a_unit_tells_by_what_it_is_supplied(screens: Screens) -> None:
    screen = taken_up(screens, war("soviet movement", FRONT))
    look_at(screen, "4618")
    screen.select("su-6gm")
    screen.panel.locator("summary", has_text="Supply").click()
    account = screen.panel.locator(".explained")
    expect(account).to_contain_text("Supply of Soviet 6th Guards Mechanized Division in 4618")
    expect(account.get_by_role("row", name=re.compile("^Supply line to 57"))).to_contain_text("yes")
    expect(account.locator("tfoot")).to_have_text("in supply")
    screen.shoot("pincher-supply")


# -- battles ---------------------------------------------------------------------------------------


def test_a_bloodbath_is_escalated_answered_and_ended(screens: Screens) -> None:
    game = war("soviet combat", FRONT, turn=1, seed=2)  # the die shows 3: a bloodbath
    screen = taken_up(screens, game)
    screen.select("su-6gm")
    screen.point(screen.choice("4518"))
    expect(screen.panel.locator(".odds")).to_contain_text("Soviet 6th Guards Mechanized Division")
    chances = screen.panel.locator(".chances")
    expect(chances).to_contain_text("You lose a step and US 1st Infantry Division loses a step.")
    odds = screen.panel.locator(".odds")
    odds.get_by_role("button", name="Soviet 7th Guards Mechanized Division").click()
    expect(odds.locator('.pick[aria-pressed="true"]')).to_have_count(2)
    expect(chances).to_contain_text("you may lose another step")  # one division alone would have but one left
    go(screen)
    expect(asked(screen)).to_contain_text("choose a unit to take the step loss")
    screen.shoot("war-losses")
    press(screen, "Step loss: Soviet 6th Guards Mechanized Division")
    expect(asked(screen)).to_contain_text("Bloodbath in 4518: lose another step to continue")
    screen.shoot("war-escalate")
    press(screen, "Continue bloodbath: Soviet 7th Guards Mechanized Division")
    expect(asked(screen)).to_contain_text("lose another step, or withdraw")
    expect(screen.whose).to_contain_text("NATO to move")
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


# -- the bomb --------------------------------------------------------------------------------------


def test_the_waiting_player_passes_declines_and_still_calls_halt(screens: Screens) -> None:
    game = war("soviet movement", {**FRONT, "su-6gt": "4722"})
    soviet, nato = screens.seated(game)
    soviet.move("su-6gt", "4721")
    expect(asked(nato)).to_contain_text("Make an atomic attack, pass this time, or decline")
    expect(soviet.whose).to_contain_text("Waiting for NATO")
    nato.shoot("war-halt")
    press(nato, "Pass for now")
    soviet.move("su-7gm", "4619")  # the next operation, and NATO is asked again
    expect(asked(nato)).to_contain_text("Make an atomic attack")
    press(nato, "Skip this phase")
    soviet.select("su-6gm")  # nobody is asked any more, but may call halt
    expect(nato.panel.locator(".asked")).to_contain_text("Optional")
    press(nato, re.compile("^Atomic attack"))
    look_at(nato, "4619")
    nato.point(nato.choice("4619"))
    expect(nato.panel.locator(".odds")).to_contain_text("%")
    nato.shoot("war-strike")
    go(nato)
    confirm(nato)
    expect(soviet.panel.get_by_role("list").last).to_contain_text("atomic attack on 4619")
    blast = soviet.page.locator('.gb-buttons [data-unit="blast-4619"]')
    expect(blast).to_have_attribute("data-hex", "4619")
    soviet.shoot("war-blast")


# -- setting up ------------------------------------------------------------------------------------


def test_a_free_set_up_by_dragging_and_for_the_rest_by_itself(screens: Screens) -> None:
    screen = screens.open("/#/new/pincher")
    screen.option("Setup", "Free setup")
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
        expect(screen.whose).to_contain_text(f"{side} to move")
        screen.panel.get_by_role("button", name="Set up rest").click()
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
    expect(screen.toast.locator(".rule")).to_have_text(refusal.rule.split("-")[0])
    expect(screen.toast.locator(".says")).to_have_text(game.definition.rulebook().says(refusal.rule))
    screen.shoot("war-why-not")
    expect(screen.counter("su-6gm")).to_have_attribute("data-hex", "4618")
    layers = screen.page.get_by_role("group", name="Map overlays")
    expect(layers.get_by_role("button", name="Supply")).to_be_visible()
    screen.page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    assert screen.bar_height() < TWO_ROWS


# -- whole turns -----------------------------------------------------------------------------------


class Front(NamedTuple):
    """A few units for two turns in which everything happens once."""

    scenario: str
    letter: str
    """Before the hex numbers."""
    target: str
    """Open ground, where one enemy division stands."""
    near: tuple[str, ...]
    """The hexes around it, clockwise from the north: attackers in the first, another unit in the second."""
    foe: str
    sailor: str
    ports: tuple[str, str]
    struck: int
    """Which of the hexes around the target is struck in the end: that of a unit, or one that nobody is in."""
    air: tuple[int, ...]
    """Air dice of either side on each map."""

    def at(self, hex_: str) -> str:
        return self.letter + hex_


CHAMPAGNE = ("2415", "2515", "2516", "2417", "2316", "2315")
EUROPE: dict[str, Any] = {
    "target": "2416", "near": CHAMPAGNE, "foe": "us-1", "sailor": "us-4", "ports": ("3606", "2308"),
}  # fmt: skip
FRONTS = {
    "pincher": Front("pincher/campaign", "", **EUROPE, struck=2, air=(1,)),
    "sandown": Front(
        "sandown/campaign", "", "3870", ("3869", "3969", "3970", "3871", "3770", "3769"), "uk-1", "uk-3",
        ("2469", "2360"), struck=4, air=(2,),
    ),
    "grand": Front("grand-campaign/grand-campaign", "E", **EUROPE, struck=2, air=(1, 2)),
}  # fmt: skip
ATTACKERS, PROBER, PARA = ("su-3m", "su-5m"), "su-4gt", "su-7gp"
BLOODBATH = 5
"""The die for one at odds of 2:1 or 3:1: the division in the open is cut off."""


def opening(front: Front) -> Game:
    """Turn 2 before the air roll: the Soviets at a division in the open, an airborne one waiting, a ship."""
    at = dict.fromkeys(ATTACKERS, front.at(front.near[0]))
    at |= {PROBER: front.at(front.near[1]), PARA: "airborne"}
    at |= {front.foe: front.at(front.target), front.sailor: front.at(front.ports[0])}
    place = Position(front.scenario, turn=2, phase="", at=at)
    return from_position(definition_of(front.scenario.partition("/")[0]), place, seed=seed_for(front))


def seed_for(front: Front) -> int:
    """A seed by which the Soviets win the first air roll by one, and the first battle is a bloodbath."""
    for seed in count():
        dice = Dice(seed)
        leads = [
            sum(dice.roll("air") for _ in range(each)) - sum(dice.roll("air") for _ in range(each))
            for each in front.air
        ]
        if leads[0] == 1 and all(leads) and dice.roll("battle") == BLOODBATH:
            return seed
    raise AssertionError("unreachable")


class Commander(Player):
    """Does a few things, each when it is first asked for such, and else only what must be answered."""

    CALM = (
        "Roll air superiority",
        re.compile("^Place airpower "),
        "Declare: move first",
        "Skip this phase",
        "End phase",
        "Do not advance",
        "End bloodbath",
    )
    DEEDS = (
        ("fly", "You have air superiority"),
        ("drop", "Move your units"),
        ("fight", "Attack with units"),
        ("probe", "Attack with units"),
        ("sail", "Move your units"),
        ("strike", "Attack with units"),
    )
    """What is done, in this order, and the question it answers."""

    def __init__(self, screen: Screen, front: Front) -> None:
        super().__init__(screen, marches=0)
        self.front = front
        self.left = list(self.DEEDS)

    def play_to(self, turn: int) -> None:
        """Until a turn begins."""
        track = self.screen.page.locator("header .track")
        while not (track.get_attribute("aria-label") or "").startswith(f"Turn {turn} "):
            assert self.step(), "the game is over"
        assert self.left == []

    def _end(self) -> bool:
        for deed, question in self.left[:1]:
            # the last two belong to the enemies of the Soviets
            soviet = self.screen.panel.locator(".who").inner_text() in ("Communist", "Soviet")
            if asked(self.screen).inner_text().startswith(question) and soviet == (len(self.left) > 2):
                del self.left[0]
                getattr(self, deed)()
                return True
        panel = self.screen.page.locator(".panel")
        for name in self.CALM:
            buttons = panel.get_by_role("button", name=name, exact=isinstance(name, str))
            if buttons.count() and buttons.first.is_enabled():
                return self._press(buttons) and self._confirm()
        return False

    # -- deeds -----------------------------------------------------------------------------------

    def fly(self) -> None:
        """Far from the battle that is to come."""
        self._click(self.front.at(self.front.ports[0]))
        marker = self.screen.page.locator('.gb-buttons [data-unit^="air-"]')
        expect(marker).to_have_attribute("data-hex", self.front.at(self.front.ports[0]))

    def _click(self, hex_: str) -> None:
        """A click on the map itself, where a hex is that may not be marked."""
        for there in (
            self.front.at(self.front.ports[1]),
            hex_,
        ):  # what was out of sight is shown in the middle
            look_at(self.screen, there)
        self.screen.point(self.screen.page.locator(".gb"))
        self.screen.tab("Orders")

    def drop(self) -> None:
        screen, to = self.screen, self.front.at(self.front.near[3])
        in_box(screen, "Soviet 7th Guards Airborne Division").click()
        look_at(screen, to)
        screen.point(screen.choice(to))
        go(screen)
        expect(screen.counter(PARA)).to_have_attribute("data-hex", to)

    def fight(self) -> None:
        screen = self.screen
        look_at(screen, self.front.at(self.front.target))
        screen.select(ATTACKERS[0])
        screen.point(screen.choice(self.front.at(self.front.target)))
        odds = screen.panel.locator(".odds")
        odds.get_by_role("button", name="Soviet 5th Mechanized Division").click()
        expect(odds.locator('.pick[aria-pressed="true"]')).to_have_count(2)
        go(screen)
        expect(asked(screen)).to_contain_text("choose a unit to take the step loss")
        press(screen, "Step loss: Soviet 3rd Mechanized Division")
        expect(asked(screen)).to_contain_text("Bloodbath")
        press(screen, "End bloodbath")

    def probe(self) -> None:
        screen, to = self.screen, self.front.at(self.front.near[2])
        screen.select(PROBER)
        screen.point(screen.choice(to))
        go(screen)
        expect(screen.counter(PROBER)).to_have_attribute("data-hex", to)

    def sail(self) -> None:
        screen, (start, end) = self.screen, map(self.front.at, self.front.ports)
        look_at(screen, start)
        screen.select(self.front.sailor)
        look_at(screen, end)
        screen.point(screen.choice(end))
        expect(screen.counter(self.front.sailor)).to_have_attribute("data-hex", end)

    def strike(self) -> None:
        """By a click on the hex itself, whether it is offered or not."""
        screen, where = self.screen, self.front.at(self.front.near[self.front.struck])
        screen.panel.get_by_role("button", name=re.compile("^Atomic attack")).click()
        self._click(where)
        expect(screen.panel.locator(".odds")).to_contain_text(f"Atomic attack on {where}")
        go(screen)
        confirm(screen)
        blast = screen.page.locator(f'.gb-buttons [data-unit="blast-{where}"]')
        expect(blast).to_have_attribute("data-hex", where)


@pytest.mark.parametrize("game", FRONTS)
def test_two_turns_by_hand(screens: Screens, game: str) -> None:
    """With an airdrop, a bloodbath, a probing attack, a sea move and an atomic attack."""
    front = FRONTS[game]
    screen = taken_up(screens, opening(front))
    Commander(screen, front).play_to(4)
    screen.shoot(f"turns-{game}")
    number = screen.page.url.rpartition("/")[2]
    played = grognard.loads(httpx.get(f"{screens.address}/api/games/{number}/record").text)
    assert played.turn == 4
    heard = {event.kind for event in played.events()}
    assert {"air-roll", "air-marker", "dropped", "battle", "probed", "moved", "struck"} <= heard
    orders = [entry.order for entry in played.history]
    for verb in ("drop", "attack", "lose", "stop", "probe", "sea", "strike"):
        assert sum(order.startswith(verb) for order in orders) == 1
    for side in played.sides:
        assert sum(entry.order == "end" and entry.side == side for entry in played.history) >= 4
