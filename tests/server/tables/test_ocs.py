"""The Operational Combat Series on the server, with hidden enemy stacks."""

from __future__ import annotations

import json

from tests.server.harness import Server


def test_enemy_sees_a_move_without_the_units(server: Server) -> None:
    table = server.table(scenario="ocs/practice", seed="1")
    for number, order in enumerate(("end", "arrive", "end", "move g-truck1 07.03-05.03")):
        table.give(order, "german", number).raise_for_status()
    mine, theirs = (table.get("/log", side).json()["played"][-1] for side in ("german", "soviet"))
    assert mine["order"].startswith("move g-truck1 07.03-")
    assert theirs["order"] == "" and "g-truck1" not in json.dumps(theirs)
    assert theirs["events"][0]["text"].startswith("German units move 07.03-")
    seen = {unit["id"]: unit["at"] for unit in table.now("soviet")["view"]["units"] if "." in unit["at"]}
    assert seen["german-things-05.03"] == "05.03", "something is there now, nobody knows what"
    assert not {"g-truck1", "g-art1", "g-hq"} & set(seen)
