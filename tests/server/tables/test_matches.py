"""Open games, clocks, resigning, draws, leaving, rematches, ratings and vacations."""

from __future__ import annotations

import asyncio
import re
import time
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from sqlalchemy import select

from grognard.server.people.ratings import rated
from grognard.server.settings import Settings
from grognard.server.storage.database import open_database
from grognard.server.storage.matches import DAY, Clock, Match, Rating
from grognard.server.storage.models import matches
from grognard.server.tables.matches.clocks import left_now, moved, out_of_time
from grognard.server.tables.matches.matches import settle
from tests.server.harness import BASIC, Plain, Server, Table, until

LIVE = {"kind": "live", "start": 600, "increment": 10}


def member(server: Server, name: str) -> httpx.Client:
    """A client that is logged in to a new account."""
    assert server.http is not None, "the shared client is made first, and nobody is logged in"
    client = server.client()
    answer = client.post("/api/accounts", json={"name": name, "password": "correct horse"})
    assert answer.status_code == 201, answer.text
    return client


def offered(server: Server, client: httpx.Client, **match: Any) -> Table:
    """A game that offers the seat of the US player."""
    return Table(server, client, {"match": {"open": ["us"], **match}})


def listed(server: Server, which: str, game: str) -> Plain | None:
    found = server.http.get("/api/lists").json()[which]
    return next((one for one in found if one["game"] == game), None)


def joined(table: Table, client: httpx.Client, side: str = "us") -> httpx.Response:
    return client.post(f"/api/games/{table.id}/join", json={"side": side})


def rated_game(server: Server, one: httpx.Client, other: httpx.Client) -> Table:
    table = offered(server, one, rated=True)
    table.seats["us"] = joined(table, other).json()["secret"]
    return table


# -- open games ----------------------------------------------------------------------------------------


def test_open_game_is_listed_until_it_is_joined(server: Server) -> None:
    owner = member(server, "opener")
    table = offered(server, owner, clock=LIVE, listed=True)
    assert set(table.seats) == {"soviet"}, "the secret of the open seat stays on the server"
    found = listed(server, "open", table.id)
    assert found is not None
    assert found["players"] == {"soviet": "opener"} and found["open"] == ["us"] and found["clock"] == LIVE
    claimed = joined(table, server.http).json()
    assert claimed["side"] == "us"
    assert listed(server, "open", table.id) is None
    table.seats["us"] = claimed["secret"]
    assert table.now("us")["match"]["running"], "clocks run when all seats are taken"
    assert joined(table, server.client()).status_code == 409
    assert listed(server, "watch", table.id) is None, "nothing to watch yet"
    table.play_on(1)
    watched = listed(server, "watch", table.id)
    assert watched is not None and watched["number"] == 1


def test_only_one_of_two_joins(server: Server) -> None:
    table = offered(server, server.http)
    answers = [joined(table, server.client()).status_code for _ in range(2)]
    assert sorted(answers) == [200, 409]


def test_private_games_are_not_listed(server: Server, table: Table) -> None:
    table.play_on(2)
    assert listed(server, "open", table.id) is None and listed(server, "watch", table.id) is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"open": ["us", "soviet"]},
        {"open": ["france"]},
        {"clock": {"kind": "live", "start": 1, "increment": 0}},
        {"clock": {"kind": "hourglass", "start": 600, "increment": 0}},
        {"clock": {"kind": "days", "start": 1e300, "increment": 0}},
        {"open": "us"},
        {"owner": 1},
    ],
)
def test_invalid_matches_are_refused(server: Server, wrong: Plain) -> None:
    answer = server.http.post("/api/games", json={"scenario": BASIC, "match": wrong})
    assert answer.status_code == 400, answer.text


def test_rated_games_need_two_accounts(server: Server) -> None:
    guest, owner = server.client(), member(server, "rated owner")
    computer = {"us": {"kind": "computer", "level": "greedy"}}
    against = {"scenario": BASIC, "players": computer, "match": {"rated": True}}
    assert owner.post("/api/games", json=against).status_code == 400
    wanted = {"scenario": BASIC, "match": {"open": ["us"], "rated": True}}
    assert guest.post("/api/games", json=wanted).status_code == 403
    table = offered(server, owner, rated=True)
    assert joined(table, guest).status_code == 403
    assert joined(table, owner).status_code == 409, "not against yourself"


def test_blocked_players_cannot_join(server: Server) -> None:
    owner, other = member(server, "blocker"), member(server, "blocked one")
    owner.put("/api/account/blocks", json={"name": "blocked one"})
    table = offered(server, owner)
    assert joined(table, other).status_code == 403
    assert listed(server, "open", table.id) is not None


# -- the end -------------------------------------------------------------------------------------------


def test_resigning_ends_the_game_for_all_players(server: Server, table: Table) -> None:
    table.play_on(1)
    with server.live(table.id, table.seats["us"]) as live:
        live.hear("welcome")
        assert table.post("/resign", "soviet").status_code == 200
        now = live.hear("welcome")["now"]
    assert now["over"] and now["match"]["ended"] == {"how": "resigned", "winner": "us", "side": "soviet"}
    assert now["decision"] is None and now["seed"], "the dice can be verified"
    assert table.give("end", "soviet").status_code == 403
    assert table.post("/undo", "soviet", expect=1).status_code == 403
    assert table.post("/resign", "us").status_code == 403


def test_resigning_before_the_first_order_cancels(table: Table) -> None:
    table.post("/resign", "us")
    assert table.now()["match"]["ended"] == {"how": "cancelled", "winner": "", "side": "us"}


def test_end_survives_a_restart(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        table = server.table(match={"clock": LIVE})
        table.play_on(1)
        table.post("/resign", "soviet")
    with Server(tmp_path) as server:
        now = table.on(server).now("us")
        assert now["over"] and now["match"]["ended"]["winner"] == "us"
        assert now["match"]["running"] == [] and now["match"]["clock"] == LIVE


def test_computer_stops_when_its_opponent_resigns(server: Server) -> None:
    table = server.table(players={"us": {"kind": "computer", "level": "random"}})
    table.play_on(1)
    table.post("/resign", "soviet")
    assert table.now()["match"]["ended"]["winner"] == "us"
    number = table.now()["number"]
    assert table.now()["thinking"] == "" and table.now()["number"] == number


def test_draw_needs_both(table: Table) -> None:
    table.play_on(1)
    assert table.post("/draw", "soviet").status_code == 200
    assert table.now()["match"]["draw"] == "soviet"
    table.post("/draw", "soviet")
    assert not table.now()["over"], "a second offer of the same side changes nothing"
    table.post("/draw", "us", agree=False)
    assert table.now()["match"]["draw"] == ""
    table.post("/draw", "us")
    table.post("/draw", "soviet")
    assert table.now()["match"]["ended"] == {"how": "agreed", "winner": "", "side": ""}


def test_computer_accepts_no_draw(server: Server) -> None:
    table = server.table(players={"us": {"kind": "computer", "level": "random"}})
    assert table.post("/draw", "soviet").status_code == 403


def test_spectators_cannot_end_a_game(table: Table) -> None:
    for call in ("/resign", "/draw", "/leave", "/rematch"):
        assert table.post(call).status_code == 403
    assert not table.now()["over"]


def test_leaving_opens_the_seat(server: Server, table: Table) -> None:
    table.play_on(1)
    assert table.post("/leave", "us").status_code == 200
    assert table.post("/draw", "us").status_code == 401, "the old secret is worth nothing"
    assert listed(server, "open", table.id) is not None
    table.seats["us"] = joined(table, server.client()).json()["secret"]
    table.play_on(20)
    assert table.now()["number"] > 1


def test_rated_game_cannot_be_left(server: Server) -> None:
    table = rated_game(server, member(server, "leaver"), member(server, "stayer"))
    assert table.post("/leave", "us").status_code == 403


# -- rematch -------------------------------------------------------------------------------------------


def test_rematch_exchanges_sides(server: Server) -> None:
    table = server.table(name="Final", match={"clock": LIVE})
    assert table.post("/rematch", "us").status_code == 403, "not before the end"
    table.play_on(1)
    table.post("/resign", "us")
    table.post("/resign", "soviet")
    first = table.post("/rematch", "us").json()
    second = table.post("/rematch", "soviet").json()
    assert first["game"] == second["game"] == table.now()["match"]["rematch"]
    assert set(first["seats"]) == {"soviet"} and set(second["seats"]) == {"us"}
    again = table.on(server)
    again.id, again.seats = first["game"], first["seats"] | second["seats"]
    now = again.now("us")
    assert now["name"] == "Final" and now["match"]["clock"] == LIVE and not now["over"]
    again.play_on(2)


def test_rematch_with_a_computer_exchanges_it_too(server: Server) -> None:
    table = server.table(players={"us": {"kind": "computer", "level": "random"}})
    table.post("/resign", "soviet")
    found = table.post("/rematch", "soviet").json()
    players = server.http.get(f"/api/games/{found['game']}").json()["players"]
    assert set(found["seats"]) == {"us"} and players["soviet"]["kind"] == "computer"


# -- ratings -------------------------------------------------------------------------------------------


def test_ratings_follow_results() -> None:
    winner, loser = rated([Rating(), Rating()], [1.0, 0.0])
    assert winner.mu > 25.0 > loser.mu and winner.sigma < Rating().sigma
    assert (winner.won, winner.lost, loser.lost) == (1, 0, 1)
    one, other = rated([Rating(30.0, 4.0), Rating(20.0, 4.0)], [0.5, 0.5])
    assert one.mu < 30.0 and other.mu > 20.0 and one.drawn == 1


def test_result_is_rated_once_and_shown_in_profiles(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        table = rated_game(server, member(server, "Ada"), member(server, "Bob"))
        table.play_on(1)
        table.post("/resign", "soviet")
        profile = until(lambda: _with_ratings(server, "bob"))
        assert profile["name"] == "Bob" and profile["results"][0]["score"] == 1.0
        (rating,) = profile["ratings"]
        assert rating["family"] == "strike-force-one" and rating["won"] == 1 and rating["provisional"]
        assert rating["rating"] > 1500 > until(lambda: _with_ratings(server, "Ada"))["ratings"][0]["rating"]
    with Server(tmp_path) as server:  # nothing is pending, nothing is rated twice
        assert _with_ratings(server, "bob")["ratings"] == [rating]


def _with_ratings(server: Server, name: str) -> Plain:
    found: Plain = server.http.get(f"/api/players/{name}").json()
    return found if found["ratings"] else {}


def test_result_is_rated_after_a_crash(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        table = rated_game(server, member(server, "Ada"), member(server, "Bob"))
        server.tables.after_end.clear()  # the server ends before it can rate the result
        table.play_on(1)
        table.post("/resign", "soviet")
        assert not _with_ratings(server, "Ada")
    with Server(tmp_path) as server:
        assert until(lambda: _with_ratings(server, "Ada"))["ratings"][0]["lost"] == 1


def test_results_that_are_rated_at_once_all_count(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        server.tables.after_end.clear()  # they are rated below, at the same time
        ada, bob = member(server, "Ada"), member(server, "Bob")
        games = [rated_game(server, ada, bob) for _ in range(4)]
        for table in games:
            table.play_on(1)
            table.post("/resign", "soviet")

        async def rate() -> None:
            await asyncio.gather(*(settle(server.tables, table.id) for table in games))

        server.run(rate())
        assert _with_ratings(server, "Ada")["ratings"][0]["lost"] == 4
        assert _with_ratings(server, "Bob")["ratings"][0]["won"] == 4


def test_cancelled_games_do_not_count(server: Server) -> None:
    table = rated_game(server, member(server, "Cora"), member(server, "Dan"))
    table.post("/resign", "us")
    until(lambda: _settled(server, table.id))
    assert not _with_ratings(server, "Dan")


def _settled(server: Server, game: str) -> bool:
    async def look() -> bool:
        engine = open_database(server.tables.settings.database_url)
        async with engine.connect() as connection:
            query = select(matches.c.settled).where(matches.c.game == game)
            found = (await connection.execute(query)).scalar_one()
        await engine.dispose()
        return bool(found)

    return asyncio.run(look())


def test_results_go_with_the_account(server: Server) -> None:
    ada = member(server, "Erasmus")
    table = rated_game(server, ada, member(server, "Frida"))
    table.play_on(1)
    table.post("/resign", "soviet")
    until(lambda: _with_ratings(server, "Erasmus"))
    assert ada.post("/api/account/delete", json={"password": "correct horse"}).status_code == 200
    assert server.http.get("/api/players/Erasmus").status_code == 404
    assert _with_ratings(server, "Frida"), "the opponent keeps the result"


def test_unknown_and_odd_players(server: Server) -> None:
    for name in ("nobody here", "%00", "x" * 41):
        assert server.http.get(f"/api/players/{name}").status_code in (400, 404)


# -- clocks --------------------------------------------------------------------------------------------


def test_live_clock_counts_while_a_side_decides() -> None:
    match = Match(clock=Clock("live", 600, 10))
    match = moved(match, ["a"], ["a", "b"], 1_000.0)
    assert match.running == ("a",) and match.deadline == 1_600.0
    assert left_now(match, 1_100.0) == {"a": 500.0, "b": 600.0}
    match = moved(match, ["a"], ["a", "b"], 1_100.0)  # another order in the same phase
    match = moved(match, ["b"], ["a", "b"], 1_200.0)
    assert match.left == {"a": 410.0, "b": 600.0}, "the increment comes with the end of a move"
    assert out_of_time(match, 1_799.0) == "" and out_of_time(match, 1_801.0) == "b"


def test_days_per_move_begin_again() -> None:
    match = moved(Match(clock=Clock("days", 2 * DAY, 0)), ["a"], ["a", "b"], 0.0)
    match = moved(match, ["b"], ["a", "b"], DAY)
    assert match.left == {"a": 2 * DAY, "b": 2 * DAY} and match.deadline == 3 * DAY


def test_clocks_wait_for_open_seats_and_the_computer() -> None:
    match = Match(clock=Clock("live", 600, 0), open=("b",))
    assert moved(match, ["a"], ["a", "b"], 5.0).running == ()
    assert moved(Match(clock=Clock("live", 600, 0)), ["computer"], ["a"], 5.0).running == ()


def test_game_without_a_clock_stays_as_it_is() -> None:
    match = Match()
    assert moved(match, ["a"], ["a"], 5.0) is match and match.deadline == 0.0


def run_out(server: Server, game: str) -> None:
    """Set the running clock of a game back, as if its time had passed."""
    table = server.tables.in_memory[game]
    match = table.stored.match
    late = msgspec.structs.replace(match, since=match.since - 2_000_000.0)

    async def change() -> None:
        async with server.tables.locked(game):
            await server.tables.put_match(table, late)

    server.run(change())


def test_time_runs_out(server: Server) -> None:
    table = server.table(match={"clock": LIVE})
    table.play_on(1)
    run_out(server, table.id)
    until(lambda: table.now()["over"])
    assert table.now()["match"]["ended"] == {"how": "time", "winner": "us", "side": "soviet"}
    assert table.give("end", "soviet").status_code == 403


def test_vacation_stops_days_but_not_live_clocks(server: Server) -> None:
    client = member(server, "traveller")
    assert client.put("/api/account/vacation", json={"days": 10}).json()["days_left"] == 20
    days = offered(server, client, clock={"kind": "days", "start": DAY, "increment": 0})
    live = offered(server, client, clock=LIVE)
    for table in (days, live):
        table.seats["us"] = joined(table, server.client()).json()["secret"]
        run_out(server, table.id)
    until(lambda: live.now()["over"])
    left = until(lambda: (found := days.now()["match"]["left"]["soviet"]) > 0 and found)
    assert 10 * DAY < left <= 11 * DAY and not days.now()["over"]


def test_vacation_is_bounded(server: Server) -> None:
    client = member(server, "idler")
    assert server.client().get("/api/account/vacation").status_code == 401
    assert client.put("/api/account/vacation", json={"days": 31}).status_code == 400
    assert client.put("/api/account/vacation", json={"days": 30}).json()["days_left"] == 0
    assert client.get("/api/players/idler").json()["away_until"] > time.time()
    back = client.put("/api/account/vacation", json={"days": 0}).json()
    assert back["away_until"] == 0 and back["days_left"] >= 29, "days that were not used come back"


# -- invitations ---------------------------------------------------------------------------------------


def test_address_for_invitations(server: Server, tmp_path: Path) -> None:
    assert server.http.get("/api/address").json()["reachable"] is False
    everywhere = Settings(data=tmp_path, host="0.0.0.0", port=8421)
    assert re.fullmatch(r"http://(\d+\.\d+\.\d+\.\d+|localhost):8421", everywhere.invite_url)
    assert Settings(data=tmp_path, public_url="https://club.example/").invite_url == "https://club.example"
