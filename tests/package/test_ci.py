"""What other people's CI runs of us: the action of GitHub, whose first step is run here as its runner does, and files beside it."""

import os
import subprocess

import pytest
import yaml
from conftest import ROOT
from test_package import BREAKS

ACTION = yaml.safe_load((ROOT / "action.yml").read_text())


@pytest.mark.parametrize("file", [".pre-commit-hooks.yaml", "examples/ci/gitlab.yml", "editors/mason/package.yaml", "mkdocs.yml"])
def test_it_is_yaml(file):
    assert list(yaml.safe_load_all((ROOT / file).read_text()))


def git(folder, *arguments):
    who = ["-c", "user.name=a", "-c", "user.email=a@localhost"]
    return subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def action(wheel, tmp_path):
    """Runs the step in a repository with a finding in each of two commits; the result is its status and its output."""
    folder = tmp_path / "repository"
    folder.mkdir()
    git(folder, "init", "-q")
    for name in ("old.py", "new.py"):
        (folder / name).write_text(BREAKS)
        git(folder, "add", ".")
        git(folder, "commit", "-qm", name)
    given = {name: value["default"] for name, value in ACTION["inputs"].items()} | {"version": str(wheel)}

    def run(base="", **inputs):
        values = given | {name.replace("_", "-"): value for name, value in inputs.items()}
        step = ACTION["runs"]["steps"][0]
        told = {name: base if "github.event" in text else values[text.split("inputs.")[1].split()[0]] for name, text in step["env"].items()}
        command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
        done = subprocess.run(command, cwd=folder, env={**os.environ, **told, "RUNNER_TEMP": str(tmp_path)}, capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr, folder

    return run


def test_the_action_annotates_and_fails(action):
    status, text, _ = action()
    assert status == 1 and text.count("::warning ") == 2


def test_the_action_tells_of_new_breaks_alone(action):
    status, text, folder = action(only_new="true", base="HEAD~1")
    assert status == 1 and "file=new.py" in text and "old.py" not in text
    status, text, _ = action(only_new="true", base=git(folder, "rev-parse", "HEAD"))
    assert (status, text) == (0, "")
    assert action(only_new="true", base="0" * 40)[0] == 1  # a new branch has none


def test_the_action_with_a_base_that_was_not_fetched(action):
    status, text, _ = action(only_new="true", base="1" * 40)
    assert status == 2 and "has no revision" in text


def test_the_action_writes_sarif_and_passes(action):
    status, _, folder = action(sarif="found.sarif")
    assert status == 0 and "GM101" in (folder / "found.sarif").read_text()
    assert ACTION["runs"]["steps"][1]["if"] == "inputs.sarif != ''"
