"""Every module can be imported on Windows, where some modules and functions of Python do not exist."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import sys

# third-party packages of the extras decide by sys.platform, which is still that of this system
import distributed, gymnasium, numpy, pettingzoo  # noqa

for name in ("fcntl", "grp", "pty", "pwd", "readline", "resource", "termios", "tty", "uvloop"):
    sys.modules[name] = None  # importing it raises ModuleNotFoundError

import os, pkgutil, signal, socket

for module, names in {
    os: ("fork", "getuid", "geteuid", "getpgid", "killpg", "setsid", "uname", "register_at_fork"),
    signal: ("SIGKILL", "SIGHUP", "SIGUSR1", "SIGALRM", "SIGCHLD", "alarm", "setitimer", "pthread_sigmask"),
    socket: ("AF_UNIX", "SO_REUSEPORT"),
}.items():
    for name in names:
        if hasattr(module, name):
            delattr(module, name)

import grognard

# other packages have their own ways around the missing functions, but not on this system
import litestar, uvicorn, sqlalchemy.ext.asyncio, multiprocessing.popen_spawn_posix  # noqa

skipped = ("grognard.server.migrations", "grognard.__main__")
names = [
    found.name
    for found in pkgutil.walk_packages(grognard.__path__, "grognard.")
    if not found.name.startswith(skipped)
]
for name in names:
    __import__(name)
print(len(names))
"""


def test_nothing_at_import_needs_posix() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 300
