"""Two people at two browsers: talk, notes, who is there, going back by consent, a server that falls over."""

from __future__ import annotations

import re

from playwright.sync_api import APIResponse, Locator, Route, expect

from tests.browser.driving import Screen, Screens
from tests.browser.served import Served


def say(screen: Screen, text: str) -> None:
    screen.tab("Chat").get_by_label("Message to all").fill(text)
    screen.page.keyboard.press("Enter")


def test_talk_goes_both_ways_and_notes_stay_private(screens: Screens) -> None:
    first = screens.open()
    second = screens.invite(first)
    watcher = screens.open(first.menu().get_by_label("Watch live").input_value())
    first.page.keyboard.press("Escape")
    watcher.drawn()
    heard = [screen.tab("Chat").locator(".said li") for screen in (first, second, watcher)]
    say(first, "Good luck & <b>have</b> fun")
    say(second, "The same to you")
    for lines in heard:
        expect(lines).to_have_text(["Soviet Good luck & <b>have</b> fun", "US The same to you"])
    expect(watcher.panel).to_contain_text("Only players can post")

    told: list[str] = []
    for screen in (second, watcher):
        screen.page.on("response", lambda answer: told.append(answer.text() if "/api/" in answer.url else ""))
        screen.page.on(
            "websocket", lambda line: line.on("framereceived", lambda frame: told.append(str(frame)))
        )
    notes = first.panel.get_by_label("Private notes")
    notes.fill("Feint at 0405")
    notes.blur()
    expect(first.panel).to_contain_text("Saved.")
    for screen in (first, second, watcher):
        screen.page.reload()
        screen.drawn()
        screen.tab("Chat")
    expect(first.panel.get_by_label("Private notes")).to_have_value("Feint at 0405")
    expect(second.panel.get_by_label("Private notes")).to_have_value("")
    expect(second.panel.locator(".said li")).to_have_count(2)
    assert told and not any("Feint" in one for one in told)
    second.shoot("talk")


def test_what_is_said_while_the_talk_is_fetched_is_not_lost(screens: Screens) -> None:
    first = screens.open()
    second = screens.invite(first)
    held: list[tuple[Route, APIResponse]] = []
    first.page.route("**/chat", lambda route: held.append((route, route.fetch())))
    heard = first.tab("Chat").locator(".said")
    say(second, "Quick word")
    expect(heard).to_contain_text("Quick word")
    ((route, before),) = held
    assert "Quick" not in before.text()
    with first.page.expect_response("**/chat"):
        route.fulfill(response=before)
    first.page.wait_for_timeout(200)
    expect(heard).to_contain_text("Quick word")


def test_everybody_sees_who_is_there(screens: Screens) -> None:
    first = screens.open()
    second = screens.invite(first)
    people = first.tab("Chat").locator(".people")
    expect(people).to_have_text(re.compile(r"Soviet:\s+you\s+online\s*US:\s+human\s+online"))
    watcher = screens.open(first.menu().get_by_label("Watch live").input_value())
    first.page.keyboard.press("Escape")
    watcher.drawn()
    expect(people).to_contain_text("1 watching")
    address = second.page.url
    second.page.goto("about:blank")
    expect(people).to_have_text(re.compile(r"US:\s+human\s+away"))
    watcher.page.goto("about:blank")
    expect(people).not_to_contain_text("watching")
    second.page.goto(address)
    expect(people).to_have_text(re.compile(r"US:\s+human\s+online"))


def ask_back(screen: Screen, number: int) -> Locator:
    """Ask to go back to just after an order; what is shown about it here."""
    screen.tab("Log").get_by_role("button", name=f"Take back to order {number}", exact=False).first.click()
    return screen.page.get_by_role("alertdialog")


def test_going_back_further_than_the_dice_needs_the_others_consent(screens: Screens) -> None:
    first = screens.open()
    second = screens.invite(first)
    first.move("SB", "0407")
    first.end()
    first.point(first.choice("0406"))
    first.page.locator(".actions .go").click()
    rolled = "die "
    for screen in (first, second):
        expect(screen.tab("Log").get_by_role("list", name="Game log")).to_contain_text(rolled)
    expect(first.button("Undo")).to_be_disabled()  # a die has been thrown

    mine, theirs = ask_back(first, 1), second.page.get_by_role("alertdialog")
    expect(theirs).to_contain_text("The Soviet player requests a takeback to order 1")
    expect(mine.get_by_role("button")).to_have_text(["Cancel request"])  # nobody agrees with himself
    second.shoot("asked-back")
    theirs.get_by_role("button", name="Decline").click()
    for asked in (mine, theirs):
        expect(asked).to_have_count(0)
    for screen in (first, second):
        expect(screen.panel).to_contain_text(rolled)

    ask_back(first, 1)
    theirs.get_by_role("button", name="Accept").click()
    for screen in (first, second):
        expect(screen.page.get_by_role("alertdialog")).to_have_count(0)
        expect(screen.panel).not_to_contain_text(rolled)
        expect(screen.page.locator("header .track")).to_have_attribute("aria-label", re.compile("movement"))
        expect(screen.counter("SB")).to_have_attribute("data-hex", "0407")
    first.tab("Orders")
    first.move("SD", "0507")
    expect(second.counter("SD")).to_have_attribute("data-hex", "0507")


def test_a_killed_server_comes_back_and_the_game_goes_on(
    screens_of_own_server: Screens, own_server: Served
) -> None:
    screens = screens_of_own_server
    first = screens.open()
    second = screens.invite(first)
    first.move("SB", "0407")
    expect(second.counter("SB")).to_have_attribute("data-hex", "0407")
    own_server.kill()
    gone = "Connection lost"
    for screen in (first, second):
        expect(screen.page.get_by_role("status").filter(has_text=gone)).to_be_visible()
    first.shoot("connection-gone")
    first.select("SD")
    own_server.start()
    for screen in (first, second):
        expect(screen.page.get_by_role("status").filter(has_text=gone)).to_have_count(0)
        expect(screen.counter("SB")).to_have_attribute("data-hex", "0407")
    first.page.keyboard.press("Escape")
    first.move("SD", "0507")
    expect(second.counter("SD")).to_have_attribute("data-hex", "0507")
    say(second, "Still here")
    expect(first.tab("Chat").locator(".said")).to_contain_text("Still here")
    expect(first.tab("Log").get_by_role("list", name="Game log").locator(".played")).to_have_count(2)
    screens.forgive("WebSocket connection .* failed|ERR_CONNECTION_REFUSED")
