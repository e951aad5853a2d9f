"""Trace supply: sources, railways and HQs [12.6, 12.7, 13.3]."""

from __future__ import annotations

from tests.referees.ocs.position import TABLES, Position, size
from tests.referees.ocs.steps import is_engineer_capable
from tests.referees.ocs.supply import drawn_from, draws, hqs, may_serve, supply_reach, thrown
from tests.referees.ocs.zones import blocking_zoc, enemy_units, remember


def open_sources(p: Position, side: str) -> tuple[set[str], set[str]]:
    """Return a side's own sources this turn, and those from which its railways start [12.6a, 19.0e]."""
    sources, heads = set(), set()
    for entry in p.theatre.file.get("source", []):
        first, last = entry.get("turns", [0, 999])
        if entry["side"] != side or not first <= p.turn <= last:
            continue
        sources.add(entry["hex"])
        if entry.get("rail", True) and p.turn >= entry.get("rail-from", 0):
            heads.add(entry["hex"])
    for port in p.theatre.file.get("port", []):
        counter = f"{side[0]}-port-{port['hex'].replace('.', '')}"
        if p.at[counter] != port["hex"] or side not in port.get("source-for", []):
            continue
        share = TABLES["port_damage"]["generic_fraction"][p.level[counter]]
        if port.get("track"):
            tokens = port["track"][p.level[counter]] * 4
        else:
            tokens = int(port["capacity"] * 4 * share + 0.5)
        if tokens >= TABLES["port_damage"]["supply_source_min_tokens"] and port["hex"] not in blocking_zoc(
            p, side
        ):
            sources.add(port["hex"])
            heads.add(port["hex"])
    return sources, heads


def joined_rails(p: Position, starts: set[str], track: set[str]) -> set[str]:
    """Return the rail hexes joined to some hexes by track that can be used."""
    found = starts & track
    edge = list(found)
    while edge:
        hex_ = edge.pop()
        for to in p.theatre.rails.get(hex_, []):
            if to in track and to not in found:
                found.add(to)
                edge.append(to)
    return found


def trace_sources(p: Position, side: str) -> set[str]:
    """Return all hexes from which trace supply can be drawn [12.6a, 12.7, R-OCS-103, R-OCS-137]."""

    def make() -> set[str]:
        theatre = p.theatre
        bad = enemy_units(p, side) | blocking_zoc(p, side)
        own, heads = open_sources(p, side)
        own -= bad
        gauges = {s: theatre.side_data(s).get("rail-gauge", "standard") for s in ("german", "soviet")}
        track = set(theatre.rails) - bad
        if gauges["german"] != gauges["soviet"]:
            track = track & p.wide if side == "soviet" else track - p.wide
        ports = {port["hex"] for port in theatre.file.get("port", [])}
        posts = {p.at[u] for u in hqs(p, side) if is_engineer_capable(p, u)}
        features = theatre.towns | ports | posts
        rails = joined_rails(p, heads, track)
        extenders = {p.at[c] for c in p.sets["extended"] if p.row(c)["side"] == side} - bad
        linked: set[str] = set()
        joints: set[str] = set()
        while True:
            sources = own | (rails & features) | linked
            new_links, new_joints = set(), set()
            for post in extenders:
                data = theatre.side_data(side)["extender"]
                near = supply_reach(p, side, post, float(data["range"]), data["mobility"]) - {post}
                if near & sources:
                    new_links.add(post)
                if near & (sources | rails):
                    new_joints.add(post)
            if new_links <= linked and new_joints <= joints:
                return sources
            linked |= new_links
            joints |= new_joints
            rails |= joined_rails(p, joints, track)

    return remember(p, ("sources", side), make)  # type: ignore[no-any-return]


def tracing_hqs(p: Position, side: str) -> list[str]:
    """Return the HQs that draw trace supply themselves and so can throw it [12.3b-D]."""
    sources = trace_sources(p, side)
    return remember(p, ("hqs", side), lambda: [hq for hq in hqs(p, side) if draws(p, hq) & sources])  # type: ignore[no-any-return]


def is_trace_hex(p: Position, side: str, hex_: str) -> bool:
    """Return whether any combat unit of a side would have trace supply in a hex [R-OCS-104]."""
    if hex_ in enemy_units(p, side):
        return False
    if drawn_from(p, side, hex_) & trace_sources(p, side):
        return True
    armies = [hq for hq in tracing_hqs(p, side) if not p.row(hq).get("divisional")]
    return any(hex_ in thrown(p, hq) for hq in armies)


def suppliers(p: Position, unit: str) -> set[str]:
    """Return the source hexes and HQs from which a unit gets trace supply [12.6, 13.7a]."""
    side = str(p.row(unit)["side"])
    found = draws(p, unit) & trace_sources(p, side)
    for hq in tracing_hqs(p, side):
        # what an HQ draws itself comes from the same source as what it throws
        if hq == unit or (may_serve(p, hq, unit) and p.at[unit] in thrown(p, hq)):
            found.add(hq)
    return found


def formation_parts(p: Position, formation: str) -> list[set[str]]:
    """Return the parts of a formation that can have trace supply: the largest with one supplier.

    [12.6f, R-OCS-138]

    There may be several parts of the same size, of which the owner may choose one. In a Supply Phase he may
    have chosen a smaller one.
    """
    members = [
        u for side in ("german", "soviet") for u in p.units(side) if p.row(u).get("formation") == formation
    ]
    by_supplier: dict[str, set[str]] = {}
    for unit in members:
        for supplier in suppliers(p, unit):
            by_supplier.setdefault(supplier, set()).add(unit)
    if not by_supplier:
        return [set()]
    sizes = {supplier: sum(size(p, u) for u in part) for supplier, part in by_supplier.items()}
    most = max(sizes.values()) if p.phase != "supply" else 0
    return [part for supplier, part in by_supplier.items() if sizes[supplier] >= most]
