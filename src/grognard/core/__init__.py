"""What all games stand on: hexes, boards, dice, orders, records. Knows no game."""
