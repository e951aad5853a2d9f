"""Fixtures for the tests of whole games of the Operational Combat Series."""

from tests.rules.ocs.notes import noted

__all__ = ["noted"]
