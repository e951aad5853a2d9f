"""Build hook: compile the kernel, and put the built browser client into wheels and sdists."""

from __future__ import annotations

import sys
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Hook(BuildHookInterface[Any]):
    """Compiles the kernel if there is a compiler, and builds the browser client if need be.

    An editable install goes without the client: `./play` builds it later.
    """

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build both and add them, although Git ignores them."""
        root = Path(self.root)
        sys.path.insert(0, self.root)
        try:
            from tools.browser_client import build_client
            from tools.kernel import build_kernel
        finally:
            sys.path.remove(self.root)
        if self.target_name == "wheel" and build_kernel(root):
            build_data["artifacts"].append("/src/grognard/core/hexes/kernel.lib")
            platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
            build_data["tag"] = f"py3-none-{platform}"
            build_data["pure_python"] = False
        if version != "editable":
            build_client(root)
            build_data["artifacts"].append("/src/grognard/server/static/")
