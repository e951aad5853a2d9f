"""Case 4.9: a plausible full state for a player who cannot see enemy stacks, consistent with the view.

Hidden units in play are placed under visible stacks, if possible of their own formation. A stack known to
exert a ZOC gets a unit that does. Supply and transports go where the view shows that a hex is not empty.
Ships lie below those that show, and units of convoys are aboard visible landing craft or ashore.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.view import View
from grognard.core.dice import Roller
from grognard.core.facts import changed
from grognard.core.hexes.grid import Hex, bits, mask_of
from grognard.games.ocs.air.bases import active_at, active_limit, can_host, hosts
from grognard.games.ocs.air.planes import uppermost
from grognard.games.ocs.interface.fog_of_war import UNSEEN, looked_at
from grognard.games.ocs.interface.views import FLAGS, MARKERS_ON_TOP, VEILED
from grognard.games.ocs.model.scenario import TOKENS, OcsScenario
from grognard.games.ocs.model.state import (
    AWAY,
    COMING,
    HOSTED,
    OcsState,
    from_plain,
    put,
    put_aboard,
    units_at,
)
from grognard.games.ocs.sea.ships import room
from grognard.games.ocs.terrain.zones import units_with_zoc
from grognard.games.ocs.units.stacking import size_of, stacking_limit
from grognard.games.ocs.units.transport_size import lift

CAPTURES = ("yield", "displace", "collapse")
"""Questions about transports in a hex."""
DUMP = 2 * TOKENS
"""Tokens assumed in a visible dump, or under an HQ."""


def imagine(view: View, scenario: OcsScenario, dice: Roller) -> OcsState:
    """Return a state that looks like a view, with guesses for what it hides."""
    state = from_plain(scenario, view.known)
    unseen = mask_of(c for c, where in enumerate(state.at) if where == UNSEEN)
    for c in bits(unseen):
        state.at[c] = AWAY
    for side, name in enumerate(scenario.sides):
        if unseen & scenario.of_side[side]:
            _Guess(state, side, unseen & scenario.of_side[side], dice).place_all(view, name)
    return state


class _Guess:
    """Places the unseen counters of one side."""

    def __init__(self, state: OcsState, side: int, unseen: CounterSet, dice: Roller) -> None:
        self.state = state
        self.scenario = state.scenario
        self.side = side
        self.dice = dice
        self.left = unseen
        self.room = {
            hex_: stacking_limit(state.scenario) - size_of(state, units_at(state, hex_, side))
            for hex_ in bits(state.held[side])
        }
        self.zoned: set[Hex] = set()
        self.mode = {hex_: self._shown_modes(hex_) for hex_ in self.room}

    def place_all(self, view: View, name: str) -> None:
        """Place all counters, first those that the view implies."""
        hex_ = self.scenario.hex
        mine = [unit for unit in view.units if unit.side == name]
        self.zoned = {hex_(unit.at) for unit in mine if "zone" in unit.flags}
        second = self.state.second
        veiled = [unit for unit in mine if unit.id.startswith(f"{name}{VEILED}")]
        for unit in sorted(veiled, key=lambda unit: "zone" not in unit.flags):  # these need certain units
            self._fill_veiled(hex_(unit.at), unit.flags)
        self._give_zones()
        self._hide_ships()
        self._hide_passengers()
        self._hide_units()
        self._hide_planes()
        self._hide_captured()
        self._hide_cargo()
        self._hide_supply([hex_(unit.at) for unit in mine if unit.id.startswith(f"{name}-things-")])
        self._take_part()
        self.state.second = second  # control of hexes is public
        craft = bits(self.scenario.craft & self.scenario.of_side[self.side])
        self.state.craft_ledger[self.side] = sum(self.state.level[c] for c in craft)
        self.state.ledger[self.side] = sum(
            self.state.tokens[c] for c in bits(self.scenario.of_side[self.side])
        )

    def _pick(self, among: list[int]) -> int:
        return among[self.dice.roll("a guess", len(among)) - 1]

    def _shown_modes(self, hex_: Hex) -> dict[str, bool]:
        """Return the mode of the visible unit; the others are assumed to be in the same."""
        state = self.state
        shows = units_at(state, hex_, self.side)
        names = ("turned", "reserve", "strat", "dg", "exploit", "out")
        return {name: bool(getattr(state, name) & shows) for name in names}

    def _put(self, counter: int, hex_: Hex, modes: dict[str, bool]) -> None:
        state, bit = self.state, 1 << counter
        self.left &= ~bit
        self.room[hex_] = self.room.get(hex_, 0) - self.scenario.size[counter]
        for name, holds in modes.items():
            if holds or (name == "turned" and self.scenario.one_faced & bit):
                setattr(state, name, getattr(state, name) | bit)
        put(state, counter, hex_)

    def _fill_veiled(self, hex_: Hex, flags: tuple[str, ...]) -> None:
        """Put a unit with its markers into a hex of which the view shows only a marker [HR-2]."""
        scenario = self.scenario
        here, _ = _schedule(scenario, self.state.turn)
        units = self.left & scenario.combat_units
        fit = units & here or units
        if not fit:
            return
        modes = {name: FLAGS[name] in flags for name in MARKERS_ON_TOP}
        zone = "zone" in flags
        without = any(modes[name] for name in ("reserve", "dg", "strat", "out"))  # as in `units_with_zoc`
        modes["turned"] = modes["strat"] or not (zone or without)  # so that it has no ZOC
        if zone:  # its own, or if it is an HQ that of a unit under it [4.8b-D]
            wanted = units & (scenario.hqs if without else units_with_zoc(self.state))
            fit = fit & wanted or wanted or fit
        self.room[hex_], self.mode[hex_] = stacking_limit(scenario), modes
        unit = self._pick(list(bits(fit)))
        self._put(unit, hex_, modes)
        self.state.shown |= 1 << unit

    def _give_zones(self) -> None:
        """Add a unit with a ZOC to stacks known to exert one that the top unit does not [4.8b-D]."""
        state = self.state
        for hex_ in sorted(self.zoned):
            if not units_at(state, hex_, self.side) & units_with_zoc(state):
                fit = list(bits(self.left & units_with_zoc(state)))
                self._put(self._pick(fit), hex_, {})

    def _hide_units(self) -> None:
        """Place combat units in play by the schedule, without coastal guns; others arrive later."""
        state, scenario = self.state, self.scenario
        here, later = _schedule(scenario, state.turn)
        for c in bits(self.left & scenario.combat_units & here):
            if scenario.counters[c].coastal:  # the computer would fire at a mere guess [18.3g-C]
                continue
            size, comrades = scenario.size[c], self._comrades(c)
            roomy = [hex_ for hex_, room in self.room.items() if room >= size]
            preferred = [hex_ for hex_ in roomy if state.here[hex_] & comrades] if comrades else ()
            if roomy:
                hex_ = self._pick(preferred or roomy)
                self._put(c, hex_, self._modes(c, hex_))
        for c in bits(self.left & later):
            put(state, c, COMING)

    def _hide_ships(self) -> None:
        """Place ships that are in play by the schedule below those that show in a hex [R-OCS-269]."""
        state, scenario = self.state, self.scenario
        here, later = _schedule(scenario, state.turn)
        known = looked_at(state, self.side)
        shown = [c for c in bits(scenario.ships & scenario.of_side[self.side]) if state.at[c] >= 0]
        shown = [c for c in shown if not known >> state.at[c] & 1]  # the firer sees all ships there
        for ship in bits(self.left & scenario.ships & here):
            above = [c for c in shown if self._is_above(c, ship)]
            if above:
                self.left &= ~(1 << ship)
                put(state, ship, state.at[self._pick(above)])
        for ship in bits(self.left & scenario.ships & later):
            put(state, ship, COMING)

    def _is_above(self, shown: int, ship: int) -> bool:
        """Return whether a ship that shows would still be on top if another one were in its hex."""
        carriers = self.scenario.carriers
        return (carriers >> shown & 1, shown) < (carriers >> ship & 1, ship)

    def _hide_passengers(self) -> None:
        """Put units that came by convoy aboard visible landing craft with room, or leave them ashore."""
        state, scenario = self.state, self.scenario
        craft = [c for c in bits(scenario.craft & scenario.of_side[self.side]) if state.at[c] >= 0]
        for unit in bits(self.left & _in_convoys(scenario, state.turn)):
            roomy = [c for c in craft if room(state, c) >= lift(state, unit)]
            if roomy and self._pick([0, 1] if self.room else [1]):
                self.left &= ~(1 << unit)
                put_aboard(state, unit, self._pick(roomy))
                changed(state)

    def _hide_cargo(self) -> None:
        """Guess that half of the room left aboard visible landing craft is filled with supply."""
        state, scenario = self.state, self.scenario
        for c in bits(scenario.craft & scenario.of_side[self.side]):
            if state.at[c] >= 0 and _in_convoys(scenario, state.turn):
                state.tokens[c] = max(int(room(state, c) * TOKENS) // 2, 0)
        changed(state)

    def _modes(self, counter: int, hex_: Hex) -> dict[str, bool]:
        """Return the mode of the visible unit, or Move Mode if a ZOC would contradict the view."""
        modes = self.mode[hex_]
        consistent = (
            hex_ in self.zoned or any(modes.values()) or not units_with_zoc(self.state) >> counter & 1
        )
        return modes if consistent else {**modes, "turned": True}

    def _comrades(self, counter: int) -> CounterSet:
        """Return the units of a unit's formation that stand on the map."""
        formation = self.scenario.formation_of[counter]
        return self.scenario.members[formation] & self.state.present if formation >= 0 else 0

    def _hide_planes(self) -> None:
        """Place planes that are in play by the schedule at bases; Active ones below an Active one that shows.

        Where planes are, and how many are Active, is a guess [4.9a, R-OCS-203].
        """
        state, scenario = self.state, self.scenario
        here, later = _schedule(scenario, state.turn)
        for plane in bits(self.left & scenario.planes & here):
            open_ = [host for host in bits(hosts(state, self.side)) if can_host(state, host, plane)]
            if not open_:
                continue
            base = self._pick(open_)
            ready = active_at(state, base)
            top = uppermost(scenario, bits(ready | 1 << plane))
            active = (
                ready
                and top != plane
                and ready.bit_count() < active_limit(state, base)
                and self._pick([0, 1])
            )
            put_aboard(state, plane, base)
            state.active |= bool(active) << plane
            self.left &= ~(1 << plane)
            changed(state)
        for plane in bits(self.left & scenario.planes & later):
            put(state, plane, COMING)
        self._guess_mission()

    def _guess_mission(self) -> None:
        """Give a mission of which nothing shows a plane that could fly it."""
        mission, state = self.state.mission, self.state
        if mission is None or mission.side != self.side or mission.planes:
            return
        own = self.scenario.planes & self.scenario.of_side[self.side]
        fit = [plane for plane in bits(own) if state.at[plane] == HOSTED]
        if fit and mission.stage not in ("resolve", "home"):
            plane = self._pick(fit)
            state.active |= 1 << plane
            state.mission = msgspec.structs.replace(mission, planes=(plane,))
            changed(state)

    def _hide_captured(self) -> None:
        """Place transports in the hexes of open questions about captured transports."""
        state = self.state
        transports = self.left & self.scenario.transports
        for place, question in enumerate(state.questions):
            if question.side != self.side or question.kind not in CAPTURES:
                continue
            taken = bits(transports)[: max(1, question.data[0] if question.kind == "yield" else 1)]
            for counter in taken:
                put(state, counter, question.hex)
            transports &= ~mask_of(taken)
            state.questions[place] = msgspec.structs.replace(question, units=tuple(taken))
        self.left &= ~self.scenario.transports | transports

    def _take_part(self) -> None:
        """Add guessed units to the defenders of an attacked hex, and to open questions about hidden units."""
        state, fight = self.state, self.state.fight
        if fight and fight.side != self.side:
            there = units_at(state, fight.target, self.side)
            state.fight = msgspec.structs.replace(fight, defenders=fight.defenders | there)
        units = bits(self.scenario.combat_units & self.scenario.of_side[self.side])
        for place, question in enumerate(state.questions):
            if question.side == self.side and question.kind in ("recover", "trace", "markers"):
                some = tuple(c for c in units if state.at[c] >= 0)[:2]
                state.questions[place] = msgspec.structs.replace(question, units=some)

    def _hide_supply(self, not_empty: list[Hex]) -> None:
        """Place a dump, or else transports, in hexes that are not empty and with every visible HQ."""
        state, scenario = self.state, self.scenario
        hqs = [state.at[c] for c in bits(scenario.hqs & scenario.of_side[self.side]) if state.at[c] >= 0]
        asked = [question.hex for question in state.questions if question.kind in CAPTURES]
        for hex_ in dict.fromkeys((*(h for h in not_empty if h not in asked), *hqs)):
            dumps = self.left & scenario.dumps
            holder = dumps or self.left & scenario.transports & ~scenario.organic
            holder = holder or self.left & scenario.transports
            if not holder:
                return
            counter = (holder & -holder).bit_length() - 1
            self.left &= ~(1 << counter)
            put(state, counter, hex_)
            if dumps:
                state.tokens[counter] = DUMP


@lru_cache(maxsize=128)
def _schedule(scenario: OcsScenario, turn: int) -> tuple[CounterSet, CounterSet]:
    """Return the units in play by a turn, and those that arrive later [IV, 13.6]."""
    index, file = scenario.index, scenario.file
    here = [id_ for placed in file.setup for id_ in placed.units]
    here += [id_ for arrival in file.arrival if arrival.turn <= turn for id_ in arrival.units]
    at_sea = _in_convoys(scenario, turn)
    later = [id_ for arrival in file.arrival if arrival.turn > turn for id_ in arrival.units]
    return mask_of(index[id_] for id_ in here) | at_sea, mask_of(index[id_] for id_ in later)


@lru_cache(maxsize=128)
def _in_convoys(scenario: OcsScenario, turn: int) -> CounterSet:
    """Return the units that came aboard landing craft by a turn [18.4]."""
    turn = max(turn, scenario.file.first_turn)  # those of the first turn are there from the start
    convoys = (convoy for convoy in scenario.file.convoy if convoy.turn <= turn)
    return mask_of(scenario.index[id_] for convoy in convoys for id_ in convoy.units)
