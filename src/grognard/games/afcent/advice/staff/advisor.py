"""Advice for computer players: orders for the phase or for the open question."""

from __future__ import annotations

from collections.abc import Callable

from grognard.core.contract.intentions import Intention
from grognard.core.contract.orders import Order
from grognard.core.facts import changed
from grognard.core.hexes.grid import bits
from grognard.games.afcent.advice.staff import battle_answers, markers, objectives
from grognard.games.afcent.advice.staff.attacks import Battlefield
from grognard.games.afcent.advice.staff.movement import March
from grognard.games.afcent.advice.staff.nato_moves import Shield
from grognard.games.afcent.advice.staff.pact_moves import Offensive
from grognard.games.afcent.advice.staff.situation import Picture
from grognard.games.afcent.combat import attack as attack_rules
from grognard.games.afcent.interface.choices import asked, deciding
from grognard.games.afcent.model.scenario import NATO, PACT, SHARED
from grognard.games.afcent.model.state import COMING, AfcentState
from grognard.games.kit.advice.evaluation import NONE, Advice
from grognard.games.kit.advice.intention_book import from_book

END, ROLL = Order("end"), Order("roll")


def advise(state: AfcentState, side: str) -> Advice:
    """Advise a side; nothing if there is no preference."""
    return advise_as(state, side, intentions(state, side)[0])


def intentions(state: AfcentState, side: str) -> tuple[Intention, ...]:
    """Return the intentions of the book for this scenario, the best first."""
    return from_book(SHARED / "book.toml", state.scenario.id, side)


exposed = objectives.exposed


def advise_as(state: AfcentState, side: str, intention: Intention) -> Advice:
    """Advise a side with an intention; nothing if there is no preference."""
    number = state.scenario.side_index[side]
    if number not in deciding(state):
        return NONE
    kind = asked(state)
    if kind in _ANSWERS:
        order = _ANSWERS[kind](state, number, intention)
        return [order], _why(kind, order)
    match kind:
        case "declare":
            return _declare(state, number, intention)
        case "movement":
            return _move(state, number, intention)
        case "combat":
            return _fight(state, number, intention)
        case "air" | "ew" | "refugees" | "admin":
            orders = [ROLL] if not state.rolled else _PLACED[kind](state, intention)
            return orders, _why(kind, orders[0]) if orders else ""
    orders = state.scenario.exclusive.advise_exclusive(state, number)
    return orders[:1], "no reason to prefer another" if orders else ""


_ANSWERS: dict[str, Callable[[AfcentState, int, Intention], Order]] = {
    "commit": battle_answers.commit,
    "lose": battle_answers.lose,
    "retreat": battle_answers.retreat,
    "advance": battle_answers.advance,
    "momentum": battle_answers.momentum,
}
_PLACED: dict[str, Callable[[AfcentState, Intention], list[Order]]] = {
    "air": markers.place_air,
    "ew": markers.place_ew,
    "refugees": markers.place_refugees,
}


_REASONS = {
    "roll": "the dice come first",
    "air": "over the battles in which most is at stake",
    "jam": "on units that will attack or be attacked",
    "clear": "takes an airpower marker from the enemy",
    "refugees": "in the way of the strongest units near the front",
    "lose": "the unit that will be missed least",
    "retreat": "the best ground to fall back to",
    "advance": "takes the ground that was won",
    "stay": "worth more where they are",
    "attack": "presses on while it can",
    "probe": "gets past the enemy without a battle",
    "pass": "a further attack would not gain enough",
    "end": "no better place for the others",
}
"""Why an order is given, by its verb."""


def _why(kind: str, order: Order) -> str:
    """Return why an answer is given or a marker placed."""
    if kind == "commit":
        return "support for what is at stake here" if order.units else "keeps support for other battles"
    return _REASONS.get(order.verb, "")


def _declare(state: AfcentState, side: int, intention: Intention) -> Advice:
    """Advise to fight first if prepared attacks gain nearly as much as attacks after moving [4.1, 4.5]."""
    march = March(state, side, intention=intention)
    twin = march.state
    twin.fought = twin.attacked = twin.probed = 0
    twin.spent, twin.stopped, twin.moving = [0] * state.scenario.unit_count, 0, 0
    changed(twin)
    picture = Picture(twin, side, intention=intention)
    now = sum(attack.gain for attack in Battlefield(picture, prepared=True).adjacent_attacks())
    plan = Battlefield(picture, prepared=False).plan([*march.groups(), *march.pinned()])
    later = sum(attack.gain for attack in plan)
    fights = (
        now > 0 and now > picture.numbers.ready * later
        if side == PACT
        else later < now + picture.numbers.prepared
    )
    fights = fights and not (side == NATO and _awaited(state))
    word = "fight" if fights else "move"
    order = Order("declare", words=(word, *state.scenario.exclusive.advised_declaration_option(state)))
    return [order], f"{order.words[0]} first: attacks gain {now:.0f} at once, {later:.0f} after a move"


def _awaited(state: AfcentState) -> bool:
    """Return whether NATO reinforcements could enter if NATO moves first [9.0]."""
    scenario = state.scenario
    units = bits(scenario.units_of[NATO])
    return any(state.at[c] == COMING and 0 < scenario.entry_turn[c] <= state.turn for c in units)


def _move(state: AfcentState, side: int, intention: Intention) -> Advice:
    """Advise the moves of the whole phase."""
    plan = Offensive(state, intention).plan() if side == PACT else Shield(state, intention).plan()
    orders = [*plan, END]
    return orders, f"first of {len(orders)} orders"


def _fight(state: AfcentState, side: int, intention: Intention) -> Advice:
    """Advise the best attack, then probes, then the end of the phase."""
    picture = Picture(state, side, intention=intention)
    found = Battlefield(picture, prepared=False).adjacent_attacks()
    if found:
        best = found[0]
        order = Order("attack", state.scenario.label(best.target), state.scenario.ids(best.units))
        return [order], f"gains {best.gain:.1f} on average"
    probe = battle_answers.best_probe(picture, attack_rules.able(state, side))
    if probe is not None:
        return [probe], "advances without a battle"
    return [END], "no attack gains enough"
