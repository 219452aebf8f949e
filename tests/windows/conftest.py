import os
import pathlib
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
LINUX = ROOT / "build/static/graphmend"
WINDOWS = ROOT / "build/static-windows-x86_64/graphmend.exe"
WINE = shutil.which("wine64", path=f"/usr/lib/wine:{os.environ['PATH']}")


def variables(prefix, more):
    """Names of files are in UTF-8 for Wine as well; what it does not implement it would tell on standard error."""
    without = {name: value for name, value in os.environ.items() if name not in ("VIRTUAL_ENV", "CONDA_PREFIX")}
    return without | {"LC_ALL": "C.UTF-8", "WINEDEBUG": "-all", "WINEPREFIX": str(prefix)} | more


class Program:
    """graphmend for one of the two systems."""

    def __init__(self, command, environment):
        self.command = command
        self.environment = environment

    def __call__(self, *arguments, cwd=ROOT, stdin=b"", **more):
        return subprocess.run([*self.command, *map(str, arguments)], cwd=cwd, input=stdin, capture_output=True,
                              env=self.environment | more, timeout=600)

    def start(self, *arguments, cwd):
        return subprocess.Popen([*self.command, *arguments], cwd=cwd, env=self.environment, stdin=subprocess.PIPE,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)


@pytest.fixture(scope="session")
def prefix(tmp_path_factory):
    """Drives and registry of Wine. Not below `build`: one drive is a link to all of this machine, and who packs sources
    would follow it."""
    return tmp_path_factory.mktemp("wine")


@pytest.fixture(scope="session")
def windows(prefix, tmp_path_factory):
    cache = tmp_path_factory.mktemp("cache")
    program = Program([WINE, str(WINDOWS)], variables(prefix, {"GRAPHMEND_CACHE_DIR": str(cache)}))
    assert program("--version").returncode == 0
    return program


@pytest.fixture(scope="session")
def linux(tmp_path_factory):
    return Program([str(LINUX)], variables("", {"GRAPHMEND_CACHE_DIR": str(tmp_path_factory.mktemp("cache"))}))
