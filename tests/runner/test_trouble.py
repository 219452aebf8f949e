"""Programs that end badly, and interpreters that cannot run them: one clear message, and what was seen counts."""

import os
import pathlib
import shutil
import sys

import pytest
from conftest import line_of

BREAK = line_of("ends.py", 'print("step")')


@pytest.mark.parametrize(
    "how, message",
    [
        ("exit", "the program ended with exit status 3"),
        ("text", "the program ended with exit status 1"),
        ("raise", "the program raised ValueError: on purpose"),
        ("kill", "the program was killed by signal 9 (Killed): perhaps because memory ran out"),
        ("abort", "the program was killed by signal 6 (Aborted)"),
        ("hang", "the program took longer than --timeout allows, and was ended"),
    ],
)
def test_partial_results_are_kept(graphmend, how, message):
    told = graphmend("confirm", "--json", "--timeout", "45" if how == "hang" else "100", "ends.py", how)
    assert told.status == 2
    assert told.finding(BREAK)["verdict"] == "confirmed"
    assert told.json["problems"] == [message]
    assert told.err.splitlines()[-1] == f"graphmend: {message}"


@pytest.mark.parametrize("how", ["leave", "rubbish", "fork", "spawn", "quiet"])
def test_odd_programs_are_no_trouble(graphmend, how):
    told = graphmend("confirm", "--json", "ends.py", how)
    assert told.status == 1, told.err
    assert told.finding(BREAK)["verdict"] == "confirmed"
    assert told.json["problems"] == []


def test_nothing_compiled(graphmend):
    told = graphmend("confirm", "ends.py", "nothing")
    assert told.status == 2
    assert told.err == "graphmend: nothing was compiled: the program never called what torch.compile returns\n"


def fake(folder, text):
    (folder / "torch").mkdir()
    (folder / "torch/__init__.py").write_text(text)
    (folder / "torch/_dynamo.py").write_text("")
    return {"PYTHONPATH": str(folder)}


@pytest.mark.parametrize(
    "text, message",
    [
        ("raise ImportError('libcudart.so.12: cannot open shared object file')", "cannot import torch: ImportError: libcudart"),
        ("import os; os._exit(7)", "ended with exit status 7 while it imported torch"),
        ("__version__ = '1.13.1+cu117'\nclass cuda: is_available = staticmethod(lambda: False)", "has torch 1.13.1+cu117; 2.6 or newer is needed"),
    ],
)
def test_torch_that_does_not_do(graphmend, tmp_path, text, message):
    told = graphmend("confirm", "ends.py", "exit", **fake(tmp_path, text))
    assert told.status == 2 and told.out == ""
    assert message in told.err and told.err.count("graphmend:") == 1


def test_interpreters_that_do_not_do(graphmend, tmp_path):
    plain = shutil.which("python3", path="/usr/bin")
    if plain and not pathlib.Path("/usr/lib/python3/dist-packages/torch").exists():
        told = graphmend("confirm", "ends.py", "exit", python=plain)
        assert told.status == 2 and f"graphmend: {plain} has no torch\n" == told.err
    told = graphmend("confirm", "ends.py", "exit", python="/no/such/python")
    assert told.status == 2 and "is not an interpreter: there is no such program" in told.err
    broken = tmp_path / "python"
    broken.write_text("#!/bin/sh\nexit 9\n")
    broken.chmod(0o755)
    told = graphmend("confirm", "ends.py", "exit", python=str(broken))
    assert told.status == 2 and "ended with exit status 9; Python 3.9 or newer is needed" in told.err


def test_targets_that_are_none(graphmend):
    for target, message in [
        (["absent.py"], "there is no file"),
        (["-m", "absent"], "there is no module absent"),
        (["calls:absent"], "there is no `absent` in calls"),
        (["calls:number"], "gives a int"),
    ]:
        told = graphmend("confirm", *target)
        assert told.status == 2 and message in told.err, told.err
    assert "TARGET: none is given" in graphmend("confirm").err


def test_the_environment_of_the_project_is_found(graphmend, tmp_path):
    os.symlink(pathlib.Path(sys.executable).parent.parent, tmp_path / ".venv")
    (tmp_path / "sub").mkdir()
    shutil.copy(pathlib.Path(__file__).parent / "programs/ends.py", tmp_path / "sub")
    told = graphmend("confirm", "--json", "ends.py", "leave", python=None, folder=tmp_path / "sub", VIRTUAL_ENV="", CONDA_PREFIX="")
    assert told.status == 1, told.err
    assert told.json["environment"]["executable"] == str(tmp_path / ".venv/bin/python")
