"""Data for the client: games, boards, symbols and overlays."""
