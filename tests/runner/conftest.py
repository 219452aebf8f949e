"""What the tests here share: `graphmend` run on the programs beside this file, with the Python that has torch."""

import json
import os
import pathlib
import subprocess
import sys

import pytest

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = os.environ.get("GRAPHMEND", str(HERE.parents[1] / "build/release/graphmend"))

pytest.importorskip("torch", reason="needs the real PyTorch; ./dev test brings it")


class Told:
    """What `graphmend` said: `status`, `out` and `err` as text, `json` if it was that."""

    def __init__(self, done):
        self.status = done.returncode
        self.out = done.stdout.decode(errors="replace")
        self.err = done.stderr.decode(errors="replace")

    @property
    def json(self):
        return json.loads(self.out)

    def finding(self, line):
        """The verdict on the finding at a line."""
        return next(each["confirmation"] for each in self.json["findings"] if each["range"]["start"]["line"] == line)

    def site(self, line):
        """What happened at a line."""
        return next(each for each in self.json["breaks"] if each["line"] == line)


@pytest.fixture
def graphmend(tmp_path):
    def run(*arguments, python=sys.executable, folder=HERE / "programs", **environment):
        before = [PROGRAM, arguments[0]] + (["--python", python] if python else [])
        env = {**os.environ, "XDG_CACHE_HOME": str(tmp_path), **environment}
        done = subprocess.run([*before, *map(str, arguments[1:])], cwd=folder, env=env, capture_output=True, timeout=900)
        return Told(done)

    return run


def line_of(program, text):
    """The number of the first line of a program that holds the text."""
    lines = (HERE / "programs" / program).read_text().splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)
