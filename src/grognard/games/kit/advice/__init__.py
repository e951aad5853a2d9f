"""What the computer players of all games share: danger, evaluation, intentions and numbers of a staff."""
