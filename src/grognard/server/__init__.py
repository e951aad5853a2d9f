"""The server: web API, storage, accounts, notifications and the browser client. Knows no game."""

from __future__ import annotations

from grognard.core.errors import GrognardError
from grognard.core.extras import how_to_install


def serve(**options: object) -> int:
    """Run a server until it is stopped, and return the exit status.

    Options are the fields of `grognard.server.settings.Settings` (None for the default), `settings` (a TOML
    file with more of them) and `open_browser`.
    """
    try:
        from grognard.server.run import serve as start
    except ModuleNotFoundError as error:
        raise GrognardError(
            f"the server needs packages that are not installed ({error.name}); "
            f"install them with: {how_to_install('server')}"
        ) from None
    return start(**options)
