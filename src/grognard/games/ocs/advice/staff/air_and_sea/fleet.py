"""Plans for landing craft in a Movement Segment: landings, ports of LSTs, supply.

Warships are in `warships`, and craft that have landed their cargo in `ferries`.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import NamedTuple

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.orders import Order
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.ocs.advice.staff.aims import AIM, Aims
from grognard.games.ocs.advice.staff.air_and_sea import gunfire
from grognard.games.ocs.advice.staff.plan import Plan
from grognard.games.ocs.advice.staff.situation import Situation
from grognard.games.ocs.fleet import cargo, gunnery, landings, sailing
from grognard.games.ocs.logistics import port_arrivals, sea_transport
from grognard.games.ocs.model.scenario import TOKENS
from grognard.games.ocs.model.state import OcsState, size_now
from grognard.games.ocs.sea import ships as hulls
from grognard.games.ocs.sea.ships import passengers
from grognard.games.ocs.sea.waters import courses, passages, shores
from grognard.games.ocs.terrain.ports import capacity, own_ports, port_at, sea_capacity
from grognard.games.ocs.terrain.zones import zoc
from grognard.games.ocs.units.transport_size import lift

NEARER = 0.5
"""Value of a hex nearer to an objective."""
LONELY = 3.0
"""Value of landing where no stronger enemy is adjacent."""
PORT = 2.0
"""Value of landing in or next to a port."""
APART = 5
"""Distance between ports that landings should have, in hexes."""
CROWDED = 3.0
"""Value of a coast with room for all units aboard."""
PORT_POINTS = 2
"""Points of LSTs that become a port: one may be lost on the way."""
UNSAFE = 6.0
"""Weight of a failure when an LST becomes a port."""
BEACHHEAD = 3
"""Distance from a port within which units should land, in hexes."""
CUT_OFF = 12.0
"""Value of landing that near."""
TOGETHER = 0.5
"""Value of landing beside friendly units."""
FORCE = 4.0
"""Strength assumed of a landing."""
CLOSE = 10.0
"""Weighted distance below which all coasts are near enough."""
MOST_CHOICES = 12
"""Number of best coasts to compare for landing craft."""
FAR = 80
"""Longest voyage that is looked at, in hexes."""
SHELLED = 0.4
"""Chance assumed that ships in range disorganize defenders before an assault."""
PLENTY = 16
"""Tokens in a port from which repairs are paid even if the port is large enough."""
PLENTY_WEIGHT = 0.2
"""Weight of the units around such a port."""
BOLD = 1.0
"""Minimum gain for which craft wait off a defended coast to assault it."""


class Choice(NamedTuple):
    """What units aboard landing craft could do."""

    worth: float
    hex: Hex
    """Where they land, or where their craft wait for the Combat Phase."""
    target: Hex = -1
    """The coast that they would assault; -1 for a landing."""


def _regret(choices: list[Choice]) -> float:
    """Return how much worse the next choice is than the best one."""
    if not choices:
        return -1.0
    return choices[0].worth - choices[1].worth if len(choices) > 1 else choices[0].worth


class Fleet:
    """Moves the ships and landing craft of a side."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.side, self.scenario = plan, plan.side, plan.scenario
        self.situation = Situation(plan.state, plan.side, plan.intention)
        self.aims = Aims(plan.state, plan.side)
        self.taken: HexSet = 0
        """Hexes that a landing or assault of this plan is going for."""
        self.assaults: dict[Hex, float] = {}
        """Defended coasts that units aboard will assault."""
        self.coming: dict[Hex, int] = {}
        """Tokens on their way to hexes that a goal names."""
        self.sent: set[int] = set()
        """Craft with units aboard that have got their orders."""
        self.ways: dict[int, dict[Hex, tuple[Hex, ...]]] = {}
        self.risks: dict[Hex, float] = {}
        self.coasts: dict[Hex, float] = {}
        at = plan.state.at
        self.ports: HexSet = mask_of(at[port] for port in bits(plan.scenario.ports) if at[port] >= 0)
        self.harbours: HexSet = mask_of(plan.state.at[port] for port in own_ports(plan.state, plan.side))
        """Own ports, and those that LSTs of this plan become."""

    @property
    def state(self) -> OcsState:
        """The state of the plan."""
        return self.plan.state

    def run(self) -> None:
        """Plan ports for the landings, landings and supply."""
        self._beachheads()
        self._troops()
        self._tenders()
        self._supply()

    def roll(self) -> None:
        """Roll for the landings, when all else is planned."""
        if landings.able_ashore(self.state, self.side):
            self.plan.give(Order("ashore"))

    # -- where craft can go --------------------------------------------------------------------------

    def _craft(self) -> list[int]:
        """Return the landing craft that can sail, those with most aboard first."""
        state = self.state
        own = cargo.craft_of(state, self.side)
        return sorted(bits(own), key=lambda c: (-hulls.load(state, c), c))

    def reach(self, craft: int) -> dict[Hex, tuple[Hex, ...]]:
        state = self.state
        left = sailing.hexes_left(state, craft)
        return courses(state, self.side, True, state.at[craft], left)

    def sail(self, ship: int, to: Hex) -> bool:
        """Sail a ship to a hex unless it is there; return whether it is there now."""
        state, label = self.state, self.scenario.label
        if state.at[ship] == to:
            return True
        return self.plan.give(
            Order("sail", units=self.scenario.names[ship], path=(label(state.at[ship]), label(to)))
        )

    def approach(self, craft: int, goals: HexSet) -> None:
        """Sail as far as possible toward the nearest of some hexes, and stay at sea."""
        state = self.state
        left = sailing.hexes_left(state, craft)
        ways = courses(state, self.side, True, state.at[craft], FAR)
        there = [ways[hex_] for hex_ in bits(goals) if hex_ in ways]
        if not there or not left:
            return
        path = min(there, key=lambda way: (len(way), way[-1]))[: left + 1]
        watched = self.watched()
        safe = [hex_ for hex_ in path if self.scenario.sea >> hex_ & 1 and not watched >> hex_ & 1]
        if safe:
            self.sail(craft, safe[-1])

    def watched(self) -> HexSet:
        """Return the hexes that visible enemy coastal guns have in range."""
        state, found = self.state, 0
        for gun in bits(gunnery.coastal(state, 1 - self.side)):
            found |= self.scenario.grid.within(state.at[gun], self.scenario.counters[gun].range)
        return found

    # -- troops --------------------------------------------------------------------------------------

    def _beachheads(self) -> None:
        """Make ports of LSTs where units will land and no port of ours is near, for their supply."""
        for craft in self._craft():
            if self.scenario.counters[craft].kind == "lst" and self._aboard(craft):
                self._open_beachhead(craft)

    def _open_beachhead(self, craft: int) -> None:
        reach = self.reach(craft)
        sites = [
            (self.coast(hex_) - UNSAFE * self._sinks(craft, hex_), hex_)
            for hex_ in reach
            if self._can_open(craft, hex_) and self._room(hex_) > 0
        ]
        if sites:
            self._open_port(self._part(craft), max(sites)[1])

    def _can_open(self, craft: int, hex_: Hex) -> bool:
        """Return whether an LST could become a port in a hex where one is wanted."""
        if not shores(self.scenario) >> hex_ & 1 or not self._wants_port(hex_):
            return False
        if zoc(self.state, 1 - self.side) >> hex_ & 1:
            return False
        return landings.check_beach(self.state, self.side, hex_, self._aboard(craft)) is None

    def _open_port(self, lst: int, hex_: Hex) -> None:
        """Make a port of an LST in a hex."""
        if self.sail(lst, hex_) and self.plan.give(Order("deploy", units=self.scenario.names[lst])):
            self.harbours |= 1 << hex_
            self.taken |= 1 << hex_
            self.sent.add(lst)

    def _sinks(self, craft: int, hex_: Hex) -> float:
        """Return the chance that an LST is lost before it is a port: a mixed result costs half its points."""
        chances = landings.chances(self.state, self.side, hex_)
        single = chances.get("mixed", 0.0) if self.state.level[craft] < PORT_POINTS else 0.0
        return chances.get("failure", 0.0) + single

    def _part(self, craft: int) -> int:
        """Split some points off an LST with as little cargo as can be; return the LST if that fails."""
        state, names = self.state, self.scenario.counter_ids
        units = sorted(bits(passengers(state, 1 << craft)), key=lambda c: (lift(state, c), c))
        if not units and not state.tokens[craft] and state.level[craft] <= PORT_POINTS:
            return craft
        before = state.here[state.at[craft]] & self.scenario.craft
        for points in (PORT_POINTS, 1):
            for count in range(len(units) + 1):
                ids = (names[craft], *(names[unit] for unit in units[:count]))
                if self.plan.give(Order("split", units=ids, words=(str(points),))):
                    new = self.state.here[state.at[craft]] & self.scenario.craft & ~before
                    return new.bit_length() - 1
        return craft

    def _troops(self) -> None:
        """Land units aboard, or bring them to where they land or assault; those with least choice first."""
        waiting = {craft for craft in self._craft() if self._aboard(craft)}
        while waiting:
            choices = {craft: self._choices(craft) for craft in waiting}
            craft = max(waiting, key=lambda c: (_regret(choices[c]), -c))
            before = len(self.plan.orders)
            self._send(craft, choices[craft])
            waiting.discard(craft)
            if len(self.plan.orders) > before:  # parts that stayed aboard come later
                waiting = {c for c in self._craft() if self._aboard(c)} - self.sent

    def _aboard(self, craft: int) -> CounterSet:
        """Return the units aboard that could land in this phase."""
        return passengers(self.state, 1 << craft) & landings.able_land(self.state, self.side)

    def _choices(self, craft: int) -> list[Choice]:
        """Return what the units aboard landing craft could do, the best first."""
        units = self._aboard(craft)
        if craft not in self.ways:
            self.ways[craft] = self.reach(craft)
        reach = self.ways[craft]
        found = self._landings(units, reach)
        assault = self._best_assault(craft, units, reach)
        if assault:
            found.append(assault)
        return sorted(found, key=lambda choice: -choice.worth)[:MOST_CHOICES]

    def _send(self, craft: int, choices: list[Choice]) -> None:
        self.sent.add(craft)
        units = self._aboard(craft)
        if not choices:
            self.approach(craft, self._open_shores(units))
            return
        best = choices[0]
        if best.target < 0:
            self._land(craft, units, best.hex)
            return
        party = gunfire.assault_party(self.state, units)
        others = [unit for unit in bits(units) if unit not in party]
        if others:
            self._split(craft, others)  # they land elsewhere
        if self.sail(craft, best.hex):
            self.taken |= 1 << best.target
            self.assaults[best.target] = best.worth

    def _open_shores(self, units: CounterSet) -> HexSet:
        state, side = self.state, self.side
        there = shores(self.scenario) & ~state.held[1 - side] & self.scenario.playable
        return mask_of(h for h in bits(there) if landings.check_beach(state, side, h, units) is None)

    def _landings(self, units: CounterSet, reach: dict[Hex, tuple[Hex, ...]]) -> list[Choice]:
        """Return the coasts where units aboard could land, with their value."""
        worth = sum(self.situation.step_value(unit) for unit in bits(units))
        sizes = [size_now(self.state, unit) for unit in bits(units)]
        found = []
        for hex_ in reach:
            room = self._room(hex_)
            if not shores(self.scenario) >> hex_ & 1 or room < min(sizes):
                continue
            if landings.check_beach(self.state, self.side, hex_, units):
                continue
            left_out = 0.0 if room >= sum(sizes) else CROWDED
            found.append(Choice(self.coast(hex_) - worth * self.risk(hex_) - left_out, hex_))
        return found

    def risk(self, hex_: Hex) -> float:
        """Return the expected share of losses in a landing, worked out once for each hex."""
        if hex_ not in self.risks:
            self.risks[hex_] = gunfire.landing_loss(landings.chances(self.state, self.side, hex_))
        return self.risks[hex_]

    def _room(self, hex_: Hex) -> int:
        """Return the room in a hex for more units, with those that are about to land there."""
        state = self.state
        landing = sum(
            size_now(state, unit)
            for unit in bits(state.beaching & self.scenario.of_side[self.side] & self.scenario.combat_units)
            if state.at[state.host[unit]] == hex_
        )
        return self.situation.full - self.situation.stacked_size(hex_) - landing

    def coast(self, hex_: Hex) -> float:
        """Evaluate a coast as a place to land: an objective or near one, away from a stronger enemy."""
        situation, near = self.situation, self.scenario.grid.around[hex_] | 1 << hex_
        if hex_ not in self.coasts:
            worth = -NEARER * min(max(situation.goal_distance[hex_], -CLOSE), FAR)
            force = FORCE + situation.mass(hex_)
            worth += LONELY * max(1.0 - situation.threat(hex_) / force, -1.0)
            self.coasts[hex_] = worth + (PORT if near & self.ports else 0.0)
        open_ = hex_ in situation.targets and not self.taken >> hex_ & 1
        prize = self._prize(hex_) if open_ else 0.0
        near_port = self.scenario.grid.within(hex_, BEACHHEAD) & self.harbours
        if self.harbours and not near_port and not situation.trace >> hex_ & 1:
            prize -= CUT_OFF
        return self.coasts[hex_] + prize + (TOGETHER if near & (situation.own | self.taken) else 0.0)

    def _prize(self, hex_: Hex) -> float:
        """Return the value of taking an objective."""
        goals = [goal for kind in ("reach", "hold") for goal in self.aims.of_kind(kind)]
        aimed = any(self.scenario.hexes(goal.hexes) >> hex_ & 1 for goal in goals)
        return self.situation.objectives.get(hex_, 0.0) + (AIM if aimed else 0.0)

    def _land(self, craft: int, units: CounterSet, hex_: Hex) -> None:
        """Land as many units in a hex as fit; split the craft if others stay aboard."""
        state, chosen = self.state, list[int]()
        room = self._room(hex_)
        for unit in sorted(bits(units), key=lambda c: (-self.situation.worth(c), c)):
            if size_now(state, unit) <= room:
                chosen.append(unit)
                room -= size_now(state, unit)
        rest = passengers(state, 1 << craft) & ~mask_of(chosen)
        if chosen and (rest or state.tokens[craft]) and state.at[craft] != hex_:
            part = self._split(craft, chosen)
            if part != craft:
                self.sent ^= {craft, part}
                craft = part
        if not chosen or not self.sail(craft, hex_):
            return
        self.taken |= 1 << hex_
        if self._wants_port(hex_) and self.plan.give(Order("deploy", units=self.scenario.names[craft])):
            self.harbours |= 1 << hex_
            return
        self.plan.give(Order("land", units=tuple(self.scenario.counter_ids[unit] for unit in chosen)))

    def _split(self, craft: int, units: list[int]) -> int:
        """Put some units on craft of their own; return those craft, or the old ones if that cannot be."""
        points = math.ceil(sum((lift(self.state, unit) for unit in units), Fraction(0)))
        ids = (self.scenario.counter_ids[craft], *(self.scenario.counter_ids[unit] for unit in units))
        self.plan.give(Order("split", units=ids, words=(str(points),)))
        return self.state.host[units[0]]

    def _best_assault(
        self, craft: int, units: CounterSet, reach: dict[Hex, tuple[Hex, ...]]
    ) -> Choice | None:
        """Return the best Beach Assault of the units aboard, with the hex where their craft wait."""
        state, side, scenario = self.state, self.side, self.scenario
        party = gunfire.assault_party(state, units)
        ways = passages(scenario, True)
        goals = mask_of(h for h in self.situation.targets if self._prize(h) > 1) & ~self.taken
        defended = goals & state.held[1 - side] & shores(scenario)
        if not party or not defended or not state.tokens[craft]:
            return None
        ids = tuple(scenario.counter_ids[unit] for unit in party)
        guns = scenario.ships & scenario.of_side[side]
        shelled = SHELLED if any(state.at[c] >= 0 for c in bits(guns)) else 0.0
        best: Choice | None = None
        for target in bits(defended):
            from_ = [hex_ for hex_ in reach if ways.get(hex_, 0) >> target & 1]
            if not from_:
                continue
            order = Order("assault", scenario.label(target), ids)
            worth = gunfire.assault_worth(self.situation, order, shelled)
            place = min(from_, key=lambda h: (not scenario.sea >> h & 1, len(reach[h]), h))
            if worth > BOLD and (best is None or worth > best.worth):
                best = Choice(worth, place, target)
        return best

    # -- ports and supply ----------------------------------------------------------------------------

    def _wants_port(self, hex_: Hex) -> bool:
        """Return whether a port should be opened in a hex: not near another one, unless a goal asks."""
        if (self.harbours | self.ports) >> hex_ & 1:
            return False
        near = self.scenario.grid.within(hex_, APART)
        return not near & self.harbours or hex_ in self.aims.stock()

    def _tenders(self) -> None:
        """Turn LSTs without units aboard into ports beside units that lack supply."""
        for craft in self._craft():
            if self.scenario.counters[craft].kind != "lst" or passengers(self.state, 1 << craft):
                continue
            site = self._port_site(craft)
            if site is not None:
                self._open_port(self._part(craft), site)

    def _port_site(self, craft: int) -> Hex | None:
        """Return the best coast in reach for an LST port; None if none is needed."""
        state, grid = self.state, self.scenario.grid
        own = self.scenario.combat_units & self.scenario.of_side[self.side]
        trace = self.situation.trace
        lacking = mask_of(state.at[c] for c in bits(own) if state.at[c] >= 0 and not trace >> state.at[c] & 1)
        best: tuple[float, Hex] | None = None
        for hex_ in self.reach(craft):
            near = grid.within(hex_, BEACHHEAD)
            friends = sum(self.situation.mass(h) for h in bits(near & lacking))
            if not friends or not self._can_open(craft, hex_):
                continue
            worth = friends + (AIM if hex_ in self.aims.stock() else 0.0)
            worth -= UNSAFE * self._sinks(craft, hex_)
            if best is None or worth > best[0]:
                best = worth, hex_
        return best[1] if best else None

    def _repairs(self, hex_: Hex) -> None:
        """Repair a port with engineers that are there, if it is small or supply is plentiful."""
        port = port_at(self.state, hex_, self.side)
        if port < 0 or (capacity(self.state, port) >= TOKENS and self.stored(hex_) < PLENTY):
            return
        there = self.state.here.get(hex_, 0) & sea_transport.work_able(self.state, self.side)
        for unit in bits(there):
            for order in sea_transport.mend_orders(self.state, self.side, unit)[:1]:
                self.plan.give(order)

    def _supply(self) -> None:
        """Bring supply into ports, repair them, and unload; without a port, wait beside units in need."""
        for craft in self._craft():
            if self._moor(craft):
                self._repairs(self.state.at[craft])
                for order in cargo.disembark_orders(self.state, self.side, craft)[:1]:
                    self.plan.give(order)
        for port in own_ports(self.state, self.side):
            self._repairs(self.state.at[port])

    def _moor(self, craft: int) -> bool:
        """Sail craft with supply to where it is needed; return whether that is a port that works."""
        state = self.state
        if not state.tokens[craft] or self._aboard(craft) or craft in self._assault_craft():
            return False
        reach = self.reach(craft)
        wanted = [h for h in self.aims.stock() if h in reach and self._lacks(h) > 0]
        if wanted:
            goal = max(wanted, key=lambda h: (h == state.at[craft], self._lacks(h), h))
            self.coming[goal] = self.coming.get(goal, 0) + state.tokens[craft]
            return self.sail(craft, goal) and self.unloads(goal)
        port = max((h for h in reach if self.unloads(h)), key=self.need, default=None)
        if port is not None and self.sail(craft, port):
            return True
        self._stand_by(craft, reach)
        return False

    def _assault_craft(self) -> set[int]:
        """Return the craft off coasts that are to be assaulted, which keep supply for the assault."""
        ways = passages(self.scenario, True)
        return {
            craft
            for craft in bits(cargo.craft_of(self.state, self.side))
            if any(ways.get(self.state.at[craft], 0) >> target & 1 for target in self.assaults)
        }

    def unloads(self, hex_: Hex) -> bool:
        port = port_at(self.state, hex_, self.side)
        if port < 0 or self.state.opening >> port & 1:
            return False
        return bool(sea_capacity(self.state, port)) and port_arrivals.room(self.state, self.side, hex_) > 0

    def _lacks(self, hex_: Hex) -> int:
        """Return the tokens that a hex lacks for a goal, without those that are on their way."""
        there = self.stored(hex_, self.scenario.dumps)
        return self.aims.stock()[hex_] - there - self.coming.get(hex_, 0)

    def stored(self, hex_: Hex, where: CounterSet = -1) -> int:
        """Return the tokens in a hex, in all counters or only some."""
        there = self.state.here.get(hex_, 0) & self.scenario.of_side[self.side] & where
        return sum(self.state.tokens[c] for c in bits(there))

    def need(self, hex_: Hex) -> float:
        """Evaluate a port for unloading: friendly units around it, less if it has plenty of supply."""
        near = self.scenario.grid.within(hex_, APART) & self.situation.own
        full = PLENTY_WEIGHT if self.stored(hex_) >= PLENTY else 1.0
        return near.bit_count() * full + (AIM if hex_ in self.aims.stock() else 0.0)

    def _stand_by(self, craft: int, reach: dict[Hex, tuple[Hex, ...]]) -> None:
        """Wait beside friendly units, which can use the supply aboard [18.5e]."""
        ashore = self.situation.own | self.taken
        around = self.scenario.grid.around
        near = {h: ((around[h] | 1 << h) & ashore).bit_count() for h in reach if not self._exposed(h)}
        best = max(near, key=lambda h: (near[h], -len(reach[h])), default=None)
        if best is not None and near[best]:
            self.sail(craft, best)
        elif ashore:
            self.approach(craft, self.scenario.grid.spread(ashore))

    def _exposed(self, hex_: Hex) -> bool:
        """Return whether craft in a hex could be overrun."""
        return bool(zoc(self.state, 1 - self.side) >> hex_ & 1) and not self.situation.own >> hex_ & 1


class FleetTask:
    """Plans for a part of a fleet."""

    def __init__(self, fleet: Fleet) -> None:
        self.fleet, self.side, self.scenario = fleet, fleet.side, fleet.scenario
        self.situation = fleet.situation

    @property
    def state(self) -> OcsState:
        """The state of the plan."""
        return self.fleet.state
