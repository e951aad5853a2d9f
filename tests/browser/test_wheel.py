"""The packages that users install hold the browser client and work without Node and the source."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import venv
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import opened
from tests.browser.driving import Screens
from tests.browser.served import ROOT, serving

STATIC = "grognard/server/static/"


def build(target: str, root: Path, folder: Path, **environment: str) -> Path:
    """Build a wheel or sdist with the build tools that are installed."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)]
    done = subprocess.run(
        command, cwd=root, env=os.environ | environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = folder.glob("*.whl" if target == "wheel" else "*.tar.gz")
    return built


@pytest.fixture(scope="module")
def wheel(client: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel, built from an unpacked sdist where there is no npm."""
    folder = tmp_path_factory.mktemp("packages")
    with tarfile.open(build("sdist", ROOT, folder)) as sdist:
        sdist.extractall(folder, filter="data")
    (source,) = (path for path in folder.iterdir() if path.is_dir())
    assert not list(source.rglob("node_modules"))
    return build("wheel", source, folder, PATH="")


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment in which only the wheel is installed, and what it depends on."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, symlinks=os.name != "nt")
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    python = next(scripts.glob("python*"))
    subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "--python",
            str(python),
            "install",
            "--no-deps",
            "--no-index",
            str(wheel),
        ],
        check=True,
        capture_output=True,
    )
    (packages,) = folder.rglob("site-packages")
    dependencies = [path for path in sys.path if path.endswith(("site-packages", "dist-packages"))]
    (packages / "dependencies.pth").write_text("\n".join(dependencies), encoding="utf-8")
    return python


@pytest.fixture
def installed_screens(browser: Browser, python: Path, tmp_path: Path) -> Iterator[Screens]:
    """Screens at the server of the installed package."""
    with serving(tmp_path, python=(str(python), "-I")) as served:
        yield from opened(browser, served.url)


def test_wheel_holds_the_built_client(wheel: Path) -> None:
    names = ZipFile(wheel).namelist()
    assert f"{STATIC}index.html" in names
    assert {Path(name).suffix for name in names if name.startswith(f"{STATIC}assets/")} >= {".js", ".css"}
    assert not [name for name in names if name.startswith(("tests/", "web/", "src/"))]


def test_installed_package_draws_a_board(python: Path, installed_screens: Screens) -> None:
    where = [str(python), "-I", "-c", "import grognard; print(grognard.__file__)"]
    file = Path(subprocess.run(where, check=True, capture_output=True, text=True).stdout.strip())
    assert file.is_relative_to(python.parents[1]) and not file.is_relative_to(ROOT)
    screen = installed_screens.open()
    screen.begin("Basic", soviet="Me", us="Me")
    screen.move("SA", "0701")
    expect(screen.counter("SA")).to_have_attribute("data-hex", "0701")
