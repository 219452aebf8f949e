import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("GRAPHMEND", str(ROOT / "build/release/graphmend"))


@pytest.fixture(scope="session")
def make_wheel(tmp_path_factory):
    """Packs a wheel with these definitions for CMake; the result is its path."""

    def make(*definitions):
        folder = tmp_path_factory.mktemp("dist")
        command = [sys.executable, "-m", "pip", "wheel", "-q", "--disable-pip-version-check", "--no-build-isolation", "--no-deps",
                   "-w", folder, ROOT]
        subprocess.run(command, check=True, env={**os.environ, "SKBUILD_CMAKE_DEFINE": ";".join(definitions)})
        return next(folder.glob("*.whl"))

    return make


@pytest.fixture(scope="session")
def wheel(make_wheel):
    return make_wheel(f"GRAPHMEND_PROGRAM={PROGRAM}")
