"""What a person does at the screen, for the tests: opening, choosing, clicking, playing a game through."""

from __future__ import annotations

import contextlib
import random
import re
from pathlib import Path
from typing import Any, Literal

import httpx
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    FilePayload,
    Locator,
    Page,
    TimeoutError,
    expect,
)

from grognard.core.play.game import Game
from grognard.core.play.record import write_record

LAPTOP = {"width": 1280, "height": 720}
PHONE = {"width": 390, "height": 844}
TWO_ROWS = 92
"""Pixels that the bar at the top has on a phone, at most."""
MOST_ORDERS = 600
"""No game of these tests is longer."""
MOST_MISSED = 8
"""Clicks of one player in a phase that may come too late."""
PATIENCE = 20_000
"""Milliseconds for anything to appear, even on a busy computer."""
FLEETING = 1_500
"""Milliseconds after which a button that was there is taken to be gone."""
NO_BRIEFING = """
    if (location.protocol.startsWith("http") && !localStorage.getItem("grognard.settings"))
        localStorage.setItem("grognard.settings", '{"briefing": false}');
"""
TWO_FRAMES = """() => new Promise((done) => {
    setTimeout(done, 500);
    requestAnimationFrame(() => requestAnimationFrame(done));
})"""
"""Until the browser has drawn what was done: on a busy computer buttons follow the map late."""
ODDS = re.compile(r"\d in 6|%|certain")
"""How chances are written."""
expect.set_options(timeout=PATIENCE)


class Screens:
    """Opens browsers at a server, and hears what their pages complain about."""

    def __init__(self, browser: Browser, address: str, shots: Path | None) -> None:
        self.browser = browser
        self.address = address
        self.shots = shots
        self.complaints: list[str] = []
        self._contexts: list[BrowserContext] = []

    def open(
        self, path: str = "/", *, size: dict[str, int] = LAPTOP, briefed: bool = True, **options: Any
    ) -> Screen:
        """A screen in a new browser. Moves are shown at once, briefings on request."""
        context = self.browser.new_context(
            base_url=self.address,
            viewport={"width": size["width"], "height": size["height"]},
            reduced_motion="reduce",
            **options,
        )
        context.set_default_timeout(PATIENCE)
        if briefed:
            context.add_init_script(NO_BRIEFING)
        self._contexts.append(context)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        page = context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._hear)
        page.goto(path)
        return Screen(page, self.shots)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.complaints.append(message.text)

    def forgive(self, pattern: str) -> None:
        """Complaints that a test has caused on purpose."""
        self.complaints = [one for one in self.complaints if not re.search(pattern, one)]

    def play_on(self, text: str, *, scheme: Literal["light", "dark"] = "light", **players: str) -> Screen:
        """A screen at which a record is taken up, by people unless others are named."""
        screen = self.open(color_scheme=scheme)
        screen.open_record("Resume a record", text)
        dialog = screen.page.get_by_role("dialog")
        for side, player in players.items():
            screen.seat(side, player)
        dialog.get_by_role("button", name="Resume").click()
        screen.drawn()
        return screen

    def take_up(self, text: str, scheme: Literal["light", "dark"] = "light") -> Screen:
        """A screen at which one person plays both sides of a game with secrets, and sits as the first."""
        screen = self.open(color_scheme=scheme)
        screen.open_record("Resume a record", text)
        screen.page.get_by_role("dialog").get_by_role("button", name="Resume").click()
        screen.sit_down()
        return screen

    def seated(self, game: Game, *sides: str, size: dict[str, int] = LAPTOP) -> list[Screen]:
        """The screens of these sides of a game, or of all, each played by a person."""
        record = {"text": write_record(game.record()), "players": {s: {"kind": "human"} for s in game.sides}}
        answer = httpx.post(f"{self.address}/api/records", json=record, timeout=60)
        made = answer.raise_for_status().json()
        seats = [f"/games/{made['game']}#{made['seats'][side]}" for side in sides or game.sides]
        opened = [self.open(seat, size=size) for seat in seats]
        for screen in opened:
            screen.drawn()
        return opened

    def watch(self, text: str) -> Screen:
        """A screen at which a record is looked at."""
        screen = self.open()
        screen.open_record("Watch a record", text)
        screen.page.get_by_role("dialog").get_by_role("button", name="Watch").click()
        screen.drawn()
        return screen

    def invite(self, host: Screen) -> Screen:
        """The screen of a friend for whom the host begins a game as the Soviets; both are at the board."""
        host.link("Play a friend").click()
        host.set_up("Basic")
        link = host.page.get_by_role("textbox", name="US").input_value()
        host.shoot("invite")
        host.link("Go to board").click()
        host.drawn()
        guest = self.open(link)
        guest.drawn()
        return guest

    def close(self) -> None:
        for context in self._contexts:
            context.close()


class Screen:
    """One person's browser window."""

    def __init__(self, page: Page, shots: Path | None = None) -> None:
        self.page = page
        self.shots = shots

    def shoot(self, name: str) -> None:
        """Keep a picture, when pictures are wanted."""
        if self.shots is not None:
            self.shots.mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=self.shots / f"{name}.png")

    # -- finding things

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name)

    def link(self, name: str) -> Locator:
        return self.page.get_by_role("link", name=name)

    @property
    def whose(self) -> Locator:
        """Whose decision it is, in the bar."""
        return self.page.locator("header .whose")

    @property
    def panel(self) -> Locator:
        return self.page.get_by_role("tabpanel")

    @property
    def result(self) -> Locator:
        """The dialog at the end of a game."""
        return self.page.get_by_role("dialog", name="Game over")

    @property
    def toast(self) -> Locator:
        """The word at the pointer that says why not."""
        return self.page.locator(".toast")

    def counter(self, unit: str) -> Locator:
        """A counter on the board."""
        return self.page.locator(f'.gb-buttons [data-unit="{unit}"]')

    def choice(self, hex_: str = "") -> Locator:
        """Hexes on the board that can be chosen now, or the one of this number."""
        which = f'[data-hex="{hex_}"]' if hex_ else ""
        return self.page.locator(f".gb-buttons button:not([data-unit]){which}")

    # -- doing things

    def menu(self) -> Locator:
        """Open the menu of a game."""
        self.button("Share, save, replay").click()
        return self.page.get_by_role("dialog", name="Share, save, replay")

    def drawn(self) -> None:
        """Wait until the board is there."""
        expect(self.page.locator('.stage .gb[data-drawn="sharp"]')).to_be_visible()

    def sit_down(self) -> None:
        """Lift the curtain, as whoever it waits for."""
        self.page.locator(".handover button.main").click()
        expect(self.page.locator(".handover")).to_have_count(0)
        self.drawn()

    def point(self, spot: Locator) -> None:
        """Click with the mouse on something on the board."""
        self.page.mouse.click(*self.middle(spot))

    @staticmethod
    def middle(spot: Locator, patience: float = PATIENCE) -> tuple[float, float]:
        box = spot.bounding_box(timeout=patience)
        still = 0
        for _ in range(50):  # the map may still be on its way
            spot.page.wait_for_timeout(40)
            spot.page.evaluate(TWO_FRAMES)
            before, box = box, spot.bounding_box(timeout=patience)
            still = still + 1 if box == before else 0
            if still == 3:
                break
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def move(self, unit: str, to: str) -> None:
        """Select a counter with the mouse and click where it is to go."""
        self.select(unit)
        self.point(self.choice(to))
        expect(self.counter(unit)).to_have_attribute("data-hex", to)

    def select(self, unit: str) -> None:
        spot = self.counter(unit)
        expect(spot).to_have_attribute("aria-label", re.compile("can act"))
        if spot.get_attribute("aria-pressed") != "true":
            self.point(spot)
        expect(spot).to_have_attribute("aria-pressed", "true")

    def drag(self, unit: str, to: Locator) -> None:
        """Carry a counter somewhere with the mouse."""
        mouse = self.page.mouse
        mouse.move(*self.middle(self.counter(unit)))
        mouse.down()
        mouse.move(*self.middle(to), steps=6)
        mouse.up()

    def end(self) -> None:
        """Press the button that ends the phase, and confirm if something is left to do."""
        ends = self.page.locator(".actions .end")
        expect(ends).to_be_enabled()
        phase = self.page.locator("header .track").get_attribute("aria-label") or ""
        ends.click()
        asks = self.page.get_by_role("dialog").locator("button.drastic")
        moved_on = self.page.locator(f"header .track:not([aria-label='{phase}'])")
        elsewhere = self.page.locator(".handover").or_(self.result)
        expect(asks.or_(moved_on).or_(elsewhere).first).to_be_visible()
        if asks.count():
            asks.click()

    def tab(self, name: str) -> Locator:
        """Open one of the tabs beside the board."""
        self.page.get_by_role("tab", name=name).click()
        return self.panel

    def seat(self, side: str, player: str) -> None:
        """Say who plays a side."""
        group = self.page.get_by_role("radiogroup", name=re.compile(f"^{side}$", re.IGNORECASE))
        group.get_by_role("radio", name=re.compile(f"{player}$", re.IGNORECASE)).check()

    def open_record(self, button: str, text: str) -> None:
        """Choose a record in the lobby."""
        self.button(button).click()
        file: FilePayload = {"name": "game.grog", "mimeType": "text/plain", "buffer": text.encode()}
        self.page.get_by_label("Record file").set_input_files(file)

    def standing(self) -> dict[str, str]:
        """Where the counters on the board are."""
        counters = self.page.locator(".gb-buttons [data-unit]").all()
        return {c.get_attribute("data-unit") or "": c.get_attribute("data-hex") or "" for c in counters}

    def bar_height(self) -> float:
        """How high the bar at the top is."""
        box = self.page.locator("header.bar").bounding_box()
        assert box is not None
        return box["height"]

    def stands_as(self, game: Game, side: str = "") -> None:
        """Assert that the board shows a game, as a side sees it."""
        units = {unit.id: unit.at for unit in game.view(side).units if unit.at.isdigit()}
        for unit, hex_ in units.items():
            expect(self.counter(unit)).to_have_attribute("data-hex", hex_)
        assert self.standing() == units

    def option(self, title: str, value: str) -> None:
        """Choose an option of a new game."""
        self.button(re.compile("^Options")).click()
        self.page.get_by_label(title).select_option(label=value)
        self.button("Close").click()

    def set_up(self, scenario: str = "Basic", **players: str) -> None:
        """Choose and begin a new game on the screen for it."""
        self.page.get_by_role("radio", name=re.compile(f"^{scenario}")).check(force=True)
        mine = [side for side, player in players.items() if player == "Me"]
        levels = [player for player in players.values() if player != "Me"]
        if len(mine) > 1:
            self.page.get_by_role("radio", name="Both sides, hot seat").check()
        elif mine:
            own = re.compile(f"^Play the {mine[0]} side", re.IGNORECASE)
            self.page.get_by_role("radio", name=own).check(force=True)
        if levels:
            level = re.compile(f"^{levels[0].removeprefix('Computer: ')}", re.IGNORECASE)
            self.page.get_by_role("radio", name=level).check(force=True)
        self.button("Start game").click()

    def begin(self, scenario: str = "Basic", **players: str) -> None:
        """From the lobby to the board of a new game."""
        self.link("Play the computer").click()
        self.set_up(scenario, **players)
        self.drawn()


def look_at(screen: Screen, where: str) -> None:
    """Bring a hex, a counter or a place into sight."""
    screen.page.keyboard.press("g")
    field = screen.page.get_by_placeholder("Hex, counter or place")
    field.fill(where)
    field.press("Enter")
    expect(screen.page.get_by_role("dialog")).to_have_count(0)


def asked(screen: Screen) -> Locator:
    """The question in the panel."""
    return screen.tab("Orders").locator(".asked h2")


def press(screen: Screen, name: str | re.Pattern[str]) -> None:
    """Press a button of the decision, not the step of a drill that leads to it."""
    screen.tab("Orders")
    buttons = screen.page.locator(".panel").get_by_role("button", name=name, exact=isinstance(name, str))
    buttons.and_(screen.page.locator(":not(.drill *)")).click()


def go(screen: Screen) -> None:
    """Confirm what the odds are shown of."""
    screen.page.locator(".actions .go").click()


def confirm(screen: Screen) -> None:
    """Say yes to an order that the board asks about before it is sent."""
    screen.page.get_by_role("dialog").locator("button.drastic").click()


def in_box(screen: Screen, title: str) -> Locator:
    """A counter beside the map, by what people call it."""
    return screen.page.get_by_role("region", name="Off-map boxes").get_by_title(title, exact=True)


def log(screen: Screen) -> Locator:
    """What has happened, line by line."""
    return screen.tab("Log").get_by_role("list", name="Game log")


def tab_to(screen: Screen, wanted: str, most: int = 60) -> None:
    """Press Tab until something of this name has the keyboard."""
    focused = screen.page.locator(":focus")
    for _ in range(most):
        screen.page.keyboard.press("Tab")
        if not focused.count():  # past the end of the page
            continue
        name = " ".join((focused.get_attribute("aria-label") or "", focused.get_attribute("title") or ""))
        if wanted in f"{name} {focused.inner_text()}":
            return
    raise AssertionError(f"Tab does not lead to {wanted!r}")


class Player:
    """Plays by clicking what the screen offers, as a person would who cannot wait to attack."""

    def __init__(
        self, screen: Screen, seed: int = 1, marches: int = 2, patience: float = 2 * PATIENCE
    ) -> None:
        self.screen = screen
        self.random = random.Random(seed)
        self.marches = marches
        """So many moves in a phase, then it is ended."""
        self.patience = patience
        """Milliseconds that the others may take until it has to decide again."""
        self._phase = ""
        self._given = 0
        self._missed = 0

    def play(self, orders: int = MOST_ORDERS) -> bool:
        """To the end of the game, or so many orders; whether the game is over."""
        return any(not self.step() for _ in range(orders))

    def step(self, patient: bool = True) -> bool:
        """Give one order; False when the game is over. Who is not patient does nothing out of turn."""
        screen = self.screen
        over = screen.whose.filter(has_text="Game over")
        open_ = screen.page.locator(
            ".panel .free button:enabled, .panel .answers button:enabled, .panel .pick, .panel .go:enabled, "
            ".panel .end:enabled"
        )
        awaited = open_.or_(over) if patient else open_.or_(over).or_(screen.whose.filter(has_text="Waiting"))
        expect(awaited.first).to_be_visible(timeout=self.patience)
        if self._press(self.asks):  # it appeared after the last click
            return True
        sent = screen.panel.locator(
            ".free button:disabled, .answers button:disabled, .pick:disabled, .go:disabled"
        )
        expect(sent).to_have_count(0)  # the last order has been carried out
        if over.count():
            return False
        if not open_.count():  # somebody else has to decide meanwhile
            return True
        self._count()
        marching = self._given <= self.marches
        if not ((marching and self._act()) or self._end() or self._act() or self._answer()):
            self._miss(f"nothing to click: {screen.panel.inner_text()}")
        return True

    def _miss(self, why: str) -> None:
        """What was to be clicked went away or was too slow: look again, but not for ever."""
        self._missed += 1
        assert self._missed < MOST_MISSED, why

    def _count(self) -> None:
        """How many orders were given in this phase."""
        phase = self.screen.page.locator("header .track").get_attribute("aria-label") or ""
        self._phase, self._given = phase, self._given + 1 if phase == self._phase else 1
        if self._given == 1:
            self._missed = 0

    def _end(self) -> bool:
        """Press one of the buttons that belong to no counter, or end the phase."""
        pressed = self._press(self.screen.page.locator(".panel .free button, .actions .end:enabled"))
        return pressed and self._confirm()

    def _confirm(self) -> bool:
        """Confirm if the board asks."""
        with contextlib.suppress(TimeoutError):
            self.asks.click(timeout=FLEETING / 3)
        return True

    @property
    def asks(self) -> Locator:
        """The button with which an order is confirmed that the board asks about."""
        return self.screen.page.get_by_role("dialog").locator("button.drastic")

    def _act(self) -> bool:
        """Choose a counter and then what it is offered: on the map, or a button."""
        screen = self.screen
        actors = screen.panel.locator(".faces .pick")
        if not actors.count():
            return False
        if not screen.panel.locator('.faces .pick[aria-pressed="true"]').count() and not self._press(actors):
            return False
        answers = screen.panel.locator(".answers button")
        seeks = screen.panel.locator("section ~ .seek")
        gathered = screen.page.locator(".actions .go:enabled")
        expect(answers.or_(seeks).or_(gathered).or_(screen.choice()).or_(screen.toast).first).to_be_visible()
        if gathered.count():  # counters chosen for one order, such as support for a battle
            return self._press(gathered)
        if not answers.count() and not screen.choice().count() and seeks.count():
            return self._seek(seeks)
        if not answers.count() and not screen.choice().count():  # who can act in company may not alone
            screen.page.keyboard.press("Escape")
            return False
        if self._answer():
            return True
        strikes = screen.page.locator('.gb-buttons button[aria-label^="attack"]')
        spots = strikes if strikes.count() else screen.choice()
        try:
            self._point(self.random.choice(spots.all()))
            if spots is strikes:
                screen.page.locator(".actions .go").click(timeout=FLEETING)
        except (TimeoutError, IndexError):  # the map changed under the hand, so look again
            screen.page.keyboard.press("Escape")
            self._miss("the map does not do what it shows")
        return True

    def _answer(self) -> bool:
        """Give one of the answers in the panel: a question need not be about counters."""
        if not self._press(self.screen.panel.locator(".answers button")):
            return False
        with contextlib.suppress(TimeoutError):  # an answer that dice decide shows its odds first
            self.screen.page.locator(".actions .go:enabled").click(timeout=FLEETING / 3)
        return True

    def _seek(self, verbs: Locator) -> bool:
        """Press a verb that takes a hex of the map, then click one that is offered, or any."""
        if not self._press(verbs):
            return False
        spots = self.screen.choice().all()
        with contextlib.suppress(TimeoutError):
            self._point(self.random.choice(spots) if spots else self.screen.page.locator(".stage .gb"))
        return True

    def _point(self, spot: Locator) -> None:
        """Click something on the board, and bring it into sight before if something covers it."""
        screen, on_board = self.screen, "([x, y]) => !!document.elementFromPoint(x, y)?.closest('.gb')"
        middle = screen.middle(spot, FLEETING)
        hex_ = spot.get_attribute("data-hex", timeout=FLEETING)
        if hex_ and not screen.page.evaluate(on_board, middle):
            look_at(screen, hex_)
            screen.tab("Orders")
            middle = screen.middle(spot, FLEETING)
        screen.page.mouse.click(*middle)

    def _press(self, buttons: Locator) -> bool:
        """Press one of these; False when there is none (any more)."""
        found = buttons.all()
        if not found:
            return False
        with contextlib.suppress(TimeoutError):
            self.random.choice(found).click(timeout=FLEETING)
            return True
        return False
