"""Advice for computer players, which plans whole phases.

Values are in combat factors. Advice for NATO never uses the Pact's secrets: it estimates the Pact's objectives
from what is visible on the map.
"""
