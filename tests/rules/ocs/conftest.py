"""What the tests of the Operational Combat Series share."""

from tests.rules.ocs.notes import noted

__all__ = ["noted"]
