"""A finished draft as a board: rivers, borders, roads, passes, coasts and the regions the rules speak of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

import msgspec
import numpy as np

from grognard.core.board.board import Board, Chain, Feature, Label, Place, Region, Terrain
from grognard.core.hexes.grid import Hex, Hexside, mask_of
from maps.courses import Rivers, Ways
from maps.geo import Points
from maps.sheet import Draft, Pair, pair, spread

_KINDS = {
    "clear": Terrain("clear", "Clear", ".", "#ece6cd", "fields"),
    "forest": Terrain("forest", "Forest", "f", "#c3d09c", "trees"),
    "rough": Terrain("rough", "Rough", "^", "#dccfa4", "rough"),
    "mountain": Terrain("mountain", "Mountain", "M", "#cdb994", "ridge"),
    "polder": Terrain("polder", "Polder", '"', "#d9e3c0", "polder"),
    "marsh": Terrain("marsh", "Marsh", "%", "#cfdcc4", "marsh"),
    "city": Terrain("city", "City", "#", "#e0cfbd", "urban"),
    "sea": Terrain("sea", "Sea", "~", "#b9d3d8", "sea", ("water", "impassable")),
    "lake": Terrain("lake", "Lake", "~", "#b9d3d8", "sea", ("water", "impassable")),
    "foreign": Terrain("foreign", "Out of play", "x", "#d5d0c0", "none", ("impassable",)),
}
_FEATURES = {
    "river": Feature("river", "River", tags=("river",)),
    "canal": Feature("canal", "Canal", tags=("river",)),
    "finger-lake": Feature("finger-lake", "Finger lake", look="lake", tags=("river",)),
    "water": Feature("water", "Lake or strait", look="lake", colour="#b9d3d8", tags=("impassable",)),
    "border": Feature("border", "Border"),
    "zone-border": Feature("zone-border", "Occupation zone", look="border", colour="#a3392f"),
    "pass": Feature("pass", "Pass"),
    "road": Feature("road", "Road", colour="#d98a4e"),
    "autobahn": Feature("autobahn", "Autobahn"),
}
_EFFORT = {
    "clear": 1.0, "city": 1.0, "polder": 1.0, "forest": 1.2, "rough": 1.4, "mountain": 2.0, "marsh": 2.0,
}  # fmt: skip
"""How much a road avoids each kind of ground."""


def compose(draft: Draft) -> Board:
    """The board of a draft."""
    grid = draft.grid
    looks = draft.region.get("looks", {})
    used_kinds = [kind for id_, kind in _KINDS.items() if id_ in draft.terrain.values()]
    kinds = [msgspec.structs.replace(kind, **looks.get(kind.id, {})) for kind in used_kinds]
    numbers = {kind.id: number for number, kind in enumerate(kinds)}
    terrain = [numbers[draft.terrain[h]] if h in draft.terrain else -1 for h in range(grid.size)]
    zones = {key: draft.zone(key) for key in draft.region.get("zones", {})}
    hexsides = {
        "river": rivers(draft),
        "canal": _by_hand(draft, "canal"),
        "finger-lake": _by_hand(draft, "finger-lakes"),
        "water": draft.water,
        "border": {(a, b) for a, b in draft.sides() if draft.owner[a] != draft.owner[b]},
        "zone-border": {
            (a, b) for zone in zones.values() for a, b in draft.sides()
            if draft.owner[a] == draft.owner[b] and (a in zone) != (b in zone)
        },
        "pass": passes(draft),
    }  # fmt: skip
    hexsides["river"] -= hexsides["canal"] | hexsides["finger-lake"]
    lines = {"road": roads(draft, "roads"), "autobahn": roads(draft, "autobahns")}
    used = {id_: _both(draft, sides) for id_, sides in hexsides.items() if sides}
    laid = {id_: chains for id_, chains in lines.items() if chains}
    return Board(
        draft.region["name"], draft.region["title"], grid, kinds, terrain,
        hexsides=used, lines=laid, features={id_: _FEATURES[id_] for id_ in (*used, *laid)},
        places=_places(draft), labels=_labels(draft), regions=_regions(draft, zones),
        credit=draft.region["credit"],
    )  # fmt: skip


def _by_hand(draft: Draft, key: str) -> set[Pair]:
    return set(draft.pairs(draft.hand.get(key, {}).get("sides", [])))


def _both(draft: Draft, sides: Iterable[Pair]) -> frozenset[Hexside]:
    near = draft.grid.neighbours
    return frozenset(side for a, b in sides for side in ((a, near[a].index(b)), (b, near[b].index(a))))


# -- sides and lines ----------------------------------------------------------------------------


def rivers(draft: Draft) -> set[Pair]:
    """All river sides; where a course runs through a lake it is the lake that bars the way."""
    found = Rivers(draft.grid, draft.fit, draft.land)
    for name, given in draft.hand.get("rivers", {}).items():
        mouth = np.array([given["mouth"]]) if "mouth" in given else None
        found.add(name, _courses(draft, given), mouth)
    found.reach_water()
    sides = found.hexsides(found.found) - draft.water
    more = draft.hand.get("river-sides", {})
    return (sides | set(draft.pairs(more.get("more", [])))) - set(draft.pairs(more.get("less", [])))


def _courses(draft: Draft, given: Mapping[str, Any]) -> list[Points]:
    """A river's lines in the source inside a window of longitudes and latitudes, and those drawn by hand."""
    west, south, east, north = given.get("window", draft.region["window"])
    found = []
    for name in given.get("lines", []):
        for line in draft.sources.rivers[name]:
            lon, lat = line.mean(axis=0)
            if west < lon < east and south < lat < north:
                found.append(line)
    return found + [np.array(points) for points in given.get("drawn", [])]


def _ways(draft: Draft) -> Ways:
    return Ways(draft.grid, {h: _EFFORT[draft.terrain[h]] for h in draft.land}, draft.water)


def passes(draft: Draft) -> set[Pair]:
    """Sides of the ways through high ground."""
    ways = _ways(draft)
    found: set[Pair] = set()
    for stops in draft.hand.get("passes", {}).values():
        for a, b in pairwise(ways.lead([draft.spot(stop) for stop in stops])):
            if {draft.terrain[a], draft.terrain[b]} & {"rough", "mountain"}:
                found.add(pair(a, b))
    return found


def roads(draft: Draft, key: str) -> tuple[Chain, ...]:
    """Roads of a kind as chains; no step is listed twice."""
    ways = _ways(draft)
    done: set[Pair] = set()
    chains: list[Chain] = []
    for stops in draft.hand.get(key, {}).values():
        run: list[Hex] = []
        for a, b in pairwise(ways.lead([draft.spot(stop) for stop in stops])):
            if pair(a, b) in done:
                run = []
                continue
            done.add(pair(a, b))
            if not run:
                chains.append(())
                run = [a]
            run.append(b)
            chains[-1] = tuple(run)
    return tuple(chains)


# -- places and regions -------------------------------------------------------------------------


def coast(draft: Draft, seas: Iterable[Hex]) -> set[Hex]:
    """Land hexes beside some sea hexes."""
    return {h for sea in seas for h in draft.grid.adjacent[sea]} & draft.land


def _places(draft: Draft) -> dict[str, Place]:
    shore = _all_coasts(draft)
    found = {}
    for name, hex_ in draft.places.items():
        given = draft.hand["places"][name]
        kind = given.get("kind", "city")
        tags = tuple(given.get("tags", ()))
        if kind != "town" and hex_ in shore:
            tags = (*tags, "port")
        found[name] = Place(name, hex_, kind, given.get("size", 1), given.get("objective", False), tags)
    return found


def _labels(draft: Draft) -> dict[str, Label]:
    found = {}
    for key, given in draft.hand.get("labels", {}).items():
        hex_ = draft.grid.hex(given["hex"]) if "hex" in given else draft.hex_at(given["at"])
        text, kind = given.get("text", key), given.get("kind", "land")
        found[key] = Label(text, hex_, kind, given.get("size", 1), given.get("turn", 0))
    return found


def _all_coasts(draft: Draft) -> set[Hex]:
    found = coast(draft, [h for h, kind in draft.terrain.items() if kind == "sea"])
    return found | {
        h
        for given in draft.hand.get("coasts", {}).values()
        for h in spread(draft.grid, given.get("more", []))
    }


def _coasts(draft: Draft) -> dict[str, Region]:
    """A region for each sea named by one of its hexes; the first holds every coast not of another."""
    seas = {h for h, kind in draft.terrain.items() if kind == "sea"}
    taken: set[Hex] = set()
    found: dict[str, set[Hex]] = {}
    for key, given in draft.hand.get("coasts", {}).items():
        if "sea" in given:
            basin = _connected(draft, draft.grid.hex(given["sea"]), seas)
            taken |= basin
            found[key] = coast(draft, basin)
    for key, given in draft.hand.get("coasts", {}).items():
        if "sea" not in given:
            found[key] = coast(draft, seas - taken)
        found[key] |= set(spread(draft.grid, given.get("more", [])))
    return {
        key: Region(given["title"], mask_of(found[key]), tags=("coast",))
        for key, given in draft.hand.get("coasts", {}).items()
    }


def _connected(draft: Draft, start: Hex, among: set[Hex]) -> set[Hex]:
    found, open_ = {start}, [start]
    while open_:
        more = set(draft.grid.adjacent[open_.pop()]) & among - found
        found |= more
        open_ += more
    return found


def _regions(draft: Draft, zones: Mapping[str, set[Hex]]) -> dict[str, Region]:
    found: dict[str, Region] = {}
    for key, country in draft.region["countries"].items():
        mask = mask_of(h for h, owner in draft.owner.items() if owner == key)
        if mask:
            tags = ("country", *country.get("tags", ()))
            found[key] = Region(country["title"], mask, country.get("colour", ""), tags)
    for key, hexes in zones.items():
        given = draft.region["zones"][key]
        found[key] = Region(given["title"], mask_of(hexes), given.get("colour", ""), ("zone",))
    found |= _coasts(draft)
    for key, given in draft.hand.get("regions", {}).items():
        hexes = set(spread(draft.grid, given.get("hexes", [])))
        for country in given.get("countries", []):
            hexes |= {h for h, owner in draft.owner.items() if owner == country}
        if "beyond" in given:
            hexes |= _beyond(draft, given["beyond"])
        found[key] = Region(given["title"], mask_of(hexes), tags=tuple(given.get("tags", ())))
    return found


def _beyond(draft: Draft, given: Mapping[str, Any]) -> set[Hex]:
    """The land around a hex up to a line of hexsides."""
    barred = set(draft.pairs([*draft.hand[given["line"]]["sides"], *given.get("more", [])]))
    start = draft.spot(given["from"])
    found, open_ = {start}, [start]
    while open_:
        hex_ = open_.pop()
        more = {
            o for o in draft.grid.adjacent[hex_] if o in draft.land and pair(hex_, o) not in barred
        } - found
        found |= more
        open_ += more
    return found
