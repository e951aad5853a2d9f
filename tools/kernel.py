"""Compile the kernel of `grognard.core.hexes` where there is a C compiler. Imports nothing of Grognard.

python -m tools.kernel    after a change of kernel.c; installing does it too
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

FOLDER = Path("src/grognard/core/hexes")
COMPILERS = ("cc", "gcc", "clang")


def build_kernel(root: Path) -> bool:
    """Compile the kernel, unless it is newer than its source; return whether there is one.

    Without a compiler, or if it fails, Grognard uses the floods in Python, which give the same results.
    """
    source, library = root / FOLDER / "kernel.c", root / FOLDER / "kernel.lib"
    if library.exists() and library.stat().st_mtime >= source.stat().st_mtime:
        return True
    library.unlink(missing_ok=True)
    compiler = os.environ.get("CC") or next(filter(shutil.which, COMPILERS), "")
    if not compiler:
        return False
    built = library.with_name(f"kernel.{os.getpid()}.lib")  # a library in use is replaced, never rewritten
    command = [compiler, "-std=c99", "-O2", "-shared", "-fPIC", "-o", str(built), str(source)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        print(f"kernel: {error}", file=sys.stderr)
        return False
    if done.returncode:
        print(f"kernel: {done.stderr}", file=sys.stderr)
        built.unlink(missing_ok=True)
        return False
    built.replace(library)
    return True


if __name__ == "__main__":
    sys.exit(not build_kernel(Path(__file__).parents[1]))
