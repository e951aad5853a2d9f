"""Chapters 4.4, 4.5, 6.2, 13.3, 13.8, 17 and 19.0: step costs, ZOCs, weather, engineers, railways, ports."""
