"""Draw maps and counters as SVG or text."""
