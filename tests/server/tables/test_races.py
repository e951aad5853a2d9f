"""Concurrent orders: only one of two orders for the same moment is carried out, and none is lost."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor

from tests.server.harness import Server, Table


def test_only_one_of_two_concurrent_orders_is_carried_out(server: Server) -> None:
    orders = ["move SA 0701", "move SA 0702", "move SB 0707", "move SV 0802"]
    with ThreadPoolExecutor(4) as pool:
        for _ in range(5):
            table = server.table()
            clients = [server.client() for _ in orders]

            def give(number: int, table: Table = table, clients: list = clients) -> int:  # type: ignore[type-arg]
                said = {"order": orders[number], "expect": 0}
                call = f"/api/games/{table.id}/orders"
                status: int = (
                    clients[number].post(call, json=said, headers=table.headers("soviet")).status_code
                )
                return status

            statuses = sorted(pool.map(give, range(len(orders))))
            assert statuses == [200, 409, 409, 409]
            assert table.now()["number"] == 1


def test_concurrent_games_do_not_interfere(server: Server) -> None:
    tables = [server.table(seed=str(seed)) for seed in range(6)]

    def play(number: int) -> list[str]:
        table = tables[number].on(server)
        table.play_on(15, random.Random(number))
        return [played["order"] for played in table.get("/log").json()["played"]]

    with ThreadPoolExecutor(6) as pool:
        together = list(pool.map(play, range(6)))
    assert all(len(orders) == 15 for orders in together)
    assert len({tuple(orders) for orders in together}) > 1
    for table, orders in zip(tables, together, strict=True):
        server.tables.in_memory.pop(table.id)
        assert [played["order"] for played in table.get("/log").json()["played"]] == orders
