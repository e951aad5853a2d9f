"""What the client can look up: games, boards, symbols, overlays."""
