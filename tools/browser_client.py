"""Build the browser client where it is missing or older than its source.

Used by `./play`, by the tests and by the build hook that puts the client into wheels. Needs only the standard
library. A client that is already built is used as it is where there is no npm.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


class CannotBuild(Exception):
    """The client cannot be built. The message says why and what to do."""


def built_client(root: Path = ROOT) -> Path:
    """Return where the first page of the built client is."""
    return root / "src" / "grognard" / "server" / "static" / "index.html"


def sources(root: Path = ROOT) -> list[Path]:
    """Return the files that the client is built from."""
    web = root / "web"
    found = [web / name for name in ("index.html", "package-lock.json", "vite.config.ts")]
    return found + [path for path in (web / "src").rglob("*") if path.is_file()]


def up_to_date(root: Path = ROOT) -> bool:
    """Return whether the client is built and no source is newer."""
    built = built_client(root)
    if not built.exists():
        return False
    newest = max((path.stat().st_mtime for path in sources(root) if path.exists()), default=0)
    return built.stat().st_mtime >= newest


def build_client(root: Path = ROOT) -> None:
    """Build the client if it is missing or out of date; raise `CannotBuild` if there is none afterwards."""
    if up_to_date(root):
        return
    built = built_client(root)
    npm = shutil.which("npm")
    if npm is None:
        if built.exists():
            _say("npm was not found: using the browser client that is already built.")
            return
        raise CannotBuild("the browser client is not built. Install Node 20 with npm to build it.")
    _say("Building the browser client ...")
    install = [] if _installed(root / "web") else [["ci", "--no-audit", "--no-fund"]]
    for command in (*install, ["run", "build"]):
        _run([npm, "--prefix", str(root / "web"), *command])
    if not built.exists():
        raise CannotBuild(f"npm run build did not make {built}")


def _installed(web: Path) -> bool:
    """Return whether the packages of the lock file are installed; linked ones are left alone."""
    modules, lock = web / "node_modules", web / "package-lock.json"
    if modules.is_symlink():
        return True
    done = modules / ".package-lock.json"  # npm writes it last
    return done.exists() and done.stat().st_mtime >= lock.stat().st_mtime


def _run(command: list[str]) -> None:
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", check=False
    )
    if done.returncode != 0:
        tail = "\n".join(done.stdout.splitlines()[-20:])
        raise CannotBuild(f"could not build the browser client: npm {' '.join(command[3:])} failed\n{tail}")


def _say(message: str) -> None:
    print(message, file=sys.stderr, flush=True)


def main() -> int:
    """Build the client, and return the exit status."""
    try:
        build_client()
    except CannotBuild as error:
        _say(str(error))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
