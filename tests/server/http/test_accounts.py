"""Accounts: optional names, hashed passwords, linked seats."""

from __future__ import annotations

import asyncio
import itertools
from typing import Any

import httpx
import pytest
from sqlalchemy import select
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from grognard.server.storage.database import open_database
from grognard.server.storage.models import accounts, seats
from tests.server.harness import Live, Server, Table

_numbers = itertools.count()
PASSWORD = "correct horse battery"


def register(server: Server, name: str = "") -> tuple[httpx.Client, str]:
    client = server.client()
    name = name or f"Anna {next(_numbers)}"
    answer = client.post("/api/accounts", json={"name": name, "password": PASSWORD})
    assert answer.status_code == 201, answer.text
    assert answer.json()["name"] == name and answer.json()["games"] == []
    return client, name


def test_cookie_is_strict_and_http_only(server: Server) -> None:
    answer = server.client().post(
        "/api/accounts", json={"name": f"Bob {next(_numbers)}", "password": PASSWORD}
    )
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=strict" in cookie and "path=/" in cookie


def test_login_and_logout(server: Server) -> None:
    client, name = register(server)
    assert client.get("/api/account").json()["name"] == name
    client.post("/api/logout")
    assert client.get("/api/account").status_code == 401
    wrong = client.post("/api/login", json={"name": name, "password": PASSWORD + "!"})
    nobody = client.post("/api/login", json={"name": "nobody at all", "password": PASSWORD})
    assert wrong.status_code == nobody.status_code == 401 and wrong.json() == nobody.json()
    assert (
        client.post("/api/login", json={"name": f" {name.upper()} ", "password": PASSWORD}).status_code == 200
    )
    assert client.get("/api/account").json()["name"] == name


def test_name_can_be_taken_only_once(server: Server) -> None:
    _, name = register(server)
    again = server.client().post("/api/accounts", json={"name": name.lower(), "password": PASSWORD})
    assert again.status_code == 409 and again.json() == {"error": "that name is taken"}


@pytest.mark.parametrize(
    ("name", "password"),
    [("x", PASSWORD), (" x ", PASSWORD), ("a\x07b", PASSWORD), ("anna", "short"), ("ﷺﷺﷺ", PASSWORD)],
)
def test_invalid_names_and_passwords_are_refused(server: Server, name: str, password: str) -> None:
    answer = server.client().post("/api/accounts", json={"name": name, "password": password})
    assert answer.status_code == 400 and answer.json()["error"]


def test_forged_cookie_is_ignored(server: Server, table: Table) -> None:
    for value in ("", "1", "MQ.aaaa.bbbb", "x" * 500):
        headers = {"cookie": f"grognard={value}"}
        assert server.http.get("/api/account", headers=headers).status_code == 401
        assert server.http.get(f"/api/games/{table.id}", headers=headers).json()["side"] == ""


def test_linked_seat_needs_no_secret(server: Server, table: Table) -> None:
    client, name = register(server)
    assert client.put("/api/account/seats", json={"game": table.id, "secret": "wrong"}).status_code == 401
    tie = {"game": table.id, "secret": table.seats["soviet"]}
    assert server.client().put("/api/account/seats", json=tie).status_code == 401
    linked = client.put("/api/account/seats", json=tie).json()
    (mine,), secret = linked["games"], linked["secret"]
    assert mine["game"] == table.id and mine["side"] == "soviet" and mine["waiting"] == ["soviet"]
    now = client.get(f"/api/games/{table.id}").json()
    assert now["side"] == "soviet" and now["players"]["soviet"]["name"] == name
    said = {"order": "move SA 0701", "expect": 0}
    assert client.post(f"/api/games/{table.id}/orders", json=said).json()["number"] == 1
    other, _ = register(server)
    assert other.put("/api/account/seats", json=tie).status_code == 401, "the secret was replaced"
    own = {"game": table.id, "secret": secret}
    assert other.put("/api/account/seats", json=own).status_code == 409
    assert other.get(f"/api/games/{table.id}").json()["side"] == ""
    server.tables.in_memory.pop(table.id)
    assert client.get(f"/api/games/{table.id}").json()["side"] == "soviet"


def test_linked_seat_has_a_new_secret(server: Server, table: Table) -> None:
    """Whoever created the game and sent the invite cannot use the seat any more."""
    client, name = register(server)
    with server.live(table.id, table.seats["us"]) as creators:
        creators.hear("welcome")
        answer = client.put("/api/account/seats", json={"game": table.id, "secret": table.seats["us"]})
        linked = answer.json()
        assert answer.status_code == 200 and linked["side"] == "us" and linked["name"] == name
        with pytest.raises(ConnectionClosed):
            creators.hear("never")
    for call in ("", "/notes", "/notify", "/log"):
        refused = table.get(call, "us")
        assert refused.status_code == 401 and "stops working" in refused.json()["error"], call
    assert table.post("/claim", "us").status_code == 401
    with server.live(table.id, table.seats["us"]) as creators:
        assert "stops working" in creators.hear("error")["error"]
    assert linked["secret"] != table.seats["us"]
    table.seats["us"] = linked["secret"]
    assert table.now("us")["side"] == "us" and table.now("soviet")["side"] == "soviet"
    server.tables.in_memory.pop(table.id)
    assert table.now("us")["players"]["us"]["name"] == name, "both are stored"


def test_replaced_secret_does_not_keep_out_the_account(server: Server, table: Table) -> None:
    """A page that was disconnected may come back before it knows the new secret, or never receive it."""
    client, _ = register(server)
    old = {"authorization": f"Bearer {table.seats['soviet']}"}
    client.put("/api/account/seats", json={"game": table.id, "secret": table.seats["soviet"]})
    assert client.get(f"/api/games/{table.id}", headers=old).json()["side"] == "soviet"
    said = {"order": "move SA 0701", "expect": 0}
    assert client.post(f"/api/games/{table.id}/orders", json=said, headers=old).json()["number"] == 1
    cookie = {"cookie": f"grognard={client.cookies['grognard']}"}
    with connect(
        f"ws://127.0.0.1:{server.port}/api/games/{table.id}/live", additional_headers=cookie
    ) as socket:
        assert Live(socket).ask("hello", seat=table.seats["soviet"])["now"]["side"] == "soviet"
    other, _ = register(server)
    for stranger in (server.client(), other):
        assert stranger.get(f"/api/games/{table.id}", headers=old).status_code == 401


def test_account_with_two_seats_acts_for_the_side_to_decide(server: Server, table: Table) -> None:
    client, _ = register(server)
    for secret in table.seats.values():
        client.put("/api/account/seats", json={"game": table.id, "secret": secret})
    for number, side in enumerate(("soviet", "soviet", "us")):
        now = client.post(f"/api/games/{table.id}/orders", json={"order": "end", "expect": number})
        assert now.status_code == 200
        assert table.get("/log").json()["played"][-1]["side"] == side


def test_cookie_works_for_websockets(server: Server, table: Table) -> None:
    client, _ = register(server)
    client.put("/api/account/seats", json={"game": table.id, "secret": table.seats["us"]})
    headers = {"cookie": f"grognard={client.cookies['grognard']}"}
    with connect(
        f"ws://127.0.0.1:{server.port}/api/games/{table.id}/live", additional_headers=headers
    ) as socket:
        assert Live(socket).ask("hello", seat=None)["now"]["side"] == "us"


def test_only_hashes_are_stored(server: Server, table: Table) -> None:
    _, name = register(server)

    async def look() -> tuple[Any, Any]:
        engine = open_database(server.tables.settings.database_url)
        async with engine.connect() as connection:
            account = (await connection.execute(select(accounts).where(accounts.c.name == name))).one()
            seat = (await connection.execute(select(seats).where(seats.c.game == table.id))).first()
        await engine.dispose()
        return account, seat

    account, seat = asyncio.run(look())
    assert account.password.startswith("$argon2id$") and PASSWORD not in str(account)
    assert len(seat.secret) == 64 and seat.secret not in table.seats.values()
