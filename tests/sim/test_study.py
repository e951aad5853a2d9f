from __future__ import annotations

import pytest

from grognard.core.errors import GrognardError
from grognard.sim import PlayerSpec, Study, simulate, study_from_words
from grognard.sim.study import derive

BASIC = "strike-force-one/basic"


@pytest.mark.parametrize(
    ("text", "spec", "timed"),
    [
        ("random", PlayerSpec("random"), False),
        ("greedy", PlayerSpec("greedy"), False),
        ("search", PlayerSpec("search", seconds=0.2), True),
        ("search:0.5", PlayerSpec("search", seconds=0.5), True),
        ("search:2", PlayerSpec("search", seconds=2), True),
        ("search@200", PlayerSpec("search", iterations=200), False),
    ],
)
def test_player_specs(text: str, spec: PlayerSpec, timed: bool) -> None:
    study = Study(BASIC, red=text)
    assert study.players[0] == spec
    assert spec.timed is timed
    assert PlayerSpec.parse(str(spec)) == spec


@pytest.mark.parametrize(
    "text", ["", "search@", "search:", "search@x", "search:0", "search@0", "greedy:1", "a b", "search:-1"]
)
def test_invalid_player_specs_are_refused(text: str) -> None:
    with pytest.raises(GrognardError):
        Study(BASIC, red=text).settled()


def test_default_budget_applies_to_players_without_one() -> None:
    study = Study(BASIC, "search", "search:1", iterations=50).settled()
    assert (study.red, study.blue, study.iterations) == ("search@50", "search:1", None)
    with pytest.raises(GrognardError, match="positive"):
        Study(BASIC, "search", seconds=0).settled()


def test_cells_alternate_so_that_a_study_can_be_extended() -> None:
    study = Study(
        "sfo/expert-standard", "greedy", "random", games=3, vary={"night": (False, True)}, both=True
    ).settled()
    assert study.total == 12
    first = [study.match(index) for index in range(4)]
    assert [m.options["night"] for m in first] == [False, False, True, True]
    assert [str(m.players["soviet"]) for m in first] == ["greedy", "random", "greedy", "random"]
    longer = Study(
        "sfo/expert-standard", "greedy", "random", games=30, vary={"night": (False, True)}, both=True
    ).settled()
    assert [longer.match(i) for i in range(12)] == [study.match(i) for i in range(12)]


def test_same_player_on_both_sides_has_one_seating() -> None:
    assert Study(BASIC, "random", "random", games=5, both=True).total == 5


def test_seeds_differ_between_games_and_batches() -> None:
    seeds = {derive(seed, index) for seed in range(20) for index in range(50)}
    assert len(seeds) == 1000


def test_options_from_arguments() -> None:
    study = study_from_words(
        "strike-force-one/expert-standard",
        option=["night=on", "elimination=all"],
        vary=["guards", "six-turns=no"],
    )
    assert study.options == {"night": True, "elimination": "all"}
    assert study.vary == {"guards": (False, True), "six-turns": (False,)}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ({"option": ["nihgt=on"]}, "no option 'nihgt'"),
        ({"option": ["night"]}, "give one value"),
        ({"option": ["night=on,off"]}, "give one value"),
        ({"option": ["night=maybe"]}, "on or off"),
        ({"option": ["event-draw=cards"]}, "one of dice, chits"),
        ({"vary": ["night=on,on"]}, "each only once"),
        ({"vary": ["night"], "option": ["night=on"]}, "both set and varied"),
        ({"option": ["hardened-nato=on"]}, "no option 'hardened-nato'"),
        ({"games": 0}, "at least one game"),
    ],
)
def test_invalid_arguments_are_refused(words: dict[str, list[str]], says: str) -> None:
    with pytest.raises(GrognardError, match=says):
        study_from_words("strike-force-one/expert-standard", **words)


def test_unknown_scenario_is_refused() -> None:
    with pytest.raises(GrognardError, match="there is no scenario"):
        Study("strike-force-one/nowhere").settled()
    with pytest.raises(GrognardError, match="there is no game"):
        Study("chess/blitz").settled()


def test_own_player_is_named_by_its_class() -> None:
    spec = PlayerSpec.parse("mine:tests.sim.players.Careless", seconds=0.2)
    assert (spec.own, spec.timed, str(spec)) == (True, False, "mine:tests.sim.players.Careless")
    study = Study("strike-force-one/basic", str(spec), "random", games=2, both=True)
    assert not simulate(study).failures
    assert simulate(study).digest == simulate(study, jobs=2).digest


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("mine:no_such_module.Player", "No module named 'no_such_module'"),
        ("mine:tests.sim.players.Nobody", "has no attribute 'Nobody'"),
        ("mine:tests.sim.players.Failing", "takes a seed"),
        ("mine:random.Random", "not a player: it has no method choose"),
        ("mine:Player", "is not a player"),
        ("mine:a.b@3", "is not a player"),
    ],
)
def test_own_player_that_cannot_be_created_is_refused(name: str, says: str) -> None:
    with pytest.raises(GrognardError, match=says):
        simulate(Study("strike-force-one/basic", name, "random", games=1))
