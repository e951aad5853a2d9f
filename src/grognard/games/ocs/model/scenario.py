"""A scenario compiled for play: map, counters, formations and the sequence of play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, cast

from msgspec.structs import replace

from grognard.core.contract.counters import Counter, CounterSet
from grognard.core.contract.scenario import OptionValue, Scenario, ScenarioFile
from grognard.core.files.files import confined
from grognard.core.files.toml_shape import Chart, did_you_mean
from grognard.core.hexes.grid import Hex, HexSet, mask_of
from grognard.games.ocs.model.charts import DATA, MOBILITIES, game_charts, series_tables
from grognard.games.ocs.model.counters import Arm, Face, Kind, OcsCounter
from grognard.games.ocs.model.files import Generic, OcsFile, Ruling, SideData, WithOption

TOKENS = 4
"""Tokens in a supply point [12.1a]."""
DUKW = "dukw"
"""The tag of DUKWs ashore."""
DUKW_POINTS = 4
"""Points ashore for each counter of DUKWs, if the convoys do not bring more."""
NO_COUNTERS = Generic(dumps=0, hedgehogs=0)
DRAWS = Face(mobility="truck")
"""Air bases draw supply like units with Truck MP [R-OCS-236]."""
LST_PORT = "lst"
"""The tag of ports that were LSTs [18.4f]."""
EXTRA_DUMPS = 40
"""Dump counters of a side beyond those of its file, because counters do not limit supply [R-OCS-153]."""


class Step(NamedTuple):
    """One segment of a game turn [2.2]."""

    player: int
    """The player turn: 0 of the first player, 1 of the second, -1 before both."""
    phase: str
    acting: bool = True
    """Whether the phasing player acts; in the Reaction Phase the other one does."""


PRE_TURN = (Step(-1, "weather"), Step(-1, "initiative"))
PLAYER_TURN = (
    ("refit", True),
    ("reinforcement", True),
    ("breakout", True),
    ("movement", True),
    ("movement-barrage", True),
    ("supply", True),
    ("reaction", False),
    ("reaction-barrage", False),
    ("barrage", True),
    ("combat", True),
    ("exploitation", True),
    ("exploitation-barrage", True),
    ("exploitation-combat", True),
    ("clean-up", True),
)
"""The segments of a player turn [2.2] and whether the phasing player acts."""

MOVEMENT = ("movement", "reaction", "exploitation")
"""The phases with a Movement Segment [6.0]."""
BARRAGE = ("movement-barrage", "reaction-barrage", "barrage", "exploitation-barrage")
COMBAT = ("combat", "exploitation-combat")
AIR_ONLY, AIR_AND_SEA = ("refit",), ("movement-barrage",)
"""Phases of games with aircraft, and segments of games with aircraft or ships [2.2]."""


def sequence_of_play(air: bool, sea: bool) -> tuple[Step, ...]:
    """Return the segments of a game turn; some are only in games with aircraft or ships [2.2]."""
    left_out = (() if air else AIR_ONLY) + (() if air or sea else AIR_AND_SEA)
    turn = [(phase, own) for phase, own in PLAYER_TURN if phase not in left_out]
    return (*PRE_TURN, *(Step(player, phase, own) for player in (0, 1) for phase, own in turn))


class OcsScenario(Scenario):
    """A scenario with everything precomputed that the rules need often."""

    file_type: ClassVar[type[ScenarioFile]] = OcsFile
    counter_type: ClassVar[type[Counter]] = OcsCounter
    file: OcsFile
    counters: tuple[OcsCounter, ...]

    def __init__(self, folder: Path, name: str, chosen: Mapping[str, object] | None) -> None:
        super().__init__(folder, name, chosen)
        self.options = self.chosen_options()
        self.tables: Chart = series_tables()
        """The tables of the series."""
        self.charts_path = self._charts_path()
        self.charts = game_charts(self.charts_path)
        """The charts of this game."""
        self.grid = self.board.grid
        self.label = self.grid.label
        self.side_data = [self.file.sides.get(side, SideData()) for side in self.sides]
        self.conditions = tuple(self.charts.weather.conditions)
        """Ids of ground conditions by number."""
        self.unit_count = sum(not counter.marker for counter in self.counters[: self.printed])
        self._compile_ground()
        self._compile_counters()
        self.sequence = sequence_of_play(bool(self.planes), bool(self.ships | self.craft))
        paras = self.planes and any(counter.para for counter in self.counters)
        useless = {
            *(() if self.planes else ("patrol", "trainbusting")),
            *(() if paras else ("drop-plans",)),
            *(() if self.ships else ("guns",)),
            *(() if self.craft else ("beaches",)),
        }
        self.areas = {name: title for name, title in self.game.areas.items() if name not in useless}
        """The segments of a game turn [2.2]."""

    def with_options(self) -> OcsFile:
        """Return the scenario's file with what the chosen options add."""
        file: OcsFile = self.file
        for option, more in file.with_option.items():
            if option not in file.options:
                raise self.fault(f"the scenario has no option {option!r}", "with-option", option)
            if self.on(option):
                file = _joined(file, more)
        return file

    def _charts_path(self) -> Path:
        """Return the chart file: in ``charts/`` beside the scenarios, or else among those of the series."""
        for folder in (*self.folders, DATA):
            path = confined(folder / "charts" / f"{self.file.charts}.toml", (folder / "charts",))
            if path is not None and path.is_file():
                return path
        names = sorted(path.stem for path in (DATA / "charts").glob("*.toml"))
        hint = did_you_mean(self.file.charts, names)
        raise self.fault(f"there are no charts {self.file.charts!r}; {hint}", "charts")

    def chosen_options(self) -> dict[str, OptionValue]:
        """Return the options that differ from their defaults, so that a record names only those [21.0]."""
        defaults = self.game.options
        return {name: value for name, value in self.options.items() if value != defaults[name].default}

    def ruling(self, id_: Ruling) -> bool:
        """Return whether the scenario turns on a ruling such as ``R-OCS-91``."""
        return self.file.rulings.get(id_, False)

    @property
    def in_play(self) -> HexSet:
        """Return the hexes in play."""
        return self.part(self.file.hexes)

    # -- ground ------------------------------------------------------------------------------------

    def _compile_ground(self) -> None:
        board = self.board
        self.playable: HexSet = self.in_play
        """The hexes in play [I.B, I.C]."""
        self.symbols: dict[str, HexSet] = {}
        """The hexes of each terrain of the charts; a hex can have several [6.2d, 9.3b]."""
        for kind in board.legend:
            self._symbol(kind.id, board.terrain_mask(kind.id))
        for place in board.places.values():
            self._symbol(place.kind, 1 << place.hex)
        for id_, region in board.regions.items():
            if "terrain" in region.tags:
                self._symbol(id_, region.mask)
        self.settled: HexSet = sum(
            mask for id_, mask in self.symbols.items() if id_ in ("village", "minor-city", "major-city")
        )
        """Hexes with a village or city, where trains can unload [13.3c]."""
        self.sea: HexSet = sum(mask for id_, mask in self.symbols.items() if self.charts.terrain[id_].sea)
        """All-sea hexes, where ships sail [18.1c]."""
        self.ground: HexSet = self.playable & ~self.sea
        """Hexes in play that ground units can be in."""
        self.coast: HexSet = self.ground & self.grid.spread(self.sea)
        """Coastal hexes [18.1c]."""
        self.beaches: HexSet = self.hexes(self.file.beaches)
        self.no_landings: HexSet = self.hexes(self.file.no_landings)
        """Hexes where the scenario forbids landings [SR-11]."""
        self.flak = {self.hex(name, "flak", name): points for name, points in self.file.flak.items()}
        """Flak Points printed on the map, by hex [14.4e]."""
        self.printed_hogs: HexSet = mask_of(self.hex(hog.hex) for hog in self.file.hedgehog if hog.printed)
        """Hexes with a hedgehog printed on the map, which capture does not lower [21.11c]."""
        self.named = {place.hex: place.name for place in board.places.values()}

    def _symbol(self, id_: str, hexes: HexSet) -> None:
        if id_ in self.charts.terrain:
            self.symbols[id_] = self.symbols.get(id_, 0) | hexes & self.playable

    def symbols_missing(self) -> list[str]:
        """List the terrain kinds of the board in play that are not in the charts."""
        board, known = self.board, self.charts.terrain
        kinds = {kind.id for kind in board.legend if board.terrain_mask(kind.id) & self.playable}
        kinds |= {id_ for id_, region in board.regions.items() if "terrain" in region.tags}
        return sorted(kinds - set(known))

    def hex(self, label: str, *where: str | int) -> Hex:
        """Return a hex by its number or the name of a place."""
        place = self.board.places.get(label)
        return place.hex if place else super().hex(label, *where)

    def hexes(self, names: tuple[str, ...]) -> HexSet:
        """Return hexes by their numbers or the names of places and regions."""
        found = 0
        for name in names:
            region = self.board.regions.get(name)
            found |= region.mask if region else 1 << self.hex(name)
        return found & self.playable

    def place_name(self, hex_: Hex) -> str:
        """Return the number of a hex and the place there."""
        name = self.named.get(hex_)
        return f"{self.label(hex_)} {name}" if name else self.label(hex_)

    # -- counters ----------------------------------------------------------------------------------

    def read_counters(self, folder: Path) -> tuple[OcsCounter, ...]:
        """Return the units of the file that are in play, and the generic counters of each side."""
        file: OcsFile = self.file
        found: list[OcsCounter] = list(self._counters_in(file.counters, "counters"))
        for number, name in enumerate(file.more_counters):
            found += self._counters_in(name, "more-counters", number)
        if file.only:
            found = [c for c in found if {c.id, c.formation, *c.tags} & set(file.only)]
        found = [c for c in found if not {c.id, c.formation, *c.tags} & set(file.without)]
        for side in self.belligerents:
            data = file.sides.get(side.id, SideData())
            for pool in data.generic.breakdowns:
                if pool not in data.breakdowns:
                    key = ("sides", side.id, "generic", "breakdowns", pool)
                    raise self.fault("the side has no values for Breakdowns of this pool", *key)
            found += generic_counters(side.id, self.prefix(side.id), data, data.generic)
        for port in file.port:
            found += [self._facility("port", side.id, port.hex) for side in self.belligerents]
        for base in file.base:
            found += [self._facility("air-base", side.id, base.hex) for side in self.belligerents]
        for number, box in enumerate(file.box):
            if box.side not in [side.id for side in self.belligerents]:
                raise self.fault(f"there is no side {box.side!r}", "box", number, "side")
            title = box.title or box.id.capitalize()
            found.append(
                OcsCounter(id=box.id, side=box.side, kind="box", nation=box.side, marker=True, title=title)
            )
        found.sort(key=lambda counter: counter.marker)
        self.printed = len(found)
        """The number of counters by the files; the others have higher numbers (see `extra`)."""
        found += self._extra_counters(found)
        ids = [counter.id for counter in found]
        doubled = {id_ for id_ in ids if ids.count(id_) > 1}
        if doubled:
            raise self.fault(f"counter {min(doubled)} is defined twice", "counters")
        return tuple(found)

    def prefix(self, side: str) -> str:
        """Return the beginning of the ids of a side's generic counters: ``g``, or ``al`` beside ``ax``."""
        others = [other.id for other in self.belligerents if other.id != side]
        lengths = range(1, len(side))
        return next((side[:n] for n in lengths if side[:n] not in [other[:n] for other in others]), side)

    def facility_id(self, kind: Kind, side: str, hex_: str) -> str:
        """Return the id of one side's counter of a port or air base of the file."""
        return f"{self.prefix(side)}-{kind}-{hex_.replace('.', '')}"

    def _facility(self, kind: Kind, side: str, hex_: str) -> OcsCounter:
        """Return one side's counter of a port or air base; each side has one, for captures."""
        id_ = self.facility_id(kind, side, hex_)
        return OcsCounter(id=id_, side=side, kind=kind, marker=True, nation=side, move=DRAWS)

    def _extra_counters(self, printed: list[OcsCounter]) -> list[OcsCounter]:
        """Return counters beyond those of the files: for dumps, and for what can be captured [R-OCS-153]."""
        found: list[OcsCounter] = []
        for side in self.belligerents:
            data = self.file.sides.get(side.id, SideData())
            enemy = [counter.kind for counter in printed if counter.side != side.id]
            more = Generic(
                dumps=EXTRA_DUMPS,
                hedgehogs=enemy.count("hedgehog"),
                trucks=enemy.count("truck")
                + enemy.count("organic-truck")
                + self._added(side.id, "trucks")
                + sum(self._dukw_points(other.id) for other in self.belligerents if other.id != side.id),
                wagons=enemy.count("wagon") + self._added(side.id, "wagons"),
                bases=_bases_to_build(self.file, side.id),
            )
            found += generic_counters(side.id, self.prefix(side.id), data, more, after=data.generic)
            found += self._dukws_ashore(side.id)
        return found

    def _dukws_ashore(self, side: str) -> list[OcsCounter]:
        """Return counters for a side's DUKWs ashore, one for each point [18.4e.1]."""
        ma = series_tables()["naval"]["dukw_hexes"] * series_tables()["naval"]["dukw_land_times"]
        face = Face(ma=ma, mobility="truck")
        return [
            OcsCounter(
                id=f"{self.prefix(side)}-dukw-truck{number}", side=side, kind="truck", nation=side,
                tags=(DUKW,), label="DUKW", title="DUKW ashore", move=face,
            )
            for number in range(1, self._dukw_points(side) + 1)
        ]  # fmt: skip

    def _dukw_points(self, side: str) -> int:
        """Return how many points of DUKWs a side can have ashore."""
        data = self.file.sides.get(side, SideData())
        arriving = sum(convoy.dukws for convoy in self.file.convoy if convoy.side == side)
        return max(arriving, data.generic.dukws * DUKW_POINTS)

    def _added(self, side: str, kind: str) -> int:
        """Return how many more Transport Points of a kind a side has at the start [21.6b]."""
        if not self.on("21.6"):
            return 0
        return sum(getattr(placed, kind) for placed in self.file.setup if side in (placed.side, ""))

    def _compile_counters(self) -> None:
        counters = self.counters
        self.called = [counter.title or counter.shown for counter in counters]
        """The name of each counter."""
        self.formations = tuple(dict.fromkeys(c.formation for c in counters if c.formation))
        self.members = tuple(map(self._in_formation, self.formations))
        """For each formation its counters, organic trucks included."""
        self.formation_of = [self.formations.index(c.formation) if c.formation else -1 for c in counters]
        self.of_side = tuple(map(self._on_side, self.sides))
        """All counters of each side."""
        self.arm = [counter.arm for counter in counters]
        self.combat_units = self._of_arm("ground")
        """Ground units with a Combat Strength, HQs and artillery among them [3.2]."""
        self.transports = self._of_arm("transport")
        """Transport Points, one for each counter, which carry `state.tokens` [3.3b, 13.2]."""
        self.planes = self._of_arm("plane")
        """Air units [14.1]."""
        self.ships = self._of_arm("ship")
        """Ships with guns and carriers [18.1]."""
        self.craft = self._of_arm("craft")
        """Landing craft, LSTs and DUKWs, with their points in `state.level` [18.4]."""
        self.organic = self.those(lambda c: c.kind == "organic-truck")
        self.dukw_trucks = self.those(lambda c: c.kind == "truck" and DUKW in c.tags)
        """DUKWs ashore [18.4e]; no rule about trucks as reinforcements or replacements counts them."""
        self.trucks = self.those(lambda c: c.kind in ("truck", "organic-truck")) & ~self.dukw_trucks
        self.wagons = self.those(lambda c: c.kind == "wagon")
        self.dumps = self.those(lambda c: c.kind == "dump")
        self.hedgehogs = self.those(lambda c: c.kind == "hedgehog")
        self.ports = self.those(lambda c: c.kind == "port")
        self.lst_ports = self.those(lambda c: c.kind == "port" and LST_PORT in c.tags)
        """Ports that LSTs become [18.4f]."""
        self.bases = self.those(lambda c: c.kind == "air-base")
        self.boxes = self.those(lambda c: c.kind == "box")
        """Off-map boxes that hold aircraft, units and supply [I.F]."""
        self.carriers = self.those(lambda c: c.kind == "carrier")
        self.hqs = self.those(lambda c: c.kind == "hq")
        self.guns = self.those(lambda c: c.kind in ("artillery", "rocket-artillery"))
        self.engineers = self.those(lambda c: c.kind == "engineer")
        self.rail_repair = self.those(lambda c: c.kind == "rail-repair")
        self.tigers = self.those(lambda c: "heavy-tank" in c.tags)
        """Tiger tanks [HR-12]."""
        self.pax = self.those(lambda c: c.kind == "pax")
        self.eq = self.those(lambda c: c.kind == "eq")
        self.breakdowns = self.those(lambda c: c.kind == "breakdown")
        self.extra = mask_of(range(self.printed, len(counters)))
        """Counters beyond those of the files, used when the others run out [R-OCS-153]."""
        self.multistep = self.those(lambda c: c.arm == "ground" and c.steps > 1)
        self.independent = self.combat_units & ~(self.multistep | sum(self.members, 0))
        """Neither multi-step nor of a formation [3.2f]."""
        self.faces: tuple[tuple[Face, Face], ...] = tuple((c.combat or c.move, c.move) for c in counters)
        """Printed values by `COMBAT_FACE` and `MOVE_FACE`."""
        afloat = self.planes | self.ships | self.craft
        self.one_faced = self.those(lambda c: c.combat is None) & ~afloat
        """Always oriented toward Move Mode: Repls and Transport Points [5.6b]."""
        self.size = [counter.quarters for counter in counters]
        """Printed size in quarters of a regimental equivalent [4.6]."""
        self.steps = [counter.steps for counter in counters]
        self.ar = [counter.ar for counter in counters]
        self.mobility = tuple(
            (MOBILITIES.index(a.mobility), MOBILITIES.index(b.mobility)) for a, b in self.faces
        )
        """Mobility type by face [3.1a]."""

    def _counters_in(self, name: str, *where: str | int) -> tuple[OcsCounter, ...]:
        return cast(tuple[OcsCounter, ...], self.counters_in(name, *where))  # of `counter_type`

    def _in_formation(self, formation: str) -> CounterSet:
        return self.those(lambda c: c.formation == formation)

    def _on_side(self, side: str) -> CounterSet:
        return self.those(lambda c: c.side == side)

    def _of_arm(self, arm: Arm) -> CounterSet:
        return mask_of(c for c, found in enumerate(self.arm) if found == arm)

    def those(self, test: Callable[[OcsCounter], bool]) -> CounterSet:
        """Return the counters that pass a test."""
        return mask_of(c for c, counter in enumerate(self.counters) if test(counter))


def _joined(file: OcsFile, more: WithOption) -> OcsFile:
    """Return a scenario's file with what an option adds."""
    kept = [base for base in file.base if base.hex not in [other.hex for other in more.base]]
    sides = {
        side: replace(data, hip_shoot=data.hip_shoot + more.hip_shoot.get(side, ()))
        for side, data in file.sides.items()
    }
    return replace(
        file,
        more_counters=file.more_counters + more.more_counters,
        without=file.without + more.without,
        base=(*kept, *more.base),
        box=file.box + more.box,
        flak=file.flak | more.flak,
        setup=file.setup + more.setup,
        arrival=file.arrival + more.arrival,
        withdrawal=file.withdrawal + more.withdrawal,
        refill=file.refill + more.refill,
        sides=sides,
    )


def tokens(points: float) -> int:
    """Convert supply points to tokens [12.1a].

    >>> tokens(2.25)
    9
    """
    return round(points * TOKENS)


def generic_counters(
    side: str, prefix: str, data: SideData, generic: Generic, after: Generic = NO_COUNTERS
) -> list[OcsCounter]:
    """Return generic counters of a side, numbered after others [3.3, 12.1c, 13.5, 20.0]."""

    def several(kind: Kind, count: int, short: str, first: int = 1, **values: Any) -> list[OcsCounter]:
        return [
            OcsCounter(id=f"{prefix}-{short}{n}", side=side, kind=kind, nation=side, **values)
            for n in range(first, first + count)
        ]

    found = several("dump", generic.dumps, "sp", after.dumps + 1, marker=True, title="supply dump")
    found += several("hedgehog", generic.hedgehogs, "hog", after.hedgehogs + 1, marker=True, title="hedgehog")
    first = after.bases + 1
    found += several("air-base", generic.bases, "base", first, marker=True, title="air base", move=DRAWS)
    found += several("landing-craft", generic.landing_craft, "lc", title="landing craft")
    found += several("lst", generic.lsts, "lst", title="LST")
    title = "LST port"
    found += several("port", generic.lsts, "lst-port", marker=True, title=title, move=DRAWS, tags=(LST_PORT,))
    found += several("dukw", generic.dukws, "dukw", title="DUKW")
    found += several("truck", generic.trucks, "truck", after.trucks + 1, move=data.truck, title="trucks")
    found += several("wagon", generic.wagons, "wagon", after.wagons + 1, move=data.wagon, title="wagons")
    found += several("pax", generic.pax, "pax", move=data.pax, ar=data.pax_ar, re=0.25, title="replacements")
    found += several("eq", generic.eq, "eq", move=data.eq, ar=data.eq_ar, re=0.25, title="equipment")
    for pool, count in generic.breakdowns.items():
        values = data.breakdowns[pool]
        found += several(
            "breakdown",
            count,
            f"{pool}-brk",
            pool=pool,
            size="Rgt",
            re=1,
            ar=values.ar,
            combat=Face(strength=values.strength, ma=values.ma),
            move=Face(strength=values.move_strength, ma=values.move_ma),
            title="breakdown regiment",
        )
    return found


def _bases_to_build(file: OcsFile, side: str) -> int:
    """Return how many bases the enemy can build, which a side may capture [9.14f, 15.3]."""
    return sum(data.generic.bases for other, data in file.sides.items() if other != side)
