"""Transcripts of games: orders have the same effects, and questions the same answers, as once written.

A transcript does not say what is right; the tests of the chapters do. It notices what changed. If you changed
it on purpose, write the transcripts again and look at the differences:

    python -m tests.games.ocs.test_transcripts [NAME ...]

Each line is an order with its events, the columns of the state that it changed, and questions asked before it
with the hashes of the answers: orders offered, refusals, previews, supply reports, ranges, views and guesses.
Orders and questions stay as they are. If an order is no longer legal, the game goes on with others.
"""

from __future__ import annotations

import random
import sys
import tempfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache, partial
from itertools import chain
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from grognard.core.contract.definition import AnyGame
from grognard.core.contract.orders import Order
from grognard.core.contract.tables import verbs_now
from grognard.core.contract.verbs import WordArgument
from grognard.core.dice import Dice, LooseDice
from grognard.core.errors import GrognardError, Illegal
from grognard.core.facts import changed
from grognard.core.hexes.grid import bits
from grognard.core.play.game import Game
from grognard.games import definition_of, game_file, scenario_files
from grognard.games.ocs.air.bases import base_named
from grognard.games.ocs.interface.choices import asked
from grognard.games.ocs.interface.questions import QUESTIONS
from grognard.games.ocs.interface.verbs import VERBS
from grognard.games.ocs.model.charts import DATA
from grognard.games.ocs.model.files import Placed
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import AWAY, REAR, OcsState, aboard, empty, put, put_aboard
from grognard.games.ocs.supply.tokens import bring
from grognard.games.ocs.turn import sequence
from grognard.games.ocs.units.stacking import fits
from tests.games.ocs.crowded_starts import crowd
from tests.rules.ocs.air.test_14_transport import BASE, OTHER, UNITS, lifting
from tests.rules.ocs.airfield import MORE, Airfield, written
from tests.rules.ocs.field import practice, varied
from tests.rules.ocs.notes import report_of
from tests.rules.ocs.order_helpers import Manoeuvre, Places
from tests.rules.ocs.seaside import FLEET, Seaside, coastal_files

FOLDER = Path(__file__).with_name("transcripts")


class Step(msgspec.Struct):
    """An order, the questions asked before it with the hashes of the answers, and what it did."""

    order: str
    asked: dict[str, str]
    events: list[str]
    changed: str


# -- where games begin -------------------------------------------------------------------------------------

PHASES = ("movement", "combat", "reinforcement", "barrage", "reaction", "exploitation", "refit", "breakout")
FULL = MORE.replace(
    'units = ["g-109", "g-87"]', 'units = ["g-109", "g-87", "g-109b", "g-88", "g-53"]'
).replace('units = ["s-yak", "s-il2"]', 'units = ["s-yak", "s-il2", "s-pe2"]')
OPTIONS = ("21.1", "21.2", "21.3", "21.6", "21.7", "21.8", "21.9", "HR-1", "HR-10", "HR-11", "HR-12")
OTHERS = (
    "21.10b", "21.11a", "21.11b", "21.11c", "21.12b", "21.12c", "21.12d", "HR-2", "HR-4", "HR-5", "HR-6",
)  # fmt: skip
BOARDS: dict[str, Callable[[], OcsScenario]] = {
    "land": lambda: chosen(()),
    "options": lambda: chosen(OPTIONS),
    "others": lambda: chosen(OTHERS),
    "air": lambda: written(Path(tempfile.mkdtemp()), FULL, UNITS),
    "sea": lambda: coastal_files(Path(tempfile.mkdtemp()), FLEET),
}


def beach(phase: str, player: int = 0, **more: str) -> Seaside:
    """Return landing craft with passengers and supply before a defended coast, and warships of both sides."""
    german = {
        "g_lc1": "17.03 6 8T",
        "g_rgt1": "g-lc1",
        "g_rgt2": "g-lc1 m",
        "g_lst1": "15.02 3",
        "g_pz1": "g-lst1 m",
    }
    soviet = {"s_inf1": "18.03", "s_rgt1": "18.03", "s_coast": "19.05", "s_dd": "20.01", "s_ca": "19.01"}
    field = Seaside(phase, player, **{**german, **soviet, "g_bb": "18.01", "g_dd": "18.01", **more})
    field.supply("18.04", 12, 1)
    field.supply("16.02", 12)
    return field


def airport(phase: str, **more: Any) -> Airfield:
    """Return Transports with supply, gliders and units to carry, and enemy fighters in range."""
    planes: Places = {
        "g_52": BASE,
        "g_53": BASE,
        "g_half": BASE,
        "g_321": f"{BASE} i",
        "g_109": OTHER,
        "s_yak": "13.07",
    }
    units = {
        "g_para": f"{BASE} m",
        "g_para2": f"{BASE} m",
        "g_light": f"{BASE} m",
        "g_hq": "06.07",
        "g_inf1": "08.07",
    }
    field = Airfield(phase, scenario=lifting(), **{**planes, **units, "s_inf1": "09.08", **more})
    field.supply(BASE, 12)
    state = field.state
    state.gliders[base_named(state, BASE, 0)] = 2
    for id_, hex_ in (("g-para", "18.07"), ("g-light", "08.08")):
        unit = field.unit(id_)
        state.drop_hex[unit], state.drop_turn[unit] = field.hex(hex_), 1
    changed(state)
    return field


def works() -> Airfield:
    """Return engineers, railway repair and headquarters behind the front, with supply to build."""
    units: Places = {
        "g_eng": "04.07",
        "g_hq": "06.07",
        "g_rail": "05.07",
        "g_inf1": "07.07",
        "s_eng": "14.07",
        "s_inf1": "08.07",
    }
    field = Airfield("movement", g_87="04.07 i*", g_87b="04.07 *", **units)
    for hex_ in ("04.07", "05.07", "06.07"):
        field.supply(hex_, 16)
    return field


def free_setup() -> OcsState:
    """Return a setup in which both sides place units, load trucks and detach regiments."""
    lines = (
        Placed("08.07", ("g-org1", "g-inf1", "g-inf2"), side="german", supply=3, trucks=2, within=2),
        Placed("05.05", ("g-rgt1", "g-hq"), mode="move"),
        Placed("11.07", ("s-inf1", "s-rgt1"), side="soviet", supply=2, trucks=1, within=1),
        Placed("13.07", ("s-hq",)),
    )
    return sequence.setup(varied(practice(), setup=lines), Dice(1))


def box() -> OcsState:
    """Return units beside the box of their side and in it, a stack that is too large, and a railway."""
    data = practice().file.sides
    sides = {**data, "german": msgspec.structs.replace(data["german"], rear=("01.03",))}
    field = Manoeuvre("movement", scenario=varied(practice(), sides=sides), g_rgt1="02.02 m", g_rgt2="01.03")
    field.generic("trucks", "01.03", count=2, loaded=1)
    field.generic("trucks", "06.03", count=3)
    field.supply("06.03", 9)
    for id_, marks in (("g-rail", ""), ("g-pz1", " m"), ("g-hq", " m"), ("g-inf1", " *"), ("g-inf2", " **")):
        field.put(id_, f"06.02{marks}")
    field.put("s-rgt1", "09.03")
    put(field.state, field.unit("g-eng"), REAR)
    return field.state


def start_of(scenario: str) -> OcsState:
    """Return the start of a scenario, with aircraft where there are any."""
    air = {"air": True} if "air" in scenario_files("ocs")[scenario].options else {}
    return cast(OcsState, Game(definition_of("ocs"), scenario, air, seed=1).state)


SCENES: dict[str, Callable[[], OcsState]] = {
    "beach-movement": lambda: beach("movement", g_inf4="16.02", g_lc2="16.02 4", g_truck1="16.02").state,
    "beach-port": lambda: beach("movement", g_lc3="16.02 5 4T", g_inf4="g-lc3", g_dukw1="16.02 2 2T").state,
    "beach-combat": lambda: beach("combat", g_lc2="18.02 6 8T", g_inf1="g-lc2").state,
    "beach-barrage": lambda: beach("movement-barrage", g_torp="04.07", s_own="s-cv2", s_cv2="20.02").state,
    "beach-defence": lambda: beach("movement-barrage", 1, s_il2="13.07").state,
    "airport-movement": lambda: airport("movement").state,
    "airport-more": lambda: airport("movement", s_lagg="13.07", g_slow=f"{BASE} m").state,
    "airport-refit": lambda: airport("refit", g_87=f"{BASE} i*", g_87b=f"{BASE} i*").state,
    "works": lambda: works().state,
    "setup": free_setup,
    "box": box,
    **{name: partial(start_of, name) for name in ("practice", "counterstroke", "kharkov", "drill-8-battle")},
}
"""Situations made by hand, for rare orders."""
GAMES = (*(f"{board}-{number}" for board in BOARDS for number in range(8)), *SCENES)
WEIGHTS = {
    "attack": 8, "overrun": 8, "barrage": 4, "assault": 8, "land": 4, "ashore": 2, "blow": 0.2,
    "fuel": 0.3, "done": 0.3,
}  # fmt: skip
"""How eager a player is for some orders."""
ORDERS = 30
"""Number of orders in a game."""


def chosen(options: tuple[str, ...]) -> OcsScenario:
    """Return the practice scenario with options."""
    offered = game_file("ocs").options
    values = {name: offered[name].choices[-1] if offered[name].choices else True for name in options}
    return OcsScenario(DATA, "practice", values)


@lru_cache
def definition(board: str) -> AnyGame:
    """Return the game with one scenario only."""
    scenario = BOARDS[board]()
    return replace(definition_of("ocs"), scenarios=lambda name, options: scenario)


def begin(name: str) -> Game:
    """Return a game in its first position: by hand, or with units of both sides close together."""
    if name in SCENES:
        state = SCENES[name]()
        rules = replace(definition_of("ocs"), scenarios=lambda name, options: state.scenario)
        scene = Game(rules, "practice", seed=1)
        scene.begin_from(state)
        return scene
    board, _, number = name.partition("-")
    game, source = Game(definition(board), "practice", seed=int(number)), random.Random(name)
    start = cast(OcsState, game.state)
    tries = (_crowded(start, source, int(number)) for _ in range(100))
    game.begin_from(next(state for state in tries if not game.definition.violations(state)))
    return game


def _crowded(start: OcsState, source: random.Random, number: int) -> OcsState:
    """Return a random position with the bases, planes and ships of a start; it may break the rules."""
    scenario, blank = start.scenario, empty(start.scenario)
    state = crowd(scenario, source, 2, (0, 0), 8) if number % 4 == 3 else crowd(scenario, source, 2)
    if number % 4 == 3:  # the first counter and others in the first hex
        german = source.sample(bits(scenario.of_side[0] & scenario.combat_units & ~scenario.breakdowns), 3)
        for c in (0, *german):
            if fits(state, 0, 1 << c):
                put(state, c, 0)
        bring(state, 0, 0, 9)
    for name in {*OcsState.__struct_fields__} - {"at", "turn", "step"} - {*OcsState.derived}:
        if getattr(state, name) == getattr(blank, name):
            setattr(state, name, getattr(start.copy(), name))
    for c in bits(scenario.bases | scenario.boxes | scenario.ships | scenario.craft):
        if start.at[c] != AWAY:
            put(state, c, start.at[c])
            state.level[c], state.tokens[c] = start.level[c], start.tokens[c]
            state.ledger[scenario.side_of[c]] += start.tokens[c]
    for c, host in enumerate(start.host):
        if host >= 0:
            put_aboard(state, c, host)
            state.lost[c] = source.choice((0, 0, 1)) if scenario.planes >> c & 1 else 0
    state.flight = 2
    turn = [step.phase for step in scenario.sequence]
    phases = [phase for phase in PHASES if phase in turn]
    times = [n for n, phase in enumerate(turn) if phase == phases[number % len(phases)]]
    state.phase_index, state.first = times[number // 3 % len(times)], number // 2 % 2
    state.began = state.at[:]
    changed(state)
    return state


# -- questions and answers -----------------------------------------------------------------------------------


def told(value: object) -> str:
    """Return a hash of anything."""
    return f"{zlib.crc32(msgspec.json.encode(value, order='deterministic')):08x}"


def short(answer: str) -> str:
    """Return a short hash of an answer."""
    return told(answer)[:4]


def answer_to(game: Game, question: str) -> str:
    """Return the answer to a question: its kind, and what it is about."""
    kind, _, about = question.partition(" ")
    try:
        return ANSWERS[kind](game, about)
    except Illegal as refusal:
        return f"[{refusal.rule}]"
    except GrognardError:
        return "unknown"


def _check(game: Game, text: str) -> str:
    refusal = game.check(text)
    return f"[{refusal.rule}] {told(str(refusal))}" if refusal else "legal"


def _preview(game: Game, text: str) -> str:
    explained = game.preview(text)
    chances = [(c.result, round(c.probability, 9), c.effect) for c in explained.chances]
    return f"{explained.total} {told((explained.title, explained.lines, chances))}"


def _offers(game: Game, actor: str) -> str:
    decision = game.choices()
    assert decision is not None
    texts = sorted(map(str, decision.orders(actor)))
    return f"{len(texts)} {told(texts)}"


def _actors(game: Game, _: str) -> str:
    decision = game.choices()
    assert decision is not None
    return f"{decision.kind} {len(decision.actors())} {told([decision.actors(), str(decision.sentence())])}"


def _all(game: Game, _: str) -> str:
    decision = game.choices()
    assert decision is not None
    texts = sorted(map(str, decision.all()))
    return f"{len(texts)} {told(texts)}"


def _explain(game: Game, unit: str) -> str:
    explained = game.definition.explain(game.state, unit)
    return f"{explained.total} {told(report_of(explained))}"


def _reach(game: Game, units: str) -> str:
    found = game.definition.reach(game.state, units.split(","))
    return f"{len(found)} {told(sorted(found.items()))}"


def _areas(game: Game, side: str) -> str:
    rules, state = game.definition, game.state
    areas = {"zoc": rules.zoc(state, side), "supply": rules.supply_hexes(state, side)}
    return told({name: str(hexes) for name, hexes in {**areas, **rules.area_hexes(state, side)}.items()})


def _ranges(game: Game, unit: str) -> str:
    found = game.definition.range_hexes(game.state, (unit,))
    return told({name: str(hexes) for name, hexes in found.items()})


def _view(game: Game, side: str) -> str:
    view = game.view(side if side != "spectator" else "")
    parts = (view.units, view.boxes, view.objectives, view.standings, view.losses, view.asked, view.phases)
    return " ".join(told(part) for part in parts)


def _imagine(game: Game, side: str) -> str:
    """Answer with the counters in play, and what is asked of them, in a state guessed from a view."""
    state = cast(
        OcsState, game.definition.imagine(game.view(side), game.scenario, LooseDice(random.Random(1)))
    )
    ids, plain = state.scenario.counter_ids, state.plain()
    places = {ids[c]: (at, state.tokens[c], state.host[c]) for c, at in enumerate(state.at) if at != AWAY}
    marks = [
        [id_ for id_ in places if getattr(state, name) >> state.scenario.index[id_] & 1] for name in MARKS
    ]
    return told([places, marks, *(str(plain.get(name)) for name in ("stack", "fight", "mission", "ledger"))])


def _position(game: Game, _: str) -> str:
    return told(game.position())


MARKS = ("turned", "reserve", "strat", "dg", "exploit", "out", "active", "shown")
"""Sets of counters in which a guess may differ from the view."""
ANSWERS = {
    "check": _check,
    "preview": _preview,
    "offers": _offers,
    "all": _all,
    "actors": _actors,
    "explain": _explain,
    "reach": _reach,
    "areas": _areas,
    "ranges": _ranges,
    "view": _view,
    "imagine": _imagine,
    "position": _position,
}


def play(game: Game, text: str) -> tuple[list[str], str]:
    """Give an order; return its events, and the columns of the state that it changed."""
    before = game.state.plain()
    events = [f"{event} {told(event)[:4]}" for event in game.play(text)]
    after = game.state.plain()
    changes = {name: after[name] for name in after if after[name] != before.get(name)}
    return events, " ".join(f"{name}:{short(str(value))}" for name, value in changes.items())


# -- the test ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_games_are_played_as_written(name: str) -> None:
    game = begin(name)
    for number, step in enumerate(read(name), start=1):
        where = f"{name}, order {number}, {step.order}"
        for question, known in step.asked.items():
            answer = answer_to(game, question)
            assert short(answer) == known, f"{where}: {question}: now {answer}"
        events, changes = play(game, step.order)
        assert events == step.events, where
        assert changes == step.changed, where


def read(name: str) -> list[Step]:
    """Return the steps of a transcript; none if there is none."""
    file = FOLDER / f"{name}.jsonl"
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    return [msgspec.json.decode(line, type=Step) for line in lines]


# -- random play ---------------------------------------------------------------------------------------------


USED: Counter[str] = Counter()
"""How often each verb was used."""
KNOWN: Counter[str] = Counter()
"""How often a question of each kind got each answer."""


class Player:
    """Plays a game at random, rare orders first, and asks questions on the way."""

    def __init__(self, name: str) -> None:
        self.game, self.source = begin(name), random.Random(f"player {name}")
        self.used: Counter[str] = Counter()
        self.in_phase: Counter[str] = Counter()
        self.offered: dict[str, list[Order]] = {}

    def look(self) -> None:
        """Look at the orders of some actors."""
        decision = self.game.choices()
        assert decision is not None
        actors = decision.actors()
        some = self.source.sample(actors, min(len(actors), 14))
        found = {actor: decision.orders(actor) for actor in dict.fromkeys((*some, "")) if actor in actors}
        if not any(found.values()):
            found = {actor: decision.orders(actor) for actor in actors}
        self.offered = {actor: list(orders) for actor, orders in found.items()}

    def choose(self) -> str:
        """Return an order, of a verb that was rarely used."""
        by_verb: dict[str, list[Order]] = {}
        for order in chain.from_iterable(self.offered.values()):
            by_verb.setdefault(order.verb, []).append(order)
        if len(by_verb) > 1 and "end" in by_verb:
            often = 0.8 if self.in_phase[self.game.phase] > 8 else 0.05
            ends = self.source.random() < often
            by_verb = {verb: orders for verb, orders in by_verb.items() if (verb == "end") == ends}
        verbs = sorted(by_verb)
        weights = [WEIGHTS.get(verb, 1) * (1 + USED[verb]) ** -1.5 for verb in verbs]
        order = self.source.choice(by_verb[self.source.choices(verbs, weights)[0]])
        USED[order.verb] += 1
        self.used[order.verb] += 1
        self.in_phase[self.game.phase] += 1
        return str(order)

    def questions(self) -> list[str]:
        """Return questions about the position; refusals and previews that are not yet known well."""
        found = list(dict.fromkeys(self._queries()))
        found += self._unknown((f"preview {order}" for order in self._some(60)), most=2, often=12)
        slips = (f"check {self._slip(order)}" for order in self._some(14))
        fancies = (f"check {self._fancy()}" for _ in range(40))
        return [*found, *self._unknown(chain(slips, fancies), most=10, often=3)]

    def _some(self, count: int) -> list[Order]:
        orders = list(chain.from_iterable(self.offered.values()))
        return self.source.sample(orders, min(count, len(orders)))

    def _unknown(self, questions: Iterable[str], most: int, often: int) -> list[str]:
        """Return some questions, none of which has been answered in the same way too often."""
        found: list[str] = []
        for question in questions:
            kind, verb, *_ = question.split()
            answer = answer_to(self.game, question) if kind == "check" else ""
            key = f"{kind} {verb} {asked(cast(OcsState, self.game.state))} {answer.partition(' ')[0]}"
            if question not in found and KNOWN[key] < often and len(found) < most:
                KNOWN[key] += 1
                found.append(question)
        return found

    def _queries(self) -> Iterator[str]:
        source, game, state = self.source, self.game, cast(OcsState, self.game.state)
        yield "actors"
        for actor in [*self.offered][:2]:
            yield f"offers {actor}"
        if source.random() < 0.2:
            yield "all"
        on_map = [id_ for c, id_ in enumerate(state.scenario.counter_ids) if state.at[c] >= 0]
        yield f"explain {source.choice(on_map)}"
        if source.random() < 0.4:
            yield f"reach {source.choice(on_map)}"
        side = source.choice(game.sides)
        if source.random() < 0.25:
            yield f"areas {side}"
            yield f"ranges {source.choice(on_map)}"
        if source.random() < 0.25:
            yield f"view {source.choice(('spectator', *game.sides))}"
        if source.random() < 0.2:
            yield f"imagine {side}"
        if source.random() < 0.1 and not state.questions:
            yield "position"

    def _fancy(self) -> str:
        """Return an order of any verb that can be given now, with counters and hexes of one place."""
        source, state = self.source, cast(OcsState, self.game.state)
        scenario = state.scenario
        verb = source.choice(verbs_now(state, asked(state), VERBS, QUESTIONS))
        takes = scenario.game.verbs[verb].takes
        hex_ = source.choice(sorted(state.here))
        around = [h for h in scenario.grid.neighbours[hex_] if h >= 0 and scenario.playable >> h & 1]
        near = [scenario.label(h) for h in (hex_, *around)]
        there = state.here[hex_] | aboard(state, state.here[hex_])
        ids = [scenario.counter_ids[c] for c in bits(there)]
        words = [word for argument in takes.words for word in words_for(argument)]
        return str(
            Order(
                verb,
                target=source.choice(near) if takes.target else "",
                units=self._few(ids, (1, 1, 1, 2, 3)) if takes.units else (),
                path=source.choice(((near[0], source.choice(near)), (near[-1],))) if takes.path else (),
                words=self._few(words, (0, 1, 1, 2)),
            )
        )

    def _few(self, among: list[str], counts: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(self.source.sample(among, min(len(among), self.source.choice(counts))))

    def _slip(self, order: Order) -> str:
        """Return an order with a mistake in it, most of the time."""
        source, state = self.source, cast(OcsState, self.game.state)
        scenario, grid = state.scenario, state.scenario.grid
        in_play = [c for c in range(len(state.at)) if state.at[c] >= 0] or [0]
        someone = scenario.counter_ids[source.choice(in_play)]
        named = order.target or (order.path[-1] if order.path else "")
        hexes = list(bits(scenario.playable))
        if named and source.random() < 0.7:
            hexes = [h for h in grid.neighbours[grid.hex(named)] if h >= 0 and scenario.playable >> h & 1]
        label = scenario.label(source.choice(hexes))
        changes: list[dict[str, Any]] = [
            {"units": (*order.units[:-1], someone)},
            {"units": (*order.units, someone)},
            {"units": order.units[1:]},
            {"words": order.words[1:]},
            {"words": (*order.words, "no-dump")},
        ]
        if order.target:
            changes += [{"target": label}] * 2
        if order.path:
            changes += [{"path": (*order.path[:-1], label)}] * 2 + [{"path": order.path[:-1]}]
        return str(msgspec.structs.replace(order, **source.choice(changes)))


def words_for(argument: WordArgument) -> list[str]:
    """Return some words for an argument of an order."""
    if argument.kind == "choice":
        return [word for word in argument.choices if word]
    return ["1", "2", "4"] if argument.kind == "amount" else []


# -- to write transcripts ------------------------------------------------------------------------------------


def write(name: str) -> None:
    """Write a transcript again: the same orders and questions, and others where they are not legal."""
    player, old, steps = Player(name), read(name), list[Step]()
    while len(steps) < ORDERS and not player.game.over:
        known = old[len(steps)] if len(steps) < len(old) else None
        if known and player.game.check(known.order) is None:
            order, questions = known.order, list(known.asked)
        else:
            old = []
            player.look()
            questions = player.questions()
            order = player.choose()
        answers = {question: short(answer_to(player.game, question)) for question in questions}
        steps.append(Step(order, answers, *play(player.game, order)))
    lines = "".join(msgspec.json.encode(step).decode() + "\n" for step in steps)
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{name}.jsonl").write_text(lines, "utf-8")
    print(name, dict(player.used) or "as before")


if __name__ == "__main__":
    for name_ in sys.argv[1:] or GAMES:
        write(name_)
