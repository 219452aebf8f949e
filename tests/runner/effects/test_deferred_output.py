"""The queue of effects that do not wait for the device. There need not be one: its copies arrive here when a test says so."""

import os
import pathlib
import subprocess
import sys

import pytest
import torch
from graphmend.effects import check, effect, deferred_output, sites


class Device:
    """Copies that arrive one after the other."""

    def __init__(self):
        self.arrived = 0  # so many copies
        self.copied = 0

    def copy(self, tensors):
        self.copied += 1
        number = self.copied

        def has_arrived(wait):
            if wait:
                self.arrived = max(self.arrived, number)
            return self.arrived >= number

        return [each.clone() for each in tensors], has_arrived


@pytest.fixture
def device(monkeypatch):
    made = Device()
    monkeypatch.setattr(deferred_output, "queue", deferred_output.Queue(made.copy))
    return made


show = effect(lambda name, value: print(name, f"{value:.1f}"))
limit = check(lambda value: value > 9, lambda value: ValueError(f"{value:.1f}"))


@torch.compile(backend="aot_eager", fullgraph=True)
def step(x, first, second):
    show(first, x.sum())
    y = x * 2
    show(second, y.sum())
    x.add_(100)
    return y


@torch.compile(backend="aot_eager", fullgraph=True)
def checked(x):
    show("before", x.sum())
    limit(x.max())
    show("behind", x.sum())
    return x * 2


def test_an_effect_happens_when_its_tensors_have_arrived_and_in_order(device, capsys):
    step(torch.ones(2), "a", "b")
    assert capsys.readouterr().out == ""
    device.arrived = 2
    step(torch.ones(2), "c", "d")
    assert capsys.readouterr().out == "a 2.0\nb 4.0\n"
    deferred_output.flush()
    assert capsys.readouterr().out == "c 2.0\nd 4.0\n"


def test_one_that_has_arrived_waits_for_those_before_it(device, capsys):
    queue = deferred_output.Queue(lambda tensors: (tensors, lambda wait: wait or tensors != [1]))
    for each in (1, 2, 3):
        queue.put(print, [each])
    assert capsys.readouterr().out == ""
    queue.emit(wait=True)
    assert capsys.readouterr().out == "[1]\n[2]\n[3]\n"


def test_all_before_a_check_have_happened_when_it_raises(device, capsys):
    checked(torch.ones(2))
    with pytest.raises(ValueError, match="12.0"):
        checked(torch.full((2,), 12.0))
    assert capsys.readouterr().out == "before 2.0\nbehind 2.0\nbefore 24.0\n"


def test_without_the_request_nothing_is_late(capsys):
    assert deferred_output.queue is None
    step(torch.ones(2), "a", "b")
    assert capsys.readouterr().out == "a 2.0\nb 4.0\n"


PROGRAM = """
import os, sys, torch, graphmend
from graphmend.effects import deferred_output

show = graphmend.effect(lambda value: print(f"{value:.1f}", flush=True))
deferred_output.queue._copy = lambda tensors: ([each.clone() for each in tensors], lambda wait: wait)

@torch.compile(backend="eager", fullgraph=True)
def step(x):
    show(x.sum())
    return x * 2

step(torch.ones(2))
if os.fork() == 0:
    sys.exit()
os.wait()
print("end", flush=True)
"""


def test_what_is_left_happens_when_the_program_ends_and_once(tmp_path):
    (tmp_path / "program.py").write_text(PROGRAM)
    path = str(pathlib.Path(sites.__file__).parents[2])
    env = {**os.environ, "GRAPHMEND_ASYNC": "1", "PYTHONPATH": path}
    done = subprocess.run([sys.executable, "program.py"], cwd=tmp_path, env=env, capture_output=True, text=True)
    assert done.stdout == "end\n2.0\n", done.stderr


@pytest.mark.skipif(not torch.cuda.is_available(), reason="no CUDA device")
def test_copies_from_the_device_are_those_of_the_moment(monkeypatch, capsys):
    monkeypatch.setattr(deferred_output, "queue", deferred_output.Queue(deferred_output.copy_to_host))
    step(torch.ones(2, device="cuda"), "a", "b")
    deferred_output.flush()
    assert capsys.readouterr().out == "a 2.0\nb 4.0\n"
