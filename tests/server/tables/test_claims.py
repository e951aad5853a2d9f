"""A claimed seat has a new secret: whoever knew the old one can no longer use it."""

from __future__ import annotations

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.harness import Server, Table


def test_claimed_seat_has_a_new_secret(server: Server, table: Table) -> None:
    creators = table.seats["us"]
    with server.live(table.id, creators) as old:
        old.hear("welcome")
        answer = table.post("/claim", "us")
        assert answer.status_code == 200 and answer.json()["side"] == "us"
        own = answer.json()["secret"]
        assert own != creators
        with pytest.raises(ConnectionClosed):
            old.hear("never")
    for call in ("", "/notes", "/notify", "/log"):
        assert table.get(call, "us").status_code == 401, call
    assert table.put("/notify", "us", webhook="https://example.org/").status_code == 401
    assert table.give("end", "soviet").status_code == 200
    assert table.give("end", "soviet").status_code == 200
    assert table.post("/orders", "us", order="end", expect=2).status_code == 401
    assert table.post("/claim", "us").status_code == 401
    table.seats["us"] = own
    assert table.now("us")["side"] == "us"
    assert table.give("end", "us").status_code == 200
    assert table.now("soviet")["side"] == "soviet", "the other seat keeps its secret"


def test_claim_needs_a_secret(table: Table) -> None:
    assert table.post("/claim").status_code == 401


def test_claim_survives_a_restart(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("claims")
    with Server(folder) as server:
        table = server.table()
        own = table.post("/claim", "us").json()["secret"]
    with Server(folder) as server:
        again = table.on(server)
        assert again.get(side="us").status_code == 401
        again.seats = {**table.seats, "us": own}
        assert again.now("us")["side"] == "us"
