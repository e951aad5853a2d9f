"""Chapters 14 and 15: aircraft, bases, Patrol Zones, Air Combat and Flak. Missions are a layer above."""
