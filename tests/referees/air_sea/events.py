"""What happens in missions, barrages and landings, judged by the dice that the program rolled."""

from __future__ import annotations

from typing import Any

from tests.referees.air_sea import air, sea
from tests.referees.air_sea.position import CRAFT, SHIPS, TABLES, Position
from tests.referees.tally import Tally

MISSIONS = ("sweep", "hip-shoot", "barrage", "trainbust", "airlift", "drop", "transfer")


class Witness:
    """Follows the events of one order from the position before it."""

    def __init__(self, position: Position, tally: Tally, spent: int) -> None:
        """Begin with the position before the order, and the tokens that it cost both sides."""
        self.p = position
        self.spent = spent
        self.tally = tally
        self.kind, self.side, self.where = "", "", ""
        self.flying: list[str] = []
        self.escort = ""
        """The plane that does not bomb, by house rule [HR-9]."""
        self.firers: list[str] = []
        self.landed: set[str] = set()
        self.victims: set[str] = set()

    def hear(self, side: str, order: Any, events: list[Any]) -> None:
        """Judge the events of an order."""
        p = self.p
        if p.mission is not None:
            mission = p.mission
            self.kind, self.side = mission.kind, p.theatre.sides[mission.side]
            self.where = air.mission_place(p, mission)
            self.flying = [p.ids[n] for n in mission.planes]
            self.escort = p.ids[mission.escort] if mission.escort >= 0 else ""
        elif order.verb in MISSIONS and any(p.kind(c) == "plane" for c in order.units):
            self.kind, self.side, self.where = order.verb, side, order.target
            self.flying = [c for c in order.units if p.kind(c) == "plane"]
            if "HR-9" in p.theatre.options and order.verb in ("barrage", "trainbust"):
                self.escort = self.flying[3] if len(self.flying) == 4 else ""
            if order.verb == "transfer":
                self.where = order.path[-1] if order.path else order.words[0]
                if self.where in p.at:
                    self.where = p.place(self.where)
        elif order.verb == "barrage":
            self.firers = list(order.units)
        if order.verb == "aim":
            rest = [p.ids[n] for n in p.questions[-1].units if p.ids[n] not in order.units]
            self.firers = [*order.units]
            self.waiting = rest
        else:
            self.waiting = []
        self.side = self.side or side
        rolled = [event.hexes[0] for event in events if type(event).__name__ == "LandingRolled"]
        self.rolls = {hex_: rolled.count(hex_) for hex_ in rolled}
        for event in events:
            judge = getattr(self, f"_{type(event).__name__}", None)
            if judge:
                judge(event, order)

    # -- missions ------------------------------------------------------------------------------------

    def _DogFight(self, event: Any, order: Any) -> None:
        p, same = self.p, self.tally.same
        one, two = event.attacker, event.defender
        modified = (
            event.dice[0]
            + event.dice[1]
            + air.rating(p, one, self._over(one))
            - air.rating(p, two, self._over(two))
        )
        same("Air Combat", event, (modified, air.who_aborts(modified)), (event.modified, event.outcome))
        losers = {"attacker": [one], "both": [one, two], "defender": [two]}[event.outcome]
        hit = any(event.dice[2] >= self._loss_from(plane) for plane in losers)
        same("Air Combat loss", event, hit, event.loss)
        same("attacker is open", event, True, air.is_open(p, one))

    def _loss_from(self, plane: str) -> int:
        """Return the loss die that costs a plane a step: over an own base only a 6 by house rule [HR-13]."""
        own = [base for base in air.bases(self.p, self.p.side_of(plane)) if self.p.place(base) == self.where]
        return 6 if "HR-13" in self.p.theatre.options and own else 5

    @property
    def bombers(self) -> list[str]:
        """Return the mission planes that face Flak and drop bombs [HR-9]."""
        return [plane for plane in self.flying if plane != self.escort]

    def _over(self, plane: str) -> str:
        """Return where a plane fights: those at their own base have flown nowhere."""
        mission = self.p.mission
        home = plane not in self.flying and (mission is None or mission.stage != "interception")
        extra = mission is not None and self.p.side_of(plane) == self.side and plane not in self.flying
        return self.p.place(plane) if home or extra else self.where

    def _PlanesAborted(self, event: Any, order: Any) -> None:
        self.flying = [c for c in self.flying if c not in event.units]

    def _PlaneLoss(self, event: Any, order: Any) -> None:
        plane = event.units[0]
        if self.victims:
            self.tally.same("plane hit by Flak", plane, True, plane in self.victims)
            self.victims = set()
        two = self.p.lost[plane] + 1 >= 2
        self.tally.same("plane eliminated", plane, two or event.rule in ("9.14f.4",), event.eliminated)
        if event.eliminated:
            self.flying = [c for c in self.flying if c != plane]
        else:
            self.p.lost[plane] += 1

    def _FlakFired(self, event: Any, order: Any) -> None:
        p, same = self.p, self.tally.same
        same("subject to Flak", self.kind, True, air.meets_flak(p, self.kind, self.side, self.where))
        points = air.flak(p, self.kind, self.side, self.where, self.flying, self.escort)
        same("Flak Points", f"{self.kind} {self.where} {self.flying}", points, event.points)
        same("Flak loss", event, event.dice[0] + event.dice[1] + points >= 11, event.hit)
        total = event.dice[0] + event.dice[1] + points
        if air.is_late_war(p):
            aborted = min((total >= 9) + (total >= 13), len(self.bombers))
            same("planes that Flak aborts", event, aborted, event.aborted)
        elif event.hit and len(self.bombers) > 1:
            self.victims = air.flak_victims(p, self.bombers, event.dice[2])

    def _PlanesChecked(self, event: Any, order: Any) -> None:
        losses = sum(die >= event.least for die in event.dice)
        there = sum(
            p_ == event.hexes[0] and c not in self.flying
            for c in air.planes(self.p, event.side)
            if (p_ := self.p.place(c)) and self.p.kind(self.p.host[c]) == "air-base"
        )
        self.tally.same("planes checked", event, (losses, there), (event.losses, len(event.dice)))

    def _PlanesRefitted(self, event: Any, order: Any) -> None:
        base = self.p.host[event.units[0]]
        self.tally.same("price of a refit", base, int(self.p.kind(base) == "air-base"), self.spent)

    def _PlanesReturned(self, event: Any, order: Any) -> None:
        p, plane = self.p, event.units[0]
        if self.kind != "transfer" or len(self.flying) != 1 or self.flying != [plane]:
            return
        base = next(b for b in air.bases(p, event.side) if event.base in (b, p.at[b]))
        near = air.in_range(p, plane, self.where) and not air.is_far(p, plane, self.where)
        room = len(air.active_at(p, base)) < air.active_limit(p, base)
        if "21.5" in p.theatre.options and p.kind(base) == "air-base":
            room = room and p.rebased[base] < max(p.level[base], 1)
        stays = air.is_type(p, plane, "F") and near and room
        self.tally.same("Active after a transfer", (plane, base), stays, event.active)

    def _Trainbusted(self, event: Any, order: Any) -> None:
        p = self.p
        points = sum(air.barrage(p, c) for c in self.bombers)
        code = TABLES["facility"]["results"][event.dice[0] - 1][sea.facility_column(points)]
        self.tally.same("Trainbusting result", event, (points, code, "*" in code),
                        (event.points, event.result, event.placed))  # fmt: skip

    def _CargoDropped(self, event: Any, order: Any) -> None:
        needed = air.drop_needed(self.p, self.side, self.where)
        self.tally.same("roll for a drop", event, needed, event.needed)

    # -- barrages ------------------------------------------------------------------------------------

    def _Barraged(self, event: Any, order: Any) -> None:
        p, hex_ = self.p, event.hexes[0]
        naval = [c for c in self.firers if p.kind(c) in SHIPS]
        if self.flying and self.kind in ("barrage", "hip-shoot"):
            points = sum(air.barrage(p, c) for c in self.bombers)
            place = sea.column(points) + sea.ground_shifts(p, self.side, hex_, self.bombers)
        elif naval:
            points = sum(int(sea.gun_points(p, c)) for c in naval)
            place = sea.column(points) + sea.ground_shifts(p, self.side, hex_, [])
        else:
            return
        place = sea.kept_on_table(place)
        code = sea.result(place, event.dice, bool(naval))
        kind = "naval" if naval else "air"
        own = points, heading(place), code, sea.steps_of(code, event.dice)
        self.tally.same(f"{kind} barrage result", (hex_, self.flying or naval, event.shifts), own,
                        (event.points, event.column, event.result, event.steps))  # fmt: skip

    def _FacilityBarraged(self, event: Any, order: Any) -> None:
        p = self.p
        naval = [c for c in self.firers if p.kind(c) in SHIPS]
        if not (self.flying or naval):
            return
        points = sum(air.barrage(p, c) for c in self.bombers) or sum(int(sea.gun_points(p, c)) for c in naval)
        code = TABLES["facility"]["results"][event.dice[0] - 1][sea.facility_column(points)]
        hits = 2 if code.startswith("2") else 1 if code.startswith("1") else 0
        self.tally.same("facility barrage result", event, (points, code, hits),
                        (event.points, event.result, event.hits))  # fmt: skip

    def _Salvo(self, event: Any, order: Any) -> None:
        p = self.p
        firers = self.firers or self.bombers
        self.firers, self.waiting = self.waiting, []
        points = sea.points_at(p, firers, event.target)
        place = sea.column_at(p, firers, event.target)
        code = sea.result(place, event.dice, False)
        own = points, heading(place), code, sea.steps_of(code, event.dice), code != "-"
        told = event.points, event.column, event.result, event.steps, event.disorganized
        self.tally.same("salvo", (event.target, firers), own, told)

    # -- landings ------------------------------------------------------------------------------------

    def _LandingRolled(self, event: Any, order: Any) -> None:
        p, hex_ = self.p, event.hexes[0]
        if hex_ in self.landed and any(p.side_of(c) != event.side for c in p.stacks.get(hex_, [])):
            return  # the first group may have captured a port
        self.landed.add(hex_)
        row, more = sea.landing_row(p, event.side, hex_), sea.landing_modifier(p, event.side, hex_)
        outcome = sea.landing_outcome(row, sum(event.dice) + more)
        self.tally.same("landing result", (hex_, row), (more, outcome), (event.modifier, event.outcome))
        if order.verb in ("assault", "yield-beach"):
            return
        here = [c for c in p.sets["beaching"] if p.place(c) == hex_ and p.side_of(c) == event.side]
        if any(p.kind(c) in CRAFT for c in here) or order.units:
            return
        groups = sea.fewest_groups([p.size(c) for c in here])
        self.tally.same("groups of a landing", (hex_, here), groups, self.rolls[hex_])
        if groups == 1:
            own = sea.landing_losses(p, here, outcome)
            self.tally.same("losses of a landing", (hex_, here), own, (event.craft_lost, event.steps_lost))


def heading(place: int) -> str:
    """Return the heading of a column of the Barrage Table as the program writes it."""
    low, high = TABLES["barrage"]["column_min"][place], TABLES["barrage"]["column_max"][place]
    if place == 0:
        return f"column {high} or less"
    if place == len(TABLES["barrage"]["column_min"]) - 1:
        return f"column {low} or more"
    return f"column {low}" if low == high else f"column {low}–{high}"
