"""Advice for missions of the air force: sweeps, Hip Shoots, air barrages, Trainbusting and Base Transfers.

Values are in strength, as for attacks. Chances come from the rules: Air Combat, Flak and the Barrage Tables.
"""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.orders import Order
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.ocs.advice.staff import attacks
from grognard.games.ocs.advice.staff.aims import AIM, Aims
from grognard.games.ocs.advice.staff.situation import Situation
from grognard.games.ocs.air.bases import active_at, active_limit, active_over, hosts
from grognard.games.ocs.air.flak import faces_flak, flak_points
from grognard.games.ocs.air.planes import fighters, open_rated, values
from grognard.games.ocs.air.ranges import distance, interceptors, reach
from grognard.games.ocs.fleet.gunnery import SHIP
from grognard.games.ocs.flights import orders
from grognard.games.ocs.flights.returns import order_to
from grognard.games.ocs.missions import antiship, hip_shoots, refit
from grognard.games.ocs.missions.air_odds import air_combat, craft
from grognard.games.ocs.missions.chances import flak_chance
from grognard.games.ocs.missions.resolution import air_shot
from grognard.games.ocs.model.charts import series_tables
from grognard.games.ocs.model.mission import Mission, MissionKind
from grognard.games.ocs.sea.ships import passengers

Found = tuple[float, Order]
"""An order with its value."""
PLANE_STEP = 2.0
"""Value of a step of a plane."""
LOSS = 1 / 3
"""Chance that a plane that aborts loses a step."""
FLIGHT = 0.2
"""Value of a plane that stays Active, which a mission spends."""
PATROL = 0.5
"""Further value of an Active Fighter, for its Patrol Zone."""
GROUNDED = 0.9
"""Value of an enemy Fighter that cannot intercept our bombers in range."""
IDLE = 0.2
"""Its value if we have no bombers in range."""
WORTH_FLYING = 0.1
"""Minimum value of a mission."""
SAFE = 4
"""Minimum distance of a base from the enemy, in hexes."""
HULL, BOATS = 3.0, 1.0
"""Value of a hit on a ship, and of a point of landing craft without cargo."""


class Flights:
    """The missions that a side could fly now."""

    def __init__(self, situation: Situation) -> None:
        self.situation, self.state, self.side = situation, situation.state, situation.side
        self.scenario = situation.scenario
        self.aims = Aims(self.state, self.side)
        self.able = orders.able(self.state, self.side)
        self.bombers = mask_of(c for c in bits(self.able) if values(self.state, c).barrage)
        """Planes that can fly and carry bombs, Fighters that do so among them."""
        self.reach = self._reaches()
        self.stakes = attacks.Stakes(situation)

    def _reaches(self) -> dict[int, HexSet]:
        """Return the hexes in range of each plane; planes alike at one base reach the same ones."""
        found: dict[int, HexSet] = {}
        alike: dict[tuple[int, int], HexSet] = {}
        for plane in bits(self.able):
            key = self.state.host[plane], values(self.state, plane).range
            if key not in alike:
                alike[key] = reach(self.state, plane)
            found[plane] = alike[key]
        return found

    def _kinds(self, planes: CounterSet) -> list[int]:
        """Return one plane of each kind: those at one base with the same values do the same."""
        kinds = {(self.state.host[c], values(self.state, c)): c for c in reversed(bits(planes))}
        return sorted(kinds.values())

    # -- what a mission risks ------------------------------------------------------------------------

    def outlook(self, mission: Mission) -> tuple[float, float]:
        """Return the share of the bombs that gets through, and the value of what is lost on the way."""
        state = self.state
        points = sum(point.points for point in flak_points(state, mission))
        flak = float(flak_chance(points)) if faces_flak(state, mission) else 0.0
        foes = interceptors(state, mission)
        if not foes:
            return 1.0 - flak / (2 * len(mission.planes)), PLANE_STEP * flak
        best = max(foes, key=lambda c: (values(state, c).air, -c))
        ours = tuple(craft(state, c) for c in mission.planes)
        whole = sum(plane.worth for plane in ours) or 1
        through = beaten = 0.0
        for (left, foe), chance in air_combat(ours, (craft(state, best),), False).items():
            through += float(chance) * sum(ours[n].worth for n in bits(left)) / whole
            beaten += float(chance) * (len(ours) - left.bit_count() - (0 if foe else 1))
        return through * (1 - flak / 2), PLANE_STEP * (flak + LOSS * beaten)

    def spent(self, planes: tuple[int, ...]) -> float:
        """Return the value of planes that are Inactive after a mission."""
        patrols = mask_of(planes) & fighters(self.scenario)
        return FLIGHT * len(planes) + PATROL * patrols.bit_count()

    def mission(self, kind: MissionKind, hex_: Hex, planes: tuple[int, ...]) -> Mission:
        return Mission(kind, self.side, hex_, planes)

    # -- fire ----------------------------------------------------------------------------------------

    def _bombing(self, kind: MissionKind, hex_: Hex, planes: tuple[int, ...]) -> float:
        """Return the value of bombs on the combat units in a hex, less what the planes risk."""
        mission = self.mission(kind, hex_, planes)
        likely, steps = attacks.shaken(self.state, self.side, hex_, air_shot(self.state, mission))
        through, risk = self.outlook(mission)
        gain = self.stakes.worth(hex_, likely, steps)
        if self.aims.fire_at(hex_):
            gain += AIM * likely
        return gain * through - risk - self.spent(planes)

    def _grown(self, hex_: Hex, first: int, kind: MissionKind = "barrage") -> tuple[float, tuple[int, ...]]:
        """Return the best group of planes that begins with one, and its value."""
        group: tuple[int, ...] = (first,)
        best = self._bombing(kind, hex_, group)
        most: int = series_tables()["air_missions"]["most_aircraft"]
        while len(group) < most:
            left = self._kinds(self.able & ~mask_of(group))
            more = [c for c in left if self._joins(c, hex_, group)]
            found = max(((self._bombing(kind, hex_, (*group, c)), c) for c in more), default=None)
            if found is None or found[0] < best + WORTH_FLYING:
                break
            best, group = found[0], (*group, found[1])
        return best, group

    def _joins(self, plane: int, hex_: Hex, group: tuple[int, ...]) -> bool:
        """Return whether a plane could fly along: with bombs, or as the only escort."""
        if not self.reach[plane] >> hex_ & 1:
            return False
        face = values(self.state, plane)
        return bool(face.barrage) or (not face.paren and not open_rated(self.state, mask_of(group)))

    def best_barrage(self) -> Found | None:
        """Return the best air barrage of this segment, at combat units or ships, or None."""
        state, side = self.state, self.side
        if state.phase not in orders.AIR_BARRAGE:
            return None
        found: list[tuple[float, Hex, int]] = []
        seen: dict[Hex, tuple[float, int]] = {}
        for plane in self._kinds(self.bombers):
            for order in orders.air_barrage_orders(state, side, plane):
                hex_ = self.scenario.hex(order.target)
                if order.words or not (self.stakes.matters(hex_) or self.aims.fire_at(hex_)):
                    continue
                worth = self._bombing("barrage", hex_, (plane,))
                if hex_ not in seen or worth > seen[hex_][0]:
                    seen[hex_] = worth, plane
        found = sorted(((worth, hex_, plane) for hex_, (worth, plane) in seen.items()), reverse=True)
        best: Found | None = None
        for _, hex_, plane in found[:3]:
            worth, group = self._grown(hex_, plane)
            order = Order("barrage", self.scenario.label(hex_), self.ids(group))
            if (best is None or worth > best[0]) and not orders.check_air_barrage(state, side, order):
                best = worth, order
        return _better(best if best and best[0] > WORTH_FLYING else None, self._best_antiship())

    def ids(self, planes: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(self.scenario.counter_ids[c] for c in planes)

    def best_hip_shoot(self) -> Found | None:
        """Return the best Hip Shoot, as long as planes are left for the barrages that the goals ask for."""
        wanted = self.aims.fire_hexes().bit_count() + bool(self.aims.bust_hexes())
        if self.bombers.bit_count() <= wanted:
            return None
        best: Found | None = None
        for plane in self._kinds(self.bombers):
            for order in hip_shoots.hip_shoot_orders(self.state, self.side, plane):
                hex_ = self.scenario.hex(order.target)
                aimed = self.aims.fire_at(hex_)
                if (
                    order.words
                    or (self.aims.goals and not aimed)
                    or not (aimed or self.stakes.attacked(hex_))
                ):
                    continue
                worth = self._bombing("hip-shoot", hex_, (plane,))
                if worth > WORTH_FLYING and (best is None or worth > best[0]):
                    best = worth, order
        return best

    def _best_antiship(self) -> Found | None:
        """Return the best barrage at ships: by as many bombers as can reach them together."""
        state, side = self.state, self.side
        targets: dict[str, list[int]] = {}
        for plane in bits(self.bombers):
            for order in antiship.antiship_orders(state, side, plane):
                targets.setdefault(order.target, []).append(plane)
        most: int = series_tables()["air_missions"]["most_aircraft"]
        best: Found | None = None
        for label, planes in targets.items():
            hex_ = self.scenario.hex(label)
            planes.sort(key=lambda c: (-values(state, c).barrage, c))
            group = tuple(planes[:most])
            points = sum(values(state, c).barrage for c in group)
            through, risk = self.outlook(self.mission("barrage", hex_, group))
            worth = self._fleet_worth(hex_) * min(points / 40, 0.8) * through - risk - self.spent(group)
            order = Order("barrage", label, self.ids(group), words=(SHIP,))
            if worth > WORTH_FLYING and (best is None or worth > best[0]):
                if not antiship.check_antiship(state, side, order):
                    best = worth, order
        return best

    def _fleet_worth(self, hex_: Hex) -> float:
        """Return the value of a hit on the enemy ships or landing craft in a hex."""
        state, scenario = self.state, self.scenario
        there = state.here.get(hex_, 0) & scenario.of_side[1 - self.side]
        craft_ = there & scenario.craft
        points = sum(state.level[c] for c in bits(craft_))
        cargo = sum(
            self.situation.step_value(u) for u in bits(passengers(state, craft_) & scenario.combat_units)
        )
        boats = BOATS * min(points, 2) + (cargo / max(points, 1))
        return max(HULL if there & scenario.ships else 0.0, boats if craft_ else 0.0)

    # -- sweeps --------------------------------------------------------------------------------------

    def best_sweep(self) -> Found | None:
        """Return the best Fighter Sweep, or None if no enemy Fighters are worth it."""
        state, side = self.state, self.side
        best: Found | None = None
        for plane in self._kinds(open_rated(state, self.able & fighters(self.scenario))):
            for order in orders.sweep_orders(state, side, plane):
                worth = self._sweep(plane, self.scenario.hex(order.target))
                if worth > WORTH_FLYING and (best is None or worth > best[0]):
                    best = worth, order
        return best

    def _sweep(self, plane: int, hex_: Hex) -> float:
        """Return the value of a sweep: enemy Fighters that turn back, less our own."""
        state = self.state
        foes = active_over(state, hex_, 1 - self.side)
        flying = foes & fighters(self.scenario)
        if not flying and not self.aims.ground(foes):
            return 0.0
        each = GROUNDED if self._threatened(hex_) else IDLE
        aim = AIM if self.aims.ground(foes) else 0.0
        fleet = bits(foes)
        ends = air_combat((craft(state, plane),), tuple(craft(state, c) for c in fleet), True)
        gain = 0.0
        for (left, right), chance in ends.items():
            beaten = [c for n, c in enumerate(fleet) if not right >> n & 1]
            worth = sum((each if flying >> c & 1 else 0.0) + LOSS * PLANE_STEP for c in beaten)
            worth += aim if beaten and self.aims.ground(mask_of(beaten)) else 0.0
            worth -= 0.0 if left else LOSS * PLANE_STEP
            gain += float(chance) * worth
        return gain - 2 * FLIGHT

    def _threatened(self, hex_: Hex) -> bool:
        """Return whether Fighters in a hex could meet our bombers over enemy units."""
        radius: int = series_tables()["flak"]["patrol_zone_radius"]
        zone = self.scenario.grid.within(hex_, radius) & self.situation.enemy
        slow = self.bombers & ~open_rated(self.state, self.bombers)
        return any(self.reach[c] & zone for c in bits(slow))

    # -- Base Transfer -------------------------------------------------------------------------------

    def best_transfer(self) -> Found | None:
        """Return the best Base Transfer: to where a goal wants planes, or from where they reach no enemy."""
        for away, hexes in self.aims.stations():
            order = self._move_to_station(bits(away & self.able), hexes)
            if order:
                return AIM, order
        best: Found | None = None
        for plane in bits(self.able):
            fixed = values(self.state, plane).lift or self.aims.ready() >> plane & 1
            if fixed or self.reach[plane] & self.situation.enemy:
                continue
            for base in bits(hosts(self.state, self.side)):
                worth = self._station(plane, base)
                order = order_to(self.state, "transfer", (plane,), base)
                if worth > 0 and (best is None or worth > best[0]):
                    if not orders.check_transfer(self.state, self.side, order):
                        best = worth, order
        return best

    def _move_to_station(self, planes: tuple[int, ...], hexes: HexSet) -> Order | None:
        for base in bits(hosts(self.state, self.side)):
            if self.state.at[base] >= 0 and hexes >> self.state.at[base] & 1:
                for group in (planes, *((plane,) for plane in planes)):
                    order = order_to(self.state, "transfer", group, base)
                    if group and not orders.check_transfer(self.state, self.side, order):
                        return order
        return None

    def _station(self, plane: int, base: int) -> float:
        """Evaluate a base for a plane that reaches no enemy: supply, safety and enemies in range."""
        state, here = self.state, self.state.at[base]
        if active_at(state, base).bit_count() >= active_limit(state, base):
            return 0.0
        if here >= 0 and self.situation.enemy_distance[here] < SAFE:
            return 0.0
        if not refit.capacity(state, base) or refit.payment_for(state, base) is None:
            return 0.0
        far = values(state, plane).range
        targets = [hex_ for hex_ in bits(self.situation.enemy) if distance(state, base, hex_) <= far]
        crowd = (state.active & state.scenario.planes).bit_count()
        return min(len(targets), 10) / (1 + active_at(state, base).bit_count() / max(crowd, 1))


def _better(first: Found | None, second: Found | None) -> Found | None:
    found = [some for some in (first, second) if some]
    return max(found, key=lambda some: some[0], default=None)
