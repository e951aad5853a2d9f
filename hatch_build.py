"""Build hook: put the built browser client into wheels and sdists, so that users need no Node."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ClientHook(BuildHookInterface[Any]):
    """Builds the browser client if need be. An editable install goes without: `./play` builds it later."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client and add it, although Git ignores it."""
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        try:
            from tools.browser_client import build_client
        finally:
            sys.path.remove(self.root)
        build_client(Path(self.root))
        build_data["artifacts"].append("/src/grognard/server/static/")
