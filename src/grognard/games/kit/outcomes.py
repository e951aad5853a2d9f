"""Outcomes of a battle in words; the one place where typed effects become sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from grognard.core.contract.battles import Effect, verdict_of
from grognard.core.contract.explanation import Outcome
from grognard.core.english import plural
from grognard.core.text import Part, Text, UnitNames, Words

NAMED = 3
"""More units than this are counted instead of named."""


def outcome(result: str, probability: float, effect: str, effects: Iterable[Effect]) -> Outcome:
    """Return an outcome with its effects, typed and in a sentence."""
    found = tuple(effects)
    return Outcome(result, probability, effect, effects=found, says=says(found), verdict=verdict_of(found))


def outcomes(
    chances: Mapping[str, float], words: Callable[[str], str], effects: Callable[[str], Iterable[Effect]]
) -> tuple[Outcome, ...]:
    """Return the outcomes of a combat table: their probabilities, effects in general, and for these units."""
    return tuple(
        outcome(result, chance, words(result), effects(result)) for result, chance in chances.items()
    )


def says(effects: Sequence[Effect]) -> tuple[Part, ...]:
    """Return effects as one sentence for the side that decides.

    >>> effects = Effect(kind="eliminated", units=("Y",)), Effect(kind="take", own=True, hex="0506")
    >>> "".join(map(str, says(effects)))
    'Y is eliminated and you can take 0506'
    """
    clauses = [_CLAUSES[effect.kind](effect).parts for effect in effects] or [(Words("no effect"),)]
    for number in range(1, len(effects)):  # name units once
        first = clauses[number][0]
        if isinstance(first, UnitNames) and effects[number].units == effects[number - 1].units:
            clauses[number] = (Words("it" if len(first.ids) == 1 else "they"), *clauses[number][1:])
    found: list[Part] = []
    for number, clause in enumerate(clauses):
        if number:
            found.append(Words(" and " if number == len(clauses) - 1 else ", "))
        found += clause
    return tuple(found)


def risk(chances: Iterable[Outcome]) -> tuple[Part, ...]:
    """Return the outcome that hurts the side that decides most, in a sentence."""

    def harm(chance: Outcome) -> int:
        return sum(effect.harm for effect in chance.effects if effect.own)

    worst = max(chances, key=harm, default=None)
    if worst is None or not harm(worst):
        return (Words("none: your units stay as they are"),)
    return says([effect for effect in worst.effects if effect.own and effect.harm])


# -- clauses -----------------------------------------------------------------------------------------


def _few(effect: Effect) -> bool:
    return 0 < len(effect.units) <= NAMED


def _force(effect: Effect) -> str:
    """Return many units as a subject."""
    count = len(effect.units)
    if effect.own:
        return f"your {count} units" if count else "your units"
    return f"the {count} enemy units" if count else "the enemy"


def _subject(effect: Effect, one: str, several: str, rest: str = "") -> Text:
    """Return a clause about units, with the verb that agrees."""
    if not _few(effect):
        return Text(f"{_force(effect)} {several}{rest}")
    return Text(
        "{units} {verb}{rest}", units=effect.units, verb=one if len(effect.units) == 1 else several, rest=rest
    )


def _eliminated(effect: Effect) -> Text:
    why = " (no retreat)" if effect.trapped else ""
    if effect.own and not _few(effect):
        return Text(f"you lose all {plural(len(effect.units), 'unit')}{why}")
    return _subject(effect, "is", "are", f" eliminated{why}")


def _unit_loss(effect: Effect) -> Text:
    count = "a unit" if effect.count == 1 else plural(effect.count, "unit")
    return Text(f"you lose {count}" if effect.own else f"the enemy loses {count}")


def _step_loss(effect: Effect) -> Text:
    count = "a step" if effect.count == 1 else plural(effect.count, "step")
    if effect.own:
        return Text(f"you lose {count}")
    if _few(effect) and len(effect.units) == 1:
        return Text("{units} loses {count}", units=effect.units, count=count)
    return Text(f"the enemy loses {count}")


def _reduced(effect: Effect) -> Text:
    why = " (no retreat)" if effect.trapped else ""
    return _subject(effect, "loses", "lose", f" a step{'' if len(effect.units) == 1 else ' each'}{why}")


def _retreat(effect: Effect) -> Text:
    return _subject(effect, "retreats", "retreat", f" {effect.count} hexes" if effect.count > 1 else "")


def _option(effect: Effect) -> Text:
    hexes = plural(effect.count, "hex", "hexes")
    steps = "a step" if effect.count == 1 else plural(effect.count, "step")
    if effect.own:
        return Text(f"you retreat {hexes} or lose {steps}")
    one = len(effect.units) == 1
    return _subject(effect, "retreats", "retreat", f" {hexes} or {'loses' if one else 'lose'} {steps}")


def _disorganized(effect: Effect) -> Text:
    return _subject(effect, "is", "are", " disorganized")


def _escalate(effect: Effect) -> Text:
    if effect.own:
        return Text("you may lose another step to continue")
    return Text("the enemy may lose another step to continue")


def _take(effect: Effect) -> Text:
    return Text("you can take {hex}" if effect.own else "the enemy can take {hex}", hex=effect.hex)


def _exploit(effect: Effect) -> Text:
    return Text(
        "{who} with AR {rating}+ can exploit",
        who="your units" if effect.own else "enemy units",
        rating=effect.count,
    )


def _damage(effect: Effect) -> Text:
    return Text(plural(effect.count, "hit"))


_CLAUSES: dict[str, Callable[[Effect], Text]] = {
    "eliminated": _eliminated,
    "unit-loss": _unit_loss,
    "step-loss": _step_loss,
    "reduced": _reduced,
    "retreat": _retreat,
    "option": _option,
    "disorganized": _disorganized,
    "escalate": _escalate,
    "take": _take,
    "exploit": _exploit,
    "damage": _damage,
}
