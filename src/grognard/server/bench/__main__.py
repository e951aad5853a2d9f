"""Measure the server alone: `python -m grognard.server.bench [SECONDS] [DATABASE]`."""

from __future__ import annotations

import sys

from grognard.server.bench import rows

if __name__ == "__main__":
    given = sys.argv[1:]
    for what, figure, unit in rows(float(given[0]) if given else 10.0, given[1] if len(given) > 1 else ""):
        print(f"{what:<90} {figure:>10,.1f} {unit}", flush=True)
