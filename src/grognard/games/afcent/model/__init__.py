"""State and scenario, and the interface of the exclusive rules."""
