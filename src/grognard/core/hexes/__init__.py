"""Hexes as small integers: grids, movement costs, zones of control, supply trace, compiled kernel."""
