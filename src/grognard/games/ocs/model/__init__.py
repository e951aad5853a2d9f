"""Chapters I and 3: state, scenario, counters, charts, files."""
