"""Random play on a coast: all invariants hold, states can be saved, and computer players find an order."""

from __future__ import annotations

import random
import tempfile
from functools import lru_cache
from pathlib import Path

import pytest

from grognard.ai.planner import PlannerPlayer
from grognard.core.dice import Dice, LooseDice
from grognard.core.hexes.grid import bits
from grognard.games import definition_of
from grognard.games.ocs import rules
from grognard.games.ocs.interface.choices import choices, to_act
from grognard.games.ocs.interface.imagine import imagine
from grognard.games.ocs.interface.invariants import violations
from grognard.games.ocs.interface.legality import check, complete
from grognard.games.ocs.interface.views import view
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import HOSTED, OcsState, from_plain
from grognard.games.ocs.turn.sequence import setup
from tests.rules.ocs.seaside import FLEET, Seaside, coastal_files

NAVAL = frozenset(
    ["sail", "embark", "disembark", "land", "deploy", "ashore", "assault", "split", "merge", "aim", "barrage"]
)


@lru_cache
def convoys() -> OcsScenario:
    """Return a scenario with warships at sea and convoys."""
    return coastal_files(Path(tempfile.mkdtemp()), FLEET)


def played(seed: int, orders: int) -> tuple[OcsState, set[str]]:
    """Play random orders, naval ones first, and check every state; return the verbs that were used."""
    source, dice = random.Random(seed), Dice(seed)
    state = setup(convoys(), dice)
    points = _points(state)
    used: set[str] = set()
    for _ in range(orders):
        if state.result is not None:
            break
        side = to_act(state)[0]
        decision = choices(state, side)
        assert decision is not None
        order = decision.random_order(source)
        for _ in range(3):
            if order.verb in NAVAL:
                break
            order = decision.random_order(source)
        rules.apply(state, side, complete(state, side, order), dice)
        used.add(order.verb)
        assert violations(state) == [], order
        assert _points(state) <= points
        for viewer in ("german", "soviet", ""):
            view(state, viewer)
    assert from_plain(state.scenario, state.plain()).digest == state.digest
    return state, used


def _points(state: OcsState) -> int:
    return sum(state.level[c] for c in range(len(state.at)) if state.scenario.craft >> c & 1)


@pytest.mark.parametrize("seed", range(2))
def test_random_play_with_ships(seed: int) -> None:
    _, used = played(seed, 250)
    assert used >= {"sail", "barrage"}


def positions() -> dict[str, Seaside]:
    """Return positions with ships, and questions about them."""
    asked = Seaside("movement-barrage", g_cru="18.01", g_bb="17.01", s_ca="19.01", s_dd="19.01")
    asked.give("barrage 19.01 g-cru,g-bb ship")
    beach = Seaside("combat", g_lc1="18.02 6 8T", g_rgt1="g-lc1", s_inf1="18.03", s_rgt1="18.03")
    beach.give("assault 18.03 g-rgt1")
    defended = Seaside("combat", g_lc1="18.02 6 8T", g_rgt1="g-lc1", s_inf1="18.03", s_rgt1="18.03")
    defended.give("assault 18.03 g-rgt1")
    defended.give("fight")
    ships = {"g_lc1": "17.03 6 8T", "g_rgt1": "g-lc1", "g_bb": "18.01", "s_inf1": "18.03", "g_inf1": "15.04"}
    found = {phase: Seaside(phase, 0, **ships) for phase in ("movement", "movement-barrage", "combat")}
    return {**found, "aim": asked, "beach": beach, "defend": defended}


@pytest.mark.parametrize("name", positions())
def test_computer_players_find_orders_with_ships(name: str) -> None:
    field = positions()[name]
    side = to_act(field.state)[0]
    order = PlannerPlayer("1").choose(definition_of("ocs"), field.scenario, view(field.state, side))
    assert check(field.state, side, order) is None


@pytest.mark.parametrize("seed", range(4))
def test_guesses_place_unseen_ships_and_cargo(seed: int) -> None:
    scenario = convoys()
    state, dice = setup(scenario, Dice(1)), LooseDice(random.Random(seed))
    shown = view(state, "soviet")
    guess = imagine(shown, scenario, dice)
    assert not violations(guess) and view(guess, "soviet") == shown
    index, sea = scenario.index, scenario.hex("17.01")
    assert {guess.at[index["g-bb"]], guess.at[index["g-dd"]]} <= {sea, scenario.hex("18.01")}
    aboard = [id_ for id_ in ("g-tb", "g-stug") if guess.at[index[id_]] == HOSTED]
    assert all(scenario.craft >> guess.host[index[id_]] & 1 for id_ in aboard)
    assert aboard or all(guess.at[index[id_]] >= 0 for id_ in ("g-tb", "g-stug"))
    assert any(guess.tokens[c] for c in bits(scenario.craft))
