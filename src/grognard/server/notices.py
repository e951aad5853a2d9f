"""(to be written)"""

from __future__ import annotations
from typing import TYPE_CHECKING, Any


class Notices:
    """Placeholder."""

    def __init__(self, hall: Any) -> None: ...
    def consider(self, table: Any) -> None: ...


def check_address(settings: Any, data: Any) -> None: ...
