"""One game being played: its history, its record and the proof of its dice."""
