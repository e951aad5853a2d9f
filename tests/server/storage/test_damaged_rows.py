"""A damaged row of the database harms only its own game."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import httpx

from tests.server.harness import Server, Table, until

DAMAGES = {
    "options": "update games set options = '{broken' where id = ?",
    "tags": "update games set tags = '[1' where id = ?",
    "tags of another type": "update games set tags = '7' where id = ?",
    "start": "update games set start = '{\"at\": 5}' where id = ?",
    "start that is not JSON": "update games set start = x'ff00' where id = ?",
    "request": 'update games set asked = \'{"to": "x"}\' where id = ?',
    "scenario": "update games set scenario = 'nowhere/none' where id = ?",
    "scenario that is not text": "update games set scenario = x'fffe' where id = ?",
    "sides that must decide": "update games set waiting = x'ff' where id = ?",
    "number": "update games set number = 'x' where id = ?",
    "time": "update games set updated = 'x' where id = ?",
    "over": "update games set over = 7 where id = ?",
    "order": "update entries set \"order\" = x'ff' where game = ?",
    "dice": "update entries set dice = '{' where game = ?",
    "dice of another type": "update entries set dice = '7' where game = ?",
    "by hand": "update entries set by_hand = 'x' where game = ?",
    "order of another side": "update entries set side = 'nobody' where game = ?",
    "missing order": "delete from entries where game = ? and number = 1",
    "kind of seat": "update seats set kind = 'robot' where game = ?",
    "level": "update seats set level = x'ff' where game = ?",
    "missing seat": "delete from seats where game = ? and side = 'us'",
    "secret": "update seats set secret = x'ff' where game = ?",
    "account": "update seats set account = 'x' where game = ?",
    "message": "insert into messages (game, side, text, at) values (?, x'ff', x'ff', 'x')",
    "notes": "insert into notes (game, side, text) values (?, 'us', x'ff')",
    "addresses": "insert into notify (game, side, webhook, email) values (?, 'us', x'ff', x'ff')",
}


def test_damaged_rows_harm_only_their_games(tmp_path: Path) -> None:
    with Server(tmp_path, workers=0) as server:
        client = server.client()
        client.post("/api/accounts", json={"name": "Anna", "password": "correct horse"})
        damaged = {name: _games(server, client) for name in DAMAGES}
        human, computer = _games(server, client)
    database = sqlite3.connect(tmp_path / "grognard.sqlite3")
    for name, ids in damaged.items():
        for id_ in ids:
            database.execute(DAMAGES[name], (id_,))
    database.commit()
    database.close()
    with Server(tmp_path) as server:
        client = server.client()
        answer = client.post("/api/login", json={"name": "Anna", "password": "correct horse"})
        assert answer.status_code == 200 and human in {row["game"] for row in answer.json()["games"]}
        assert client.get("/health").status_code == 200
        for name, ids in damaged.items():
            for id_ in ids:
                for call in ("", "/log", "/chat", "/at/0", "/record"):
                    status = client.get(f"/api/games/{id_}{call}").status_code
                    assert status in (200, 403, 410), (name, call, status)
        assert client.get(f"/api/games/{human}").json()["number"] == 1
        until(lambda: client.get(f"/api/games/{computer}").json()["number"] > 1, wait=60)


def _games(server: Server, client: httpx.Client) -> tuple[str, str]:
    """Return a game of the account with an order, and one against a computer player that must decide."""
    human = Table(server, client, {})
    assert human.give("end", "soviet", 0).status_code == 200
    linked = client.put("/api/account/seats", json={"game": human.id, "secret": human.seats["us"]})
    assert linked.status_code == 200
    computer = {"soviet": {"kind": "computer", "level": "random"}}
    return human.id, Table(server, client, {"players": computer}).id
