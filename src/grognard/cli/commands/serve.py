"""``serve`` and ``worker`` start processes of a server; ``verify`` verifies the dice of a record."""

from __future__ import annotations

import json
from argparse import Namespace


def serve(args: Namespace) -> int:
    """``grognard serve``: run the server until it is stopped."""
    from grognard.server import serve as start

    names = ("host", "port", "database", "data", "public_url", "settings", "workers")
    return start(open_browser=args.open, **{name: getattr(args, name) for name in names})


def worker(args: Namespace) -> int:
    """``grognard worker``: do the jobs of servers until stopped."""
    from grognard.server.worker import work

    return work(**{name: getattr(args, name) for name in ("database", "data", "workers", "settings")})


def verify(args: Namespace) -> int:
    """``grognard verify RECORD``: check that every die comes from the committed seed."""
    from grognard.core.files.files import read_text
    from grognard.core.play.verify_dice import verify as problems_of
    from grognard.games import definition_of

    problems = problems_of(read_text(args.file), definition_of, args.file)
    if args.json:
        print(json.dumps({"proved": not problems, "problems": problems}))
    elif problems:
        print("\n".join(problems))
    else:
        print(f"{args.file}: all rolls match the committed seed")
    return 1 if problems else 0
