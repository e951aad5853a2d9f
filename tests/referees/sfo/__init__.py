"""A referee for Strike Force One: its answers, and the random games in which they are compared."""
