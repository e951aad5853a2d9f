"""PostgreSQL refuses some texts that SQLite stores; a visitor gets a clear answer all the same."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.harness import Server, Table
from tests.server.http.test_hostile_input import TEXTS, bodies, check


def about_people(text: str) -> list[tuple[str, str, Any]]:
    """Return requests about accounts with a text in each place."""
    password = {"password": "12345678"}
    return [
        ("POST", "/api/accounts", {"name": text, **password}),
        ("PUT", "/api/account/password", {"old": text, **password}),
        ("POST", "/api/account/reset", {"name": text}),
        ("PUT", "/api/account/reset", {"token": text, **password}),
        ("PUT", "/api/account/email", {"email": text, **password}),
        ("POST", "/api/account/delete", {"password": text}),
        ("PUT", "/api/account/blocks", {"name": text}),
        ("PUT", "/api/account/seats", {"game": text, "secret": text}),
        ("PUT", "/api/account/vacation", {"days": text}),
        ("POST", "/api/email/confirm", {"token": text}),
        ("POST", "/api/records", {"text": f"grognard record 1\nscenario: sfo/basic\nseed: 1\n{text}"}),
        ("POST", "/api/records", {"text": f"grognard record 1\nscenario: sfo/basic\nseed: {text[:60]}\n"}),
        ("GET", "/api/email/stop?token=%00", None),
        ("GET", "/api/players/%00%00", None),
        ("GET", "/api/games/%00", None),
        ("GET", "/api/games/%ef%bf%bf", None),
    ]


@pytest.mark.parametrize("kind", ["NUL", "combining", "right to left", "ligatures"])
def test_texts_that_the_database_refuses(servers: tuple[Server, Server], kind: str) -> None:
    server, text = servers[0], TEXTS[kind]
    table = Table(server, server.http, {})
    client = server.client()
    client.post("/api/accounts", json={"name": f"Fuzzer {kind}", "password": "correct horse"})
    game = f"/api/games/{table.id}"
    more: list[tuple[str, str, Any]] = [
        ("POST", f"{game}/report", {"text": text}),
        ("POST", f"{game}/join", {"side": text}),
        ("POST", f"{game}/hint", {"seats": [text]}),
        ("POST", f"{game}/draw", {"agree": text}),
    ]
    for method, path, body in [*bodies(game, text), *more, *about_people(text)]:
        answer = client.request(method, path, json=body, headers=table.headers("soviet"))
        check(answer, (path, str(body)[:99]))
