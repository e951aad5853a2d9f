"""The parts of a drawn map: markup, curves, textures, counters. `svg_map` combines them."""
