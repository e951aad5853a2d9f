"""``grognard play``: a game at the terminal."""
