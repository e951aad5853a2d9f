"""Fixtures for the rule tests of the Operational Combat Series."""

from tests.rules.ocs.notes import noted

__all__ = ["noted"]
