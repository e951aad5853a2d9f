"""Accounts from the first login to deletion, email that cannot be misused, blocking and moderation."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from grognard.server.http.authentication import COOKIE
from grognard.server.people import mail
from grognard.server.people.mail import is_address
from grognard.server.settings import Limits
from tests.server.harness import Server, Table, from_address
from tests.server.mailbox import mailbox, token_in

PASSWORD, OTHER = "correct horse battery", "another horse entirely"


def account(server: Server, name: str) -> httpx.Client:
    client = server.client()
    answer = client.post("/api/accounts", json={"name": name, "password": PASSWORD})
    assert answer.status_code == 201, answer.text
    return client


def login(server: Server, name: str, password: str) -> httpx.Response:
    return server.client().post("/api/login", json={"name": name, "password": password})


def linked(client: httpx.Client, table: Table, side: str) -> httpx.Response:
    return client.put("/api/account/seats", json={"game": table.id, "secret": table.seats[side]})


# -- sessions --------------------------------------------------------------------------------------------


def test_logout_ends_the_session_wherever_its_cookie_is(server: Server) -> None:
    client = account(server, "Logout")
    copy = {"cookie": f"{COOKIE}={client.cookies[COOKIE]}"}
    assert server.client().get("/api/account", headers=copy).status_code == 200
    table = server.table()
    assert linked(client, table, "us").status_code == 200
    with server.live(table.id) as live:  # a spectator stays
        live.hear("welcome")
        assert client.post("/api/logout").status_code == 200
        assert server.client().get("/api/account", headers=copy).status_code == 401
        assert live.question("overlay", name="zoc", side="us")["type"] == "answer"


def test_logout_disconnects_the_session(server: Server) -> None:
    from websockets.sync.client import connect

    client = account(server, "Live logout")
    table = server.table()
    linked(client, table, "us")
    headers = {"cookie": f"{COOKIE}={client.cookies[COOKIE]}"}
    url = f"ws://127.0.0.1:{server.port}/api/games/{table.id}/live"
    with connect(url, additional_headers=headers) as socket:
        socket.send('{"type": "hello"}')
        assert '"side":"us"' in str(socket.recv(timeout=10))
        client.post("/api/logout")
        with pytest.raises(ConnectionClosed):
            while True:
                socket.recv(timeout=10)


def test_forged_and_old_cookies_do_not_log_in(server: Server) -> None:
    for value in ("", "x", "x" * 5_000, "MQ.abc.def", "1"):
        answer = server.client().get("/api/account", headers={"cookie": f"{COOKIE}={value}"})
        assert answer.status_code == 401


def test_password_change_ends_other_sessions(server: Server) -> None:
    client = account(server, "Change")
    other = server.client()
    assert other.post("/api/login", json={"name": "Change", "password": PASSWORD}).status_code == 200
    wrong = client.put("/api/account/password", json={"old": "not this", "password": OTHER})
    assert wrong.status_code == 401 and wrong.json() == {"error": "wrong password"}
    short = client.put("/api/account/password", json={"old": PASSWORD, "password": "short"})
    assert short.status_code == 400
    assert client.put("/api/account/password", json={"old": PASSWORD, "password": OTHER}).status_code == 200
    assert client.get("/api/account").status_code == 200
    assert other.get("/api/account").status_code == 401
    assert login(server, "Change", PASSWORD).status_code == 401
    assert login(server, "Change", OTHER).status_code == 200


def test_attempts_on_one_account_are_limited_from_all_addresses(tmp_path: Path) -> None:
    with Server(tmp_path, limits=Limits(logins=0.001)) as server:
        account(server, "Target")
        statuses = []
        for number in range(12):
            client = server.client(transport=from_address(f"127.0.0.{10 + number}"))
            said = {"name": "Target", "password": "wrong password"}
            statuses.append(client.post("/api/login", json=said).status_code)
        assert statuses[:10] == [401] * 10 and statuses[10:] == [429] * 2


def test_account_can_be_exported_and_deleted(server: Server) -> None:
    client = account(server, "Leaving")
    table = server.table()
    secret = linked(client, table, "soviet").json()["secret"]
    headers = {"authorization": f"Bearer {secret}"}
    client.post(f"/api/games/{table.id}/orders", json={"order": "move SA 0701", "expect": 0})
    client.post(f"/api/games/{table.id}/chat", json={"text": "hello"})
    client.put(f"/api/games/{table.id}/notes", json={"text": "mine"})
    kept = client.get("/api/account/export")
    assert "attachment" in kept.headers["content-disposition"]
    found = kept.json()
    assert found["name"] == "Leaving" and "password" not in kept.text and secret not in kept.text
    (seat,) = found["seats"]
    assert seat["side"] == "soviet" and seat["notes"] == "mine" and seat["chat"][0]["text"] == "hello"
    assert seat["orders"][0]["order"] == "move SA 0801-0701"
    assert client.post("/api/account/delete", json={"password": "wrong"}).status_code == 401
    assert client.post("/api/account/delete", json={"password": PASSWORD}).status_code == 200
    assert client.get("/api/account").status_code == 401
    assert login(server, "Leaving", PASSWORD).status_code == 401
    now = server.client().get(f"/api/games/{table.id}", headers=headers).json()
    assert now["players"]["soviet"]["name"] == "" and now["side"] == "soviet"
    account(server, "Leaving")  # the name is free again


# -- email ---------------------------------------------------------------------------------------------


def test_email_is_sent_only_to_a_confirmed_address(tmp_path: Path) -> None:
    with mailbox() as box:
        url = "https://play.example"
        with Server(tmp_path, notify_after=0.0, notify_every=0.0, smtp=box.smtp, public_url=url) as server:
            table = server.table(name="Buy my watches\r\nBcc: all@example.org")
            assert table.put("/notify", "us", email="anna@example.org").status_code == 200
            to, asked, text = box.next(1)
            assert to == ["anna@example.org"] and asked["subject"] == "Grognard: Confirm your email address"
            table.give("end", "soviet", 0)
            table.give("end", "soviet", 1)
            assert table.get("/notify", "us").json()["confirmed"] is False
            answer = server.http.post("/api/email/confirm", json={"token": token_in(text, "confirm")})
            assert answer.status_code == 200, answer.text
            assert table.get("/notify", "us").json()["confirmed"] is True
            for side in ("us", "us", "soviet", "soviet"):
                assert table.give("end", side).status_code == 200
            to, told, text = box.next(2)
            assert to == ["anna@example.org"] and told["subject"] == "Grognard: Your move"
            assert "watches" not in str(told) and "Bcc" not in str(told)
            assert f"{url}/games/{table.id}" in text
            assert told["list-unsubscribe"].startswith(f"<{url}/api/email/stop?token=")
            stop = told["list-unsubscribe"].strip("<>").replace(url, "")
            assert server.http.post(stop, content=b"List-Unsubscribe=One-Click").status_code == 200
            time.sleep(0.3)  # what was being sent
            sent = len(box.heard)
            for side in ("us", "us", "soviet", "soviet"):
                table.give("end", side)
            table.put("/notify", "us", email="")
            table.put("/notify", "us", email="anna@example.org")
            time.sleep(0.3)
        assert len(box.heard) == sent, "nothing after unsubscribing, not even a question"


def test_an_address_is_asked_only_once_in_a_while(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with mailbox() as box:
        with Server(tmp_path, smtp=box.smtp) as server:
            for _ in range(4):
                assert server.table().put("/notify", "us", email="x@example.org").status_code == 200
            box.next(1)
        monkeypatch.setattr(mail, "_ASK_EVERY", 0.0)  # after the first server, which may still be asking
        with Server(tmp_path, smtp=box.smtp) as server:
            server.table().put("/notify", "us", email="x@example.org")
            box.next(2)
        assert len(box.heard) == 2


def test_emails_that_an_address_can_cause_are_limited(tmp_path: Path) -> None:
    with mailbox() as box:
        with Server(tmp_path, smtp=box.smtp, limits=Limits(emails=0.0001, local=1.0)) as server:
            table = server.table()
            statuses = [
                table.put("/notify", "us", email=f"v{number}@example.org").status_code for number in range(7)
            ]
        assert statuses == [200] * 5 + [429] * 2 and len(box.heard) <= 5


@pytest.mark.parametrize(
    "text",
    [
        "", "@", "a@", "@b.org", "a@b", "a@b@c.org", "a b@c.org", "a@b.org\nBcc: x@y.org", "<a@b.org>",
        "a@=?utf-8?q?b=2Eorg=0D=0ABcc:_x@y.org?=", "=?utf-8?q?a?=@b.org", "a@b..org", "a@-b.org", "a@b.org.",
        ".a@b.org", "a..b@c.org", "ä@b.org", "a@ä.org", "a@1.2.3.4", "a,b@c.org", '"a b"@c.org',
        "a@b.org,c@d.org",
        "a" * 65 + "@b.org", "a@" + "b." * 120 + "org", "a@b.org\0", "a%b@c.org", "a!b@c.org", "a:b@c.org",
    ],
)  # fmt: skip
def test_addresses_that_could_hide_something_are_refused(text: str) -> None:
    assert not is_address(text)


@pytest.mark.parametrize("text", ["a@b.org", "anna.b+games@mail.example.co.uk", "a_b-c@x-y.org"])
def test_ordinary_addresses_are_accepted(text: str) -> None:
    assert is_address(text)


def test_password_is_reset_by_email(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mail, "_ASK_EVERY", 0.0)
    with mailbox() as box, Server(tmp_path, smtp=box.smtp) as server:
        client = account(server, "Forgetful")
        wrong = client.put("/api/account/email", json={"email": "f@example.org", "password": "x"})
        assert wrong.status_code == 401
        said = {"email": "f@Example.org", "password": PASSWORD}
        found = client.put("/api/account/email", json=said).json()
        assert found["email"] == "f@example.org" and found["confirmed"] is False
        confirm = token_in(box.next(1)[2], "confirm")
        reset = server.client().post("/api/account/reset", json={"name": "forgetful"})
        nobody = server.client().post("/api/account/reset", json={"name": "nobody here"})
        assert reset.status_code == nobody.status_code == 200 and reset.json() == nobody.json()
        assert server.http.post("/api/email/confirm", json={"token": confirm}).status_code == 200
        assert client.get("/api/account").json()["confirmed"] is True
        server.client().post("/api/account/reset", json={"name": "forgetful"})
        to, told, text = box.next(2)
        assert to == ["f@example.org"] and told["subject"] == "Grognard: Choose a new password"
        token = token_in(text, "reset")
        for bad in ("x", confirm, token[:-2] + "xx"):
            answer = server.http.put("/api/account/reset", json={"token": bad, "password": OTHER})
            assert answer.status_code == 400 and "link" in answer.json()["error"]
        changed = {"token": token, "password": OTHER}
        assert server.http.put("/api/account/reset", json=changed).status_code == 200
        assert server.http.put("/api/account/reset", json=changed).status_code == 400, "it works once"
        assert client.get("/api/account").status_code == 401, "sessions end"
        assert login(server, "Forgetful", OTHER).status_code == 200


# -- blocking and moderation -----------------------------------------------------------------------------


def chat_of(client: httpx.Client, table: Table) -> list[str]:
    return [line["text"] for line in client.get(f"/api/games/{table.id}/chat").json()["said"]]


def test_blocked_player_is_not_heard_and_cannot_join(server: Server) -> None:
    anna, rude = account(server, "Anna B"), account(server, "Rude")
    table, second = server.table(), server.table()
    linked(anna, table, "us"), linked(rude, table, "soviet"), linked(anna, second, "us")
    say = f"/api/games/{table.id}/chat"
    assert rude.post(say, json={"text": "before"}).status_code == 200
    assert chat_of(anna, table) == ["before"]
    assert anna.put("/api/account/blocks", json={"name": "rude"}).json()["blocked"] == ["Rude"]
    rude.post(say, json={"text": "after"})
    assert chat_of(anna, table) == [] and chat_of(rude, table) == ["before", "after"]
    refused = linked(rude, second, "soviet")
    assert refused.status_code == 403 and "blocked you" in refused.json()["error"]
    assert anna.put("/api/account/blocks", json={"name": "nobody here"}).status_code == 404
    assert anna.put("/api/account/blocks", json={"name": "Anna B"}).status_code == 400
    assert anna.put("/api/account/blocks", json={"name": "Rude", "blocked": False}).json()["blocked"] == []
    assert chat_of(anna, table) == ["before", "after"]


def test_reports_reach_administrators_only(tmp_path: Path) -> None:
    with Server(tmp_path, admins=("Boss",)) as server:
        boss, rude = account(server, "Boss"), account(server, "Rude")
        assert boss.get("/api/account").json()["admin"] is True
        table = server.table()
        linked(rude, table, "soviet")
        assert table.post("/report", text="x").status_code == 403, "players only"
        for number in range(5):
            assert table.post("/report", "us", text=f"rude {number}").status_code == 200
        assert table.post("/report", "us", text="again").status_code == 429
        for path in ("/api/admin",):
            assert rude.get(path).status_code == 403 and server.client().get(path).status_code == 401
        found: dict[str, Any] = boss.get("/api/admin").json()
        report = found["reports"][0]
        assert report["text"] == "rude 0" and report["names"] == {"soviet": "Rude"}
        left = boss.post(f"/api/admin/reports/{report['id']}/close").json()["reports"]
        assert len(left) == 4
        off = boss.post("/api/admin/accounts", json={"name": "rude"}).json()
        assert off["disabled"] == ["Rude"] and rude.get("/api/account").status_code == 401
        refused = login(server, "Rude", PASSWORD)
        assert refused.status_code == 403 and "disabled" in refused.json()["error"]
        boss.post("/api/admin/accounts", json={"name": "rude", "disabled": False})
        assert login(server, "Rude", PASSWORD).status_code == 200
        assert boss.post(f"/api/admin/games/{table.id}/delete").json()["reports"] == []
        assert table.get().status_code == 404
