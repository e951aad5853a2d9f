"""Chapter 14.2: the current air mission and what has been decided in it. Knows no state."""

from __future__ import annotations

from typing import Literal

import msgspec

from grognard.core.contract.counters import CounterSet
from grognard.core.hexes.grid import Hex

MissionKind = Literal["sweep", "hip-shoot", "barrage", "trainbust", "airlift", "drop", "transfer"]
"""The missions of 14.2e except Interception, which answers another mission."""
Stage = Literal["arrive", "combat", "intercept", "interception", "flak", "resolve", "home"]
"""Steps B to F of the Air Mission Sequence [14.2f]: what happens next."""


class Mission(msgspec.Struct, frozen=True):
    """One air mission until its planes are home. Immutable: each decision makes a copy."""

    kind: MissionKind
    side: int
    target: Hex
    """The mission hex; -1 for a box."""
    planes: tuple[int, ...]
    """The mission aircraft still flying, in the order named for the Mission Loss Table [R-OCS-213]."""
    goal: int = -1
    """The base, carrier or box that the mission flies to [14.9e, 14.11]."""
    aim: str = ""
    """What a barrage hits: empty for combat units, `port`, `air-base` or `ship` [10.0d]."""
    cargo: tuple[int, ...] = ()
    """Units carried [14.9c]."""
    tokens: int = 0
    """Supply carried, in tokens [14.9c]."""
    gliders: int = 0
    """Glider Points towed [14.10e]."""
    double: CounterSet = 0
    """Transports that fly at half range with twice their capacity [14.9e-C]."""
    stay: CounterSet = 0
    """Planes that stay at the destination, Inactive [14.9e-A, 14.9f]."""
    loaded: Hex = -1
    """The hex from which supply is carried [14.9c]."""
    spared: int = 0
    """Lift of planes that aborted, in sixteenths of a supply point: their cargo is not lost [R-OCS-217]."""
    foes: CounterSet = 0
    """Enemy planes in the Air Combat: Active ones at the mission hex, or the interceptor [14.3, 14.5]."""
    extras: CounterSet = 0
    """Friendly Active planes at the mission hex, which an interceptor meets as well [14.4d]."""
    interceptor: int = -1
    """The Fighter that intercepts [14.5]; -1 for none."""
    pick: int = -1
    """The plane that the attacker of the Air Combat sends into this round [14.3e-B]; -1 for none."""
    stage: Stage = "arrive"
    escort: int = -1
    """The fourth plane of a barrage that neither bombs nor faces Flak, by house rule [HR-9]; -1 for none."""

    further: tuple[int, ...] = ()
    """Units that stay aboard at the mission hex and fly on to another base, by option [21.12a]."""
    further_tokens: int = 0
    """Supply that does so, in tokens."""
    via: int = -1
    """The base from which planes fly on with cargo [21.12a]; -1 on the first leg."""

    @property
    def bombers(self) -> tuple[int, ...]:
        """Return the planes that bomb and face Flak: all but an escort [HR-9]."""
        return tuple(c for c in self.planes if c != self.escort)

    def without(self, plane: int) -> Mission:
        """Return the mission without a plane of either side that aborted or died."""
        kept = ~(1 << plane)
        return msgspec.structs.replace(
            self,
            planes=tuple(c for c in self.planes if c != plane),
            foes=self.foes & kept,
            extras=self.extras & kept,
            interceptor=-1 if self.interceptor == plane else self.interceptor,
            pick=-1 if self.pick == plane else self.pick,
        )
