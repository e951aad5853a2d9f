"""What the rules ask of whom: the open decision, who can act in it, and every order each can give."""

from __future__ import annotations

from grognard.core.decisions import NOBODY, Decision, Frame
from grognard.core.hexes import bits
from grognard.core.orders import Order
from grognard.core.words import plural
from grognard.games.shared.subject import subject
from grognard.games.strike_force_one import aftermath, combat, happenings, movement
from grognard.games.strike_force_one.state import BOXED, SfoState, those_at

END, PASS, STAY, ROLL = Order("end"), Order("pass"), Order("stay"), Order("roll")


def deciding(state: SfoState) -> int:
    """The side that must decide now: the one asked last, or else the one whose phase it is."""
    return state.stack[-1].side if state.stack else state.side


def to_act(state: SfoState) -> tuple[str, ...]:
    """The side to decide; nobody when the game is over."""
    return () if state.result is not None else (state.scenario.sides[deciding(state)],)


def phase(state: SfoState) -> str:
    """The phase under way, such as ``soviet combat``."""
    return f"{state.scenario.sides[state.side]} {state.phase}"


def asked(state: SfoState) -> str:
    """What is asked now: the kind of the top frame, or else the phase."""
    if state.stack:
        return state.stack[-1].kind
    return "replace" if state.phase == "events" and state.scenario.level == "advanced" else state.phase


def choices(state: SfoState, side: str) -> Decision | None:
    """The open decision of a side, or None when it has nothing to decide."""
    if state.result is not None or state.scenario.sides[deciding(state)] != side:
        return None
    kind = asked(state)
    about = subject(state, deciding(state))
    return Decision(
        side,
        kind,
        lambda: sentence(state, kind),
        lambda: _actors(state, kind),
        lambda actor: orders_of(state, kind, actor),
        (lambda: _every_attack(state)) if kind == "combat" else None,
        hexes=about.hexes,
        units=about.units,
    )


def _actors(state: SfoState, kind: str) -> list[str]:
    side = deciding(state)
    counters = state.scenario.counters
    if kind == "movement":
        return _movers(state, side)
    if kind == "combat":
        fit = combat.able(state, side)
        near = combat.targets(state, side, fit)
        ids = [NOBODY]
        if near:
            beside = state.scenario.grid.spread(near)
            for c in bits(fit):
                at = state.at[c]
                if at >= 0 and beside >> at & 1 and combat.can_attack(state, side, c, fit):
                    ids.append(counters[c].id)
        return ids
    if kind in ("events", "choose"):
        return [NOBODY]
    ids = [counters[c].id for c in concerned(state, kind)]
    if kind in ("advance", "exploit", "replace", "swap"):
        ids.append(NOBODY)
    return ids


def _movers(state: SfoState, side: int) -> list[str]:
    counters = state.scenario.counters
    ids = [counters[c].id for c in bits(movement.movable(state, side)) if movement.can_move(state, c)]
    if movement.overfull(state, side) is None:
        ids.append(NOBODY)
        chit = happenings.chit_in_hand(state, side)
        if chit is not None and state.held[1 - side]:
            ids.append(counters[chit].id)
    return ids


def concerned(state: SfoState, kind: str) -> list[int]:
    """The counters among which a frame's question chooses."""
    if kind == "swap":
        return those_at(state, state.stack[-1].side, BOXED)
    if kind == "replace":
        return list(replacement_frame(state).units)
    units = [c for c in state.stack[-1].units if state.at[c] >= 0]
    return [c for c in units if aftermath.retreat_hexes(state, c)] if kind == "retreat" else units


def replacement_frame(state: SfoState) -> Frame:
    """The question whom to replace; in Advanced it is the events phase itself."""
    if state.stack:
        return state.stack[-1]
    lost = happenings.can_replace(state)
    return Frame("replace", state.side, tuple(lost), data=(len(lost),))


def orders_of(state: SfoState, kind: str, actor: str) -> list[Order]:
    """What one actor can do."""
    side = deciding(state)
    unit = state.scenario.index.get(actor, -1)
    if unit < 0:
        return orders_of_nobody(state, kind)
    match kind:
        case "movement":
            if unit < state.scenario.unit_count:
                return movement.move_orders(state, unit) if movement.movable(state, side) >> unit & 1 else []
            if unit != happenings.chit_in_hand(state, side) or movement.overfull(state, side) is not None:
                return []
            return happenings.place_orders(state, side, unit)
        case "combat":
            return list(combat.attack_orders(state, side, unit))
        case "retreat":
            return aftermath.retreat_orders(state, unit)
        case "advance" | "exploit":
            return aftermath.advance_orders(state, state.stack[-1], unit)
        case "replace":
            orders = happenings.replace_orders(state, replacement_frame(state))
            return [order for order in orders if order.units[0] == actor]
        case "events" | "choose":
            return []
        case _:
            return [Order(kind, "", (actor,))]  # lose, disrupt, swap


def orders_of_nobody(state: SfoState, kind: str) -> list[Order]:
    """Orders that no counter gives."""
    match kind:
        case "movement" | "combat":
            return [END]
        case "events":
            return [ROLL]
        case "choose":
            name = state.scenario.sides[deciding(state)]
            events = {happenings.cell_event(name, cell) for cell in state.stack[-1].data}
            return [Order("choose", words=(event,)) for event in sorted(events)]
        case "advance" | "exploit":
            return [STAY]
        case "replace" | "swap":
            return [PASS]
        case _:
            return []


def _every_attack(state: SfoState) -> list[Order]:
    return [*combat.attack_orders(state, deciding(state)), END]


def sentence(state: SfoState, kind: str) -> str:
    """The question in plain words."""
    scenario = state.scenario
    frame = state.stack[-1] if state.stack else Frame(kind, state.side)
    ids = ", ".join(scenario.counters[c].id for c in frame.units if state.at[c] >= 0)
    where = scenario.grid.label(frame.hex) if frame.hex >= 0 else ""
    match kind:
        case "movement":
            return "Move your units, then end the phase."
        case "combat":
            return "Attack with units next to the enemy, or end the phase."
        case "events":
            return "Draw this turn's random event." if scenario.by_chits else "Roll this turn's random event."
        case "choose":
            return "Choose one of the two events."
        case "replace":
            most = min(replacement_frame(state).data[0], len(replacement_frame(state).units))
            return f"Bring back {'up to ' if most > 1 else ''}{plural(most, 'lost unit')}, or pass."
        case "disrupt":
            return "Choose the enemy unit that is disrupted."
        case "swap":
            return "Both replacement boxes are full: swap a unit in them for the new loss, or pass."
        case "lose":
            return f"Choose the unit to lose: {ids}."
        case "retreat":
            return f"Retreat one hex: {ids}."
        case "exploit":
            return f"{ids} has broken through and may advance one more hex."
        case _:
            return f"{'One of ' if ',' in ids else ''}{ids} may advance to {where}."
