"""Whatever a visitor sends gets a clear answer in a short time, and never a server error."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.harness import Server, Table

BIG = 60_000
TEXTS = {
    "empty": "",
    "NUL": "a\0b",
    "long": "x" * BIG,
    "blanks": " " * BIG,
    "commas": "move SA" + "," * BIG,
    "hyphens": "move SA 0801" + "-" * BIG,
    "path": "move SA " + "0101-" * 10_000,
    "digits": "9" * 5_000,
    "brackets": "[" * BIG,
    "lines": "\n" * BIG,
    "combining": "a" + "\u0301" * 20_000,
    "ligatures": "ﷺ" * 40,
    "right to left": "\u202eabc",
}
RAW = {
    "nothing": b"",
    "not UTF-8": b"\xff",
    "text that is not UTF-8": b'{"order": "\xff", "text": "\xff", "name": "\xff"}',
    "deep": b"[" * BIG,
    "deep objects": b'{"a":' * 10_000,
    "huge float": b'{"expect": 1e999, "order": "x"}',
    "huge number": b'{"expect": ' + b"9" * 50_000 + b', "order": "x"}',
    "half a character": b'{"text": "\\ud800", "order": "\\ud800", "name": "\\ud800"}',
    "null": b"null",
    "number": b"1",
    "cut off": b'{"order": ',
}
PATHS = (
    "/%00", "/a%00b", "/static/%00", "/" + "a" * 3_000, "/%ff", "/%2e%2e/%2e%2e/etc/passwd", "/api/%ff",
    "/api/games/%00", "/api/games/" + "a" * 3_000, "/api/boards/%00/%00",
    "/api/boards/strike-force-one/..%2f..", "/api/rules/%00", "/api/symbols/%00.svg",
    "/api/symbols/..%2f..%2fx.svg",
    "{game}/at/-1", "{game}/at/" + "9" * 3_000, "{game}/at/%00", "{game}/log?since=-1",
    "{game}/log?since=" + "9" * 3_000, "{game}/log?since=%00", "{game}/at/0?as=%00",
    "{game}/at/0?as=" + "x" * 3_000,
)  # fmt: skip
HEADERS: tuple[tuple[str, bytes], ...] = (
    ("authorization", b"Bearer " + b"x" * 20_000),
    ("authorization", b"Bearer \xff"),
    ("authorization", b"\xff"),
    ("cookie", b"grognard=" + b"x" * 20_000),
    ("cookie", b"\xff\xfe"),
    ("host", b"\xff"),
    ("origin", b"http://["),
    ("origin", b"\xff"),
    ("if-none-match", b"x" * 20_000),
    ("accept", b",".join([b"a/b"] * 3_000)),
    ("accept-encoding", b"\xff"),
    ("x-forwarded-for", b"\xff"),
)


def check(answer: Any, what: object) -> None:
    assert answer.status_code < 500, (what, answer.status_code, answer.text)
    if answer.status_code >= 400 and answer.content:
        text = answer.text
        assert len(text) < 2_000 and "Expected `" not in text and "$" not in text, (what, text[:300])


def bodies(game: str, text: str) -> Iterator[tuple[str, str, Any]]:
    """Yield requests with a text in each place where a visitor can put one."""
    basic = "strike-force-one/basic"
    yield "POST", "/api/games", {"scenario": text}
    yield "POST", "/api/games", {"scenario": f"strike-force-one/{text}"}
    asked: tuple[dict[str, Any], ...] = (
        {"name": text}, {"seed": text}, {"options": {text: True}}, {"options": {"night": text}},
        {"players": {text: {}}}, {"players": {"us": {"kind": text}}},
        {"players": {"us": {"kind": "computer", "level": text}}},
    )  # fmt: skip
    for more in asked:
        yield "POST", "/api/games", {"scenario": basic, **more}
    for order in (text, {"verb": text}, {"verb": "move", "units": [text], "path": [text], "words": [text]}):
        yield "POST", f"{game}/orders", {"order": order, "expect": 0}
        yield "POST", f"{game}/ask", {"what": "check", "order": order}
        yield "POST", f"{game}/ask", {"what": "preview", "order": order}
    for question in (
        {"what": text}, {"what": "orders", "actors": [text]}, {"what": "reach", "units": [text]},
        {"what": "explain", "unit": text}, {"what": "why", "units": [text], "hex": text},
        {"what": "why", "hex": text}, {"what": "overlay", "name": text, "side": text},
    ):  # fmt: skip
        yield "POST", f"{game}/ask", question
    yield "POST", f"{game}/chat", {"text": text}
    yield "PUT", f"{game}/notes", {"text": text}
    for url in (text, f"https://{text}", f"https://[{text}", f"https://a:{text}/"):
        yield "PUT", f"{game}/notify", {"webhook": url}
    yield "POST", f"{game}/fork", {"at": 0, "seats": [text]}
    yield "POST", "/api/login", {"name": text, "password": "12345678"}
    yield "PUT", "/api/account/seats", {"game": text, "secret": text}


@pytest.mark.parametrize("kind", TEXTS)
def test_texts(server: Server, table: Table, kind: str) -> None:
    began = time.process_time()  # of the server too, which is a thread
    for method, path, body in bodies(f"/api/games/{table.id}", TEXTS[kind]):
        check(
            server.http.request(method, path, json=body, headers=table.headers("soviet")),
            (path, str(body)[:99]),
        )
    assert time.process_time() - began < 10.0, "reading must take linear time"


@pytest.mark.parametrize("kind", TEXTS)
def test_records(server: Server, kind: str) -> None:
    """They are read in another process."""
    head = "grognard record 1\nscenario: strike-force-one/basic\n"
    for text in (TEXTS[kind], f"{head}seed: {TEXTS[kind]}\n", f"{head}\n1 soviet {TEXTS[kind]}\n"):
        answer = server.http.post("/api/records", json={"text": text})
        check(answer, text[:99])
        assert answer.status_code in (400, 413, 429)


@pytest.mark.parametrize("kind", RAW)
def test_raw_bodies(server: Server, table: Table, kind: str) -> None:
    calls = ("orders", "ask", "undo", "request-undo", "fork", "chat")
    for path in (
        "/api/games",
        "/api/records",
        "/api/login",
        *(f"/api/games/{table.id}/{call}" for call in calls),
    ):
        for type_ in ("application/json", "text/plain", "application/msgpack"):
            headers = {**table.headers("soviet"), "content-type": type_}
            check(server.http.post(path, content=RAW[kind], headers=headers), (path, type_))


def test_paths(server: Server, table: Table) -> None:
    for path in PATHS:
        for method in ("GET", "HEAD", "POST", "DELETE"):
            check(
                server.http.request(method, path.format(game=f"/api/games/{table.id}")), (method, path[:60])
            )


def test_headers(server: Server, table: Table) -> None:
    for name, value in HEADERS:
        for path in ("/", "/api/catalogue", f"/api/games/{table.id}", "/api/account", "/assets/x.js"):
            check(server.http.get(path, headers={name.encode(): value}), (name, value[:60], path))


def test_messages(server: Server, table: Table) -> None:
    texts = [text for text in TEXTS.values() if len(json.dumps(text)) < 50_000]
    messages: list[str | bytes] = [raw for raw in RAW.values() if len(raw) < 50_000]
    messages += [json.dumps({"type": "order", "order": text, "expect": 0}) for text in texts]
    messages += [json.dumps({"type": "chat", "text": text}) for text in texts]
    messages += [
        '{"type": "hello", "seat": "\\ud800"}', '{"type": "hello", "since": -1}', '{"type": 5}',
        '{"type": "ask", "id": [], "question": {"what": "every"}}', '{"id": {}}',
    ]  # fmt: skip
    with server.live(table.id, table.seats["soviet"]) as live:
        live.hear("presence")
        for message in messages:
            live.socket.send(message)
            answer = json.dumps(live.hear("error", "refused", "accepted", "welcome"))
            assert "server error" not in answer and "Expected `" not in answer, (message[:99], answer[:300])
        assert live.question("every")["type"] == "answer"
