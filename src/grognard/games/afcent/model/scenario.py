"""Scenarios of the AFCENT series, compiled for play: charts, ground, counters and sequence of play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple

import msgspec

from grognard.core.board.parts import Place
from grognard.core.contract.counters import Counter, CounterSet
from grognard.core.contract.scenario import Scenario, ScenarioFile
from grognard.core.files.files import bad_key, read_shaped
from grognard.core.files.toml_shape import Chart, TypeForm, did_you_mean
from grognard.core.hexes.grid import HexSet
from grognard.games.afcent.model.table_shapes import TABLES

if TYPE_CHECKING:
    from grognard.games.afcent.model.game_rules import Exclusive

PACT, NATO = 0, 1
"""The sides [2.2-sides]; the Pact goes first [4.0-order]."""
NO_SIDE = -1
"""No side has superiority [5.0, 6.1], or no side wins."""

SHARED = Path(__file__).parents[1] / "data"
"""Charts that all games of the series share."""

SCALE = 2
"""Parts per movement point: an autobahn hex costs half a point [10.7-autobahn]."""


class Step(NamedTuple):
    """One phase of a game turn [4.2]."""

    side: int
    phase: str
    """`declare`, `air`, `ew`, `first`, `second`, `refugees`, `arrivals` or `admin`."""


SEQUENCE = (
    Step(PACT, "declare"),
    Step(NATO, "declare"),
    Step(PACT, "air"),
    Step(PACT, "ew"),
    Step(PACT, "first"),
    Step(PACT, "second"),
    Step(NATO, "first"),
    Step(NATO, "second"),
    Step(PACT, "refugees"),
    Step(NATO, "arrivals"),
    Step(PACT, "admin"),
)
"""A game turn; both declare before the air phase [4.1, 4.2, R-NUR-03]."""


class AfcentCounter(Counter, frozen=True, forbid_unknown_fields=True):
    """A unit or a support marker of the series."""

    kind: Literal[
        "airborne", "airlanding", "airmobile", "armour", "artillery", "cavalry", "heavy-tank", "helicopter",
        "infantry", "mechanised", "motorised", "mountain", "recon", "static",
    ]  # fmt: skip


class CityLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many city hexes decide a short scenario."""

    pact: int
    """With at least this many the Pact wins."""
    nato: int
    """With at most this many NATO wins."""


class AfcentFile(ScenarioFile, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """A scenario file of the series."""

    hexes: tuple[str, ...] = ()
    """Corners (north-west, south-east) of the part of the board in play; all of it if empty."""
    without: tuple[str, ...] = ()
    """Ids and tags of counters that are not in play."""
    only: tuple[str, ...] = ()
    """Ids and tags of the counters in play; all if empty."""
    deployment: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """The ready-made setup: counters by hex, or by place as in `state.PLACES`."""
    cities: CityLimits | None = None
    """A short scenario's victory: cities with which the Pact wins, and at most has when NATO wins."""
    counted: tuple[str, ...] = ()
    """The city hexes that count for it; all of West Germany if empty."""


class AfcentScenario(Scenario):
    """A scenario with precomputed facts for the rules."""

    file_type: ClassVar[type[ScenarioFile]] = AfcentFile
    file: AfcentFile
    counter_type: ClassVar[type[Counter]] = AfcentCounter

    def __init__(
        self, folder: Path, name: str, chosen: Mapping[str, object] | None, exclusive: Exclusive
    ) -> None:
        super().__init__(folder, name, chosen)
        self.exclusive = exclusive
        """The exclusive rules of the game [12]."""
        self.charts: Chart = tables(SHARED / "tables.toml", TABLES)
        """The charts of the system [13]."""
        self.special: Chart = tables(folder / "exclusive.toml", exclusive.EXCLUSIVE)
        """The numbers of the exclusive rules [12]."""
        self.grid = self.board.grid
        self.sequence = SEQUENCE
        self._compile_ground()
        self._compile_counters()

    @property
    def in_play(self) -> HexSet:
        """The hexes between the corners named in the file."""
        return self.part(self.file.hexes)

    # -- ground ------------------------------------------------------------------------------------

    def _compile_ground(self) -> None:
        board, grid = self.board, self.grid
        for number, row in enumerate(self.charts["tec"]):
            if "move" not in row and "extra_pact" not in row:  # only hexsides have no price of their own
                raise bad_key(SHARED / "tables.toml", ("tec", number, "move"), "missing")
        known = [row["terrain"] for row in self.charts["tec"]]
        for kind in board.legend:
            if kind.id not in known and board.terrain_mask(kind.id):
                hint = did_you_mean(kind.id, known)
                raise self.fault(f"the charts do not know its terrain {kind.id!r}; {hint}", "board")
        self.land: HexSet = self.in_play
        for number, label in enumerate(self.file.counted):
            self.hex(label, "counted", number)
        """The hexes in play [2.1-partial]."""
        closed = [row["terrain"] for row in self.charts["tec"] if row.get("move", 0) < 0]
        self.firm: HexSet = self.land & ~sum(map(board.terrain_mask, closed))
        """The hexes that ground units can occupy: no lakes [13.2-lake]."""
        self.cities: HexSet = board.terrain_mask("city") & self.land
        self.airfields: HexSet = sum(
            1 << hex_ for hex_ in {p.hex for p in board.places.values() if self._is_airfield(p)}
        )
        self.countries = {
            id_: region.mask & self.land for id_, region in board.regions.items() if "country" in region.tags
        }
        self.red_land: HexSet = self._lands("pact")
        """The Pact countries, controlled by the Pact at the start [3.0-start, 12.2]."""
        self.named = {place.hex: place.name for place in board.places.values()}
        self.label = grid.label

    @staticmethod
    def _is_airfield(place: Place) -> bool:
        return place.kind == "airfield" or "airfield" in place.tags

    def _lands(self, side: str) -> HexSet:
        found = 0
        for region in self.board.regions.values():
            if "country" in region.tags and side in region.tags:
                found |= region.mask
        return found & self.land

    def region(self, id_: str) -> HexSet:
        """Return a named region in play; empty if the board does not have it."""
        found = self.board.regions.get(id_)
        return found.mask & self.land if found else 0

    # -- counters ----------------------------------------------------------------------------------

    def read_counters(self, folder: Path) -> tuple[Counter, ...]:
        """Return the counters in play in this scenario."""
        every = found = super().read_counters(folder)
        file: AfcentFile = self.file
        names = {name for c in every for name in (c.id, *c.tags)}
        self.check_names(file.only, names, "counter or tag", "only")
        self.check_names(file.without, names, "counter or tag", "without")
        if file.only:
            found = tuple(c for c in found if {c.id, *c.tags} & set(file.only))
        without = {*file.without} if self.options.get("heliborne", True) else {*file.without, "heliborne"}
        found = tuple(c for c in found if not {c.id, *c.tags} & without)
        self.left_out = {c.id for c in every} - {c.id for c in found}
        """Ids of the counters that are not in play."""
        return found

    def _compile_counters(self) -> None:
        counters = self.counters
        units = [c for c, counter in enumerate(counters) if not counter.marker]
        self.factor = [counter.factors[0] if counter.factors else 0 for counter in counters]
        """The combat factor, for attack and defence alike [2.2-factor]."""
        self.weak_factor = [c.reduced[0] if c.reduced else self.factor[i] for i, c in enumerate(counters)]
        """The combat factor of the disrupted side; it differs only for the 103G [12.4.1.i]."""
        self.nation = [counter.nation for counter in counters]
        self.parent = [_tagged(counter.tags, "parent") for counter in counters]
        """The division or other parent formation, for stacking [7.2, 7.3, R-NUR-24]."""
        self.entry_turn = [int(_tagged(counter.tags, "turn") or 0) for counter in counters]
        """The printed turn of entry; 0 for units that start on the map [2.2.1-turn]."""
        self.called = [self.full_name(counter, counter.nation) for counter in counters]
        """The name of each counter: its nation and its title."""

        def those(test: Callable[[Counter], bool]) -> CounterSet:
            return sum(1 << c for c in units if test(counters[c]))

        def tagged(tag: str) -> CounterSet:
            return those(lambda u: tag in u.tags)

        def of_side(side: str) -> CounterSet:
            return those(lambda u: u.side == side)

        self.units_of = tuple(map(of_side, self.sides))
        self.recon, self.static, self.heliborne = map(tagged, ("recon", "static", "heliborne"))
        """Units with a movement class of their own [2.2-mf]."""
        self.defence_only = tagged("defence-only") | self.static
        """Units that cannot attack [2.2-defence-only, 11.0-static-attack]."""
        self.armour = those(lambda u: u.kind in ("armour", "heavy-tank"))
        """Units that count for armor superiority [11.8.1, R-NUR-16]."""
        self.mountaineers = those(lambda u: u.kind == "mountain")
        self.garrisons = self.static & those(lambda u: u.nation == "WG")
        """Garrisons, which do not count for stacking [7.3-static]."""
        self.support_of = tuple(
            sum(1 << c for c, k in enumerate(counters) if k.marker and "support" in k.tags and k.side == side)
            for side in self.sides
        )
        """The combat support markers of each side [11.4]."""
        self.guns = sum(1 << c for c, k in enumerate(counters) if k.marker and k.kind == "artillery")
        """Artillery support markers; the others are helicopters [11.4]."""
        self.helicopters = sum(1 << c for c, k in enumerate(counters) if k.marker and k.kind == "helicopter")

    def is_night(self, turn: int) -> bool:
        """Return whether a turn is a night turn [4.6-day, R-NUR-02]."""
        cycle = self.charts["day"]["cycle"]
        return bool(cycle[(turn - 1) % len(cycle)] == "night")


def _tagged(tags: tuple[str, ...], name: str) -> str:
    """Return the value of a tag such as ``parent:1A``; empty if there is none."""
    return next((tag.partition(":")[2] for tag in tags if tag.startswith(f"{name}:")), "")


@lru_cache
def tables(path: Path, shape: TypeForm) -> Chart:
    """The charts of a file, which must have a certain shape."""
    return read_shaped(path, shape)
