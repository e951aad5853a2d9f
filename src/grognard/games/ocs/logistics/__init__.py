"""Chapters 13, 16, 19 and I.F: road, rail and sea transport, construction, ports, off-map boxes."""
