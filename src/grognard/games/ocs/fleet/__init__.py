"""Chapters 18 and 19: orders of ships and landing craft: sailing, cargo, gunfire, landings."""
