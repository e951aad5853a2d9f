"""The parts of a drawn map: markup, curves, textures, counters. `render_svg` puts them together."""
