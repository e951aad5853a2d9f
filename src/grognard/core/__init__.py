"""The engine that all games share: hexes, boards, dice, orders, records. Knows no game."""
