"""The Operational Combat Series: the rules all its games share; what a game adds is data."""
