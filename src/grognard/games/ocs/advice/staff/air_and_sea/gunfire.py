"""Advice for fire by ships and coastal guns, the choice of targets at sea, and Beach Assaults."""

from __future__ import annotations

from functools import lru_cache, partial

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.decisions import Question
from grognard.core.contract.orders import Order
from grognard.core.dice import every_roll
from grognard.core.facts import changed
from grognard.core.hexes.grid import Hex, bits, mask_of
from grognard.games.ocs.advice.staff.aims import AIM, Aims
from grognard.games.ocs.advice.staff.attacks import Stakes
from grognard.games.ocs.advice.staff.situation import Situation
from grognard.games.ocs.combat.barrage_table import brackets_mean_dg, final_column, roll_barrage
from grognard.games.ocs.combat.combat_table import decode, result_probabilities
from grognard.games.ocs.combat.defence import expected_combat
from grognard.games.ocs.combat.strength import calculate_odds, new_combat
from grognard.games.ocs.fleet import assaults, gunnery, landings
from grognard.games.ocs.model.charts import series_tables
from grognard.games.ocs.model.state import OcsState, units_at
from grognard.games.ocs.sea.ships import passengers, protection

Found = tuple[float, Order]
"""An order with its value."""
WORTH_FIRING = 0.02
"""Minimum value of fire that costs nothing."""
HULL, BOATS = 3.0, 1.0
"""Value of a ship as a target, and of a point of landing craft."""
BATTERY = 1.5
"""Value of eliminating a coastal battery."""
CRAFT = 0.7
"""Value of a point of our own landing craft."""


# -- ships and coastal guns --------------------------------------------------------------------------


def best_salvo(situation: Situation, stakes: Stakes) -> Found | None:
    """Return the best fire by ships or coastal guns, at the ground or at ships, or None."""
    state, side, scenario = situation.state, situation.side, situation.scenario
    aims = Aims(state, side)
    best: Found | None = None
    ground: dict[Hex, list[int]] = {}
    for firer in bits(gunnery.able(state, side)):
        for order in gunnery.salvo_orders(state, side, firer):
            hex_ = scenario.hex(order.target)
            if not order.words:
                ground.setdefault(hex_, []).append(firer)
            elif order.words[0] == gunnery.SHIP:
                best = _better(best, (fleet_worth(situation, hex_) * 0.3, order))
            elif order.words[0] == gunnery.GUNS and _seen_guns(state, side, hex_):
                best = _better(best, (BATTERY * 0.3, order))
    for hex_, ships in ground.items():
        found = _shelling(state, side, stakes, hex_, ships, AIM if aims.fire_at(hex_) else 0.0)
        best = _better(best, found) if found else best
    return best if best and best[0] > WORTH_FIRING else None


def _seen_guns(state: OcsState, side: int, hex_: Hex) -> bool:
    """Return whether coastal guns on top of a stack can be a target; others are only a guess [4.9a]."""
    there = gunnery.coastal(state, 1 - side) & units_at(state, hex_, 1 - side)
    return bool(there & state.shown & ~state.targeted)


def _better(first: Found | None, second: Found) -> Found:
    return second if first is None or second[0] > first[0] else first


def _shelling(
    state: OcsState, side: int, stakes: Stakes, hex_: Hex, ships: list[int], aim: float
) -> Found | None:
    """Return the best group of ships against a hex, with its value; each ship fires once in a turn."""
    group: list[int] = []
    best = 0.0
    for ship in sorted(ships, key=lambda c: (-gunnery.naval_shot(state, 1 << c).points, c)):
        shot = gunnery.naval_shot(state, mask_of([*group, ship]))
        likely, steps = _shelled(
            final_column(state, side, hex_, shot), brackets_mean_dg(state, side, hex_, shot)
        )
        worth = stakes.worth(hex_, likely, steps) + aim * likely
        if worth > best + WORTH_FIRING:
            best, group = worth, [*group, ship]
    if not group:
        return None
    ids = tuple(state.scenario.counter_ids[c] for c in group)
    order = Order("barrage", state.scenario.label(hex_), ids)
    return None if gunnery.check_shelling(state, side, order) else (best, order)


@lru_cache(maxsize=64)
def _shelled(column: int, soft: bool) -> tuple[float, float]:
    """Return the chance of DG and the expected step losses of a naval barrage [18.3b]."""
    rolls = every_roll(partial(roll_barrage, column, soft, naval=True))
    likely = sum(roll.probability for roll in rolls if roll.result.dg)
    return likely, sum(roll.probability * roll.result.steps for roll in rolls)


def fleet_worth(situation: Situation, hex_: Hex) -> float:
    """Return the value of the best naval target of the enemy in a hex."""
    state, scenario = situation.state, situation.scenario
    there = state.here.get(hex_, 0) & scenario.of_side[1 - situation.side]
    targets = there & (scenario.ships | scenario.craft)
    return max((_target_worth(situation, c) for c in bits(targets)), default=0.0)


def _target_worth(situation: Situation, target: int) -> float:
    """Return the value of a ship, or of landing craft with their cargo, as a target."""
    state, scenario = situation.state, situation.scenario
    if scenario.craft >> target & 1:
        aboard = passengers(state, 1 << target) & scenario.combat_units
        return BOATS + sum(situation.step_value(unit) for unit in bits(aboard))
    weak = 1 + state.lost[target] + (state.dg >> target & 1)
    return HULL * weak / protection(state, target) if scenario.ships >> target & 1 else BATTERY


def aim(state: OcsState, question: Question) -> Order | None:
    """Return the best target for all firers together."""
    situation, index = Situation(state, question.side), state.scenario.index
    found = gunnery.answers(state, question)
    return max(found, key=lambda o: (_target_worth(situation, index[o.words[0]]), len(o.units)), default=None)


# -- Beach Assaults ----------------------------------------------------------------------------------


def best_assault(situation: Situation) -> Found | None:
    """Return the best Beach Assault, or None if none is worth its risk."""
    state, side = situation.state, situation.side
    best: Found | None = None
    for unit in bits(assaults.able(state, side)):
        for order in assaults.assault_orders(state, side, unit):
            worth = assault_worth(situation, order)
            if worth > 0 and (best is None or worth > best[0]):
                best = worth, order
    return best


def assault_worth(situation: Situation, order: Order, shelled: float = 0.0) -> float:
    """Return the expected gain of a Beach Assault, in which a failure costs everything [18.6a-E].

    `shelled` is the chance that the defenders will be disorganized before.
    """
    state, side, scenario = situation.state, situation.side, situation.scenario
    target = scenario.hex(order.target)
    units = mask_of(scenario.index[id_] for id_ in order.units)
    goals = [goal for kind in ("reach", "hold") for goal in Aims(state, side).of_kind(kind)]
    numbers = situation.numbers
    prize = numbers.ground + numbers.prize * situation.objectives.get(target, 0.0)
    prize += AIM if any(scenario.hexes(goal.hexes) >> target & 1 for goal in goals) else 0.0
    price = sum(situation.step_value(unit) for unit in bits(units))
    price += CRAFT * sum(state.level[craft] for craft in {state.host[unit] for unit in bits(units)})
    if not state.held[1 - side] >> target & 1:
        return prize - price * _landing_loss(state, side, target)
    won = (1 - shelled) * _assault_chance(state, side, target, order, False)
    won += shelled * _assault_chance(state, side, target, order, True) if shelled else 0.0
    return won * prize - (1 - won) * price - situation.token * len(order.units)


def _assault_chance(state: OcsState, side: int, target: Hex, order: Order, dg: bool) -> float:
    """Return the chance that a Beach Assault dislodges the defenders, by its exact odds."""
    guess = state.copy()
    units = [state.scenario.index[id_] for id_ in order.units]
    guess.assaulting = mask_of(state.host[unit] for unit in units)
    if dg:
        guess.dg |= units_at(state, target, 1 - side)
    changed(guess)
    fight = expected_combat(guess, new_combat(guess, side, target, mask_of(units), units[0], False))
    odds = calculate_odds(guess, fight)
    theirs = Situation(guess, side).steps(fight.defenders)
    won = 0.0
    for code, likely in result_probabilities(odds.column, odds.drm, odds.hedgehog, False).items():
        result = decode(code)
        if result.d_loss >= theirs or (result.d_option and result.d_loss + result.d_option >= theirs):
            won += likely
        elif result.d_option:
            won += likely / 2
    return won


def _landing_loss(state: OcsState, side: int, hex_: Hex) -> float:
    return landing_loss(landings.chances(state, side, hex_))


def landing_loss(chances: dict[str, float]) -> float:
    """Return the expected share of steps lost in a landing with these chances [18.5f]."""
    table = series_tables()["alt"]["results"]
    return sum(chance * float(table[outcome]["units_lost"]) for outcome, chance in chances.items())


def assault_party(state: OcsState, units: CounterSet) -> list[int]:
    """Return the units aboard that would assault together: the strongest within the limit of RE [18.6a-A]."""
    scenario, chosen, size = state.scenario, list[int](), 0
    most: int = series_tables()["alt"]["beach_assault"]["max_re"] * 4
    fit = [c for c in bits(units) if scenario.faces[c][0].strength and not state.turned >> c & 1]
    for unit in sorted(fit, key=lambda c: (-scenario.faces[c][0].strength, c)):
        if size + scenario.size[unit] <= most:
            chosen.append(unit)
            size += scenario.size[unit]
    return sorted(chosen, key=lambda c: -scenario.ar[c])
