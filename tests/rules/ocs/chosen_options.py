"""Scenarios with options switched on."""

from __future__ import annotations

from functools import lru_cache

from grognard.core.contract.scenario import OptionValue
from grognard.games.ocs.model.charts import DATA
from grognard.games.ocs.model.scenario import OcsScenario
from tests.rules.ocs.field import practice, varied


@lru_cache
def playing(*names: str, base: OcsScenario | None = None) -> OcsScenario:
    """Return a scenario, by default the practice one, with options: ``playing("21.9", "HR-7=half")``.

    Options that change the setup need `set_up`.
    """
    twin = varied(base or practice())
    twin.options = {**twin.options, **_chosen(names)}
    return twin


@lru_cache
def set_up(name: str, *names: str) -> OcsScenario:
    """Return a scenario of the game compiled with options."""
    return OcsScenario(DATA, name, _chosen(names))


def _chosen(names: tuple[str, ...]) -> dict[str, OptionValue]:
    parts = [name.partition("=") for name in names]
    return {name: value if equals else True for name, equals, value in parts}
