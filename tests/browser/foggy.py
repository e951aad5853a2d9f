"""``python -m tests.browser.foggy serve …``: the real server, with secrets in Strike Force One."""

from __future__ import annotations

import msgspec

from grognard.cli import main
from grognard.games import game_file
from tests import fog

if __name__ == "__main__":
    fog.descend()
    msgspec.structs.force_setattr(game_file("strike-force-one"), "secrets", True)
    raise SystemExit(main())
