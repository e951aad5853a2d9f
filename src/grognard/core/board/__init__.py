"""Boards: the hex map with terrain, hexsides, features and names, read from and written to TOML."""
