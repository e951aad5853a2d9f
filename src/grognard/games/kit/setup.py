"""The set-up that a scenario's file gives, place by place."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from grognard.core.contract.scenario import Scenario


def placed_by_file(
    scenario: Scenario,
    deployment: Mapping[str, Sequence[str]],
    places: Mapping[str, int],
    left_out: Container[str] = (),
) -> dict[int, int]:
    """Return the hex or place of each counter that a ``[deployment]`` lists, each once.

    Counters that are `left_out` of the scenario may be listed all the same.
    """
    found: dict[int, int] = {}
    for name, ids in deployment.items():
        where = places[name] if name in places else scenario.hex(name, "deployment", name)
        for number, id_ in enumerate(ids):
            if id_ in left_out:
                continue
            unit = scenario.counter(id_, "deployment", name, number)
            if unit in found:
                raise scenario.fault(f"{id_} is set up twice", "deployment", name, number)
            found[unit] = where
    return found
