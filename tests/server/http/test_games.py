"""Play over HTTP: snapshots, orders, refusals, undo and takebacks."""

from __future__ import annotations

import pytest
from msgspec.structs import force_setattr

from grognard.games import game_file
from tests.server.harness import BASIC, Server, Table


def test_new_game_returns_secrets_and_a_commitment(server: Server) -> None:
    table = server.table(players={"us": {"kind": "computer", "level": "random"}}, name=" My game ")
    assert set(table.seats) == {"soviet"}
    assert len(table.made["commitment"]) == 64
    now = table.now("soviet")
    assert now["name"] == "My game" and now["scenario"] == BASIC
    assert now["players"]["us"] == {"kind": "computer", "level": "random", "name": "", "present": True}
    assert now["players"]["soviet"]["present"] is False
    assert now["commitment"] == table.made["commitment"] and now["seed"] is None and now["dice"] == "secret"


@pytest.mark.parametrize(
    ("wanted", "problem"),
    [
        ({"scenario": "strike-force-one/none"}, "there is no scenario"),
        ({"scenario": "nothing/none"}, "there is no game"),
        ({"scenario": "strike-force-one"}, "which scenario"),
        ({"scenario": BASIC, "options": {"night": True}}, "has no option"),
        ({"scenario": BASIC, "players": {"french": {}}}, "there is no side"),
        ({"scenario": BASIC, "players": {"us": {"kind": "computer", "level": "genius"}}}, "no level"),
        ({"scenario": BASIC, "players": {"us": {"kind": "god"}}}, "players"),
        ({"scenario": BASIC, "colour": "red"}, "colour"),
        ({}, "scenario"),
    ],
)
def test_invalid_new_game_is_refused(server: Server, wanted: object, problem: str) -> None:
    answer = server.http.post("/api/games", json=wanted)
    assert answer.status_code == 400
    assert problem in answer.json()["error"]


def test_game_of_a_draft_is_refused(server: Server) -> None:
    game = game_file("ocs")
    force_setattr(game, "drafts", ("gela",))
    try:
        answer = server.http.post("/api/games", json={"scenario": "ocs/gela"})
    finally:
        force_setattr(game, "drafts", ())
    assert answer.status_code == 400 and "a draft" in answer.json()["error"]


def test_only_the_seat_sees_its_decision(table: Table) -> None:
    mine = table.now("soviet")["decision"]
    assert mine["side"] == "soviet" and mine["kind"] == "movement" and mine["must"]
    assert "SA" in mine["actors"] and [order["text"] for order in mine["free"]] == ["end"]
    assert table.now("us")["decision"] is None
    assert table.now()["decision"] is None and table.now()["side"] == ""


def test_order_returns_the_new_snapshot(table: Table) -> None:
    answer = table.give("move SA 0701", "soviet", 0)
    assert answer.status_code == 200
    now = answer.json()
    assert now["number"] == 1 and now["can_undo"]
    assert next(unit for unit in now["view"]["units"] if unit["id"] == "SA")["at"] == "0701"


def test_repeated_order_is_carried_out_once(table: Table) -> None:
    assert table.give("move SA 0701", "soviet", 0).status_code == 200
    again = table.give("move SA 0701", "soviet", 0)
    assert again.status_code == 409
    assert again.json()["number"] == 1 and again.json()["side"] == "soviet"
    assert len(table.get("/log").json()["played"]) == 1


def test_order_from_before_an_undo_is_stale(table: Table) -> None:
    table.give("move SA 0701", "soviet", 0)
    table.post("/undo", "soviet", expect=1)
    said = {"order": "move SB 0707", "expect": 0}
    assert table.post("/orders", "soviet", undone=0, **said).status_code == 409
    assert table.post("/orders", "soviet", undone=1, **said).status_code == 200


def test_refusal_cites_the_rule_and_suggests_orders(table: Table) -> None:
    answer = table.give("move SA 0101", "soviet", 0)
    assert answer.status_code == 422
    refusal = answer.json()
    assert refusal["rule"] == "8-all-afford" and "0101" in refusal["reason"] and refusal["says"]
    assert refusal["instead"] and all(order["units"] == ["SA"] for order in refusal["instead"])
    assert table.give(refusal["instead"][0]["text"], "soviet", 0).status_code == 200


@pytest.mark.parametrize(
    "order", ["", "fly SA 0701", "move", "move SA 9999", "move SA 0701 now", "\x00", "🎲"]
)
def test_unparsable_order_is_refused(table: Table, order: str) -> None:
    assert table.give(order, "soviet", 0).status_code == 422
    assert table.now()["number"] == 0


def test_order_as_text_or_as_fields(table: Table) -> None:
    move = {"verb": "move", "units": ["SA"], "path": ["0701"]}
    assert table.post("/orders", "soviet", order=move, expect=0).status_code == 200
    assert table.post("/orders", "soviet", order={"verb": "end"}, expect=1).status_code == 200
    assert [entry["order"] for entry in table.get("/log").json()["played"]] == ["move SA 0801-0701", "end"]


@pytest.mark.parametrize(
    ("order", "status"),
    [
        ({"verb": "move", "units": ["SA"], "path": ["0101"]}, 422),
        ({"verb": "move", "units": ["SA,SB"], "path": ["0701"]}, 422),
        ({"verb": "move", "target": "SA", "path": ["0701"]}, 422),
        ({"verb": "move", "words": ["SA", "0701"]}, 422),
        ({"verb": "move SA 0701"}, 422),
        ({"verb": "end", "words": [""]}, 422),
        ({"verb": "fly"}, 422),
        ({"verb": "end", "text": "end"}, 400),
        ({"units": ["SA"]}, 400),
        ({"verb": "move", "units": "SA"}, 400),
        (7, 400),
    ],
)
def test_invalid_fields_are_refused(table: Table, order: object, status: int) -> None:
    assert table.post("/orders", "soviet", order=order, expect=0).status_code == status
    assert table.now()["number"] == 0


def test_only_the_seat_can_give_orders(table: Table, server: Server) -> None:
    other = server.table()
    assert table.give("move SA 0701", "us", 0).status_code == 422
    assert table.post("/orders", order="move SA 0701", expect=0).status_code == 403
    foreign = {"authorization": f"Bearer {other.seats['soviet']}"}
    said = {"order": "move SA 0701", "expect": 0}
    assert table.http.post(f"/api/games/{table.id}/orders", headers=foreign, json=said).status_code == 401
    assert table.http.get(f"/api/games/{table.id}", headers=foreign).status_code == 401
    basic = {"authorization": "Basic eDp5"}
    assert table.http.get(f"/api/games/{table.id}", headers=basic).status_code == 401
    assert table.now()["number"] == 0


def test_log(table: Table) -> None:
    table.give("move SA 0701", "soviet", 0)
    table.give("end", "soviet", 1)
    played = table.get("/log", since=0).json()["played"]
    assert [(entry["number"], entry["order"]) for entry in played] == [(1, "move SA 0801-0701"), (2, "end")]
    event = played[0]["events"][0]
    assert event["text"] == "SA moves 0801-0701" and event["units"] == ["SA"] and event["hexes"][-1] == "0701"
    assert [(entry["turn"], entry["phase"]) for entry in played] == [
        (1, "soviet movement"),
        (1, "soviet combat"),
    ]
    assert [entry["number"] for entry in table.get("/log", since=1).json()["played"]] == [2]
    assert table.get("/log", since=99).json()["played"] == []


def test_undo_only_your_own_last_order(table: Table) -> None:
    table.give("move SA 0701", "soviet", 0)
    assert table.post("/undo", "us", expect=1).status_code == 403
    assert table.post("/undo", "soviet", expect=0).status_code == 409
    now = table.post("/undo", "soviet", expect=1).json()
    assert now["number"] == 0 and now["undone"] == 1 and not now["can_undo"]
    assert table.post("/undo", "soviet", expect=0).status_code == 403
    assert table.give("move SA 0702", "soviet", 0).status_code == 200


def test_no_undo_after_dice(server: Server) -> None:
    table = server.table(seed="7")
    now = table.now()
    while not any(
        entry["events"] and entry["events"][0]["dice"] for entry in table.get("/log").json()["played"][-1:]
    ):
        now = table.play_on(1)
        assert not now["over"]
    last = table.get("/log").json()["played"][-1]["side"]
    assert now["can_undo"] is False
    assert table.post("/undo", last, expect=now["number"]).status_code == 403


def test_no_undo_after_the_game_is_over(server: Server) -> None:
    table = server.table(seed="7")
    now = table.play_on(10_000)
    last = table.get("/log").json()["played"][-1]
    assert now["over"] and not any(event["dice"] for event in last["events"])  # otherwise undo would be legal
    assert table.now(last["side"])["can_undo"] is False
    for call, body in (("/undo", {"expect": now["number"]}), ("/request-undo", {"to": 1})):
        answer = table.post(call, last["side"], **body)
        assert answer.status_code == 403 and "the game is over" in answer.json()["error"]
    assert table.now()["number"] == now["number"] and table.now()["undone"] == 0


def test_takeback_needs_the_consent_of_the_other_player(table: Table) -> None:
    table.play_on(20)
    asked = table.post("/request-undo", "us", to=3).json()
    assert asked["number"] == 20 and asked["undo_request"] == {"side": "us", "to": 3, "agreed": ["us"]}
    assert table.now("soviet")["undo_request"]["side"] == "us"
    refused = table.post("/request-undo", "soviet", answer=False).json()
    assert refused["number"] == 20 and refused["undo_request"] is None
    assert table.post("/request-undo", "soviet", answer=True).status_code == 409
    before = table.get("/log").json()["played"]
    table.post("/request-undo", "us", to=3)
    now = table.post("/request-undo", "soviet", answer=True).json()
    assert now["number"] == 3 and now["undo_request"] is None and now["undone"] == 1
    assert table.get("/log").json()["played"] == before[:3]
    assert table.play_on(2)["number"] == 5


def test_takeback_against_the_computer_is_immediate(server: Server) -> None:
    table = server.table(players={"us": {"kind": "computer", "level": "random"}})
    table.give("move SA 0701", "soviet", 0)
    table.give("move SB 0707", "soviet", 1)
    assert table.post("/request-undo", "soviet", to=1).json()["number"] == 1


@pytest.mark.parametrize("body", [{}, {"to": 0, "answer": True}, {"to": 1}, {"to": -1}])
def test_invalid_takeback_is_refused(table: Table, body: dict[str, object]) -> None:
    table.give("move SA 0701", "soviet", 0)
    assert table.post("/request-undo", "us", **body).status_code == 400


def test_past_snapshots(server: Server) -> None:
    table = server.table()
    seen = [table.now("us")["view"]]
    for _ in range(12):
        table.play_on(1)
        seen.append(table.now("us")["view"])
    for number in (12, 3, 4, 5, 0, 12):
        then = table.get(f"/at/{number}", "us").json()
        assert then["view"] == seen[number] and then["number"] == number
        assert then["decision"] is None and not then["can_undo"]
    assert table.get("/at/13", "us").status_code == 400
    other = table.http.get(
        f"/api/games/{table.id}/at/3", params={"as": "soviet"}, headers=table.headers("us")
    )
    assert other.status_code == 403


def test_everything_is_visible_after_the_game(server: Server) -> None:
    table = server.table()
    now = table.play_on(10_000)
    assert now["over"] and now["view"]["result"] and now["decision"] is None
    assert now["seed"]
    for side in ("soviet", "us", ""):
        then = table.get("/at/3", **{"as": side}).json()
        assert then["side"] == side and then["number"] == 3
    assert table.get("/at/3", **{"as": "french"}).status_code == 400
    assert table.give("end", "us", now["number"]).status_code == 422


def test_unknown_game_is_not_found(server: Server) -> None:
    client = server.http
    for call in ("", "/log", "/at/0", "/record", "/chat", "/notes"):
        answer = client.get(f"/api/games/nothing{call}")
        assert (answer.status_code, answer.json()) == (404, {"error": "no such game"})
    for call in ("orders", "ask", "undo", "request-undo", "fork"):
        assert client.post(f"/api/games/nothing/{call}", json={}).status_code in (400, 404)
