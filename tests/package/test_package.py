"""The wheel, packed from the program that was built, in a fresh environment without anything else."""

import subprocess
import sys
import venv

import pytest

BREAKS = "import torch\n\n\n@torch.compile\ndef f(x: torch.Tensor):\n    if x.sum() > 0:\n        x = x * 2\n    return x\n"


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """Runs a command of the environment in an empty folder; the result is its status and its output."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder / "venv")
    install = [sys.executable, "-m", "pip", "--python", folder / "venv/bin/python", "install", "-q", "--no-deps", "--no-index",
               "--disable-pip-version-check", wheel]
    subprocess.run(install, check=True)
    (folder / "model.py").write_text(BREAKS)

    def run(name, *arguments):
        done = subprocess.run([folder / "venv/bin" / name, *arguments], cwd=folder, capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    return run


def test_one_wheel_serves_every_python(wheel):
    assert "-py3-none-linux_" in wheel.name
    assert wheel.stat().st_size < 6 << 20


def test_the_program_checks(installed):
    status, text = installed("graphmend", "check", "model.py")
    assert status == 1 and "GM101" in text


def test_python_starts_the_program(installed):
    assert installed("python", "-m", "graphmend", "--version") == installed("graphmend", "--version")


def test_the_package_is_imported_without_torch(installed):
    assert installed("python", "-c", "import graphmend, sys; print('torch' in sys.modules)") == (0, "False\n")


def test_pytest_finds_the_plugin(installed):
    find = "from importlib.metadata import entry_points as e; print(*[each.load().__name__ for each in e(group='pytest11')])"
    status, text = installed("python", "-c", f"import sys; sys.modules['pytest'] = __import__('unittest.mock').mock.MagicMock(); {find}")
    assert (status, text) == (0, "graphmend.testing.plugin\n")


def test_the_program_finds_its_python(installed):
    status, text = installed("graphmend", "run", "--", "python3", "-c", "import graphmend; print(graphmend.__file__)")
    assert status == 0 and "share/graphmend/runner" in text, text
