"""Maps and counters drawn as SVG or text."""
