"""Advice for computer players, which plans whole phases.

Values are in combat factors. Advice for NATO never uses the secrets of the Pact: it estimates its objectives
from what is visible on the map.
"""
