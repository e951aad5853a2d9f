"""Checks for contributors that are not part of the package."""
