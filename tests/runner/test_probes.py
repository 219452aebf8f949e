"""What fixes assume, asked of a program that runs: runner/graphmend/confirm/probes.py."""

import importlib.util
import pathlib
import sys

import pytest
import torch

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "runner"))
from graphmend.confirm.probes import Probe, watching, work  # noqa: E402

SOURCE = """\
import torch

@torch.compile(backend="eager")
def pick(x, y):
    return torch.where(
        x > 0,
        x,
        y,
    )

def put(x, y, times):
    for _ in range(times):
        x[x > 0] = (
            y * 2
        )[x > 0]
"""


@pytest.fixture
def program(tmp_path):
    file = tmp_path / "picked.py"
    file.write_text(SOURCE)
    spec = importlib.util.spec_from_file_location("picked", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def asked(program, test, *calls):
    probe = Probe(program.__file__, 5, test, end=9)
    with watching([probe]):
        for call in calls:
            program.pick(*call)
    return probe


def test_what_holds_is_counted_once_per_call(program):
    probe = asked(program, "x.shape == y.shape and not x.requires_grad", *[(torch.ones(n), torch.ones(n)) for n in (2, 3)])
    assert (probe.held, probe.failed, probe.refuted) == (2, 0, None)


def test_the_first_call_that_refutes_is_told(program):
    sizes = (2, 2), (2, 1), (3, 1)
    probe = asked(program, "x.shape == y.shape", *[(torch.ones(n), torch.ones(m)) for n, m in sizes])
    assert (probe.held, probe.failed) == (1, 2)
    assert probe.refuted == {"x": "float32[2]", "y": "float32[1]"}


def test_what_cannot_be_evaluated_is_not_evidence(program):
    for test in ("missing.shape == y.shape", "x > 0"):
        probe = asked(program, test, (torch.ones(2), torch.ones(2)))
        assert (probe.held, probe.failed) == (0, 0), test


def test_dtypes_and_shapes_may_be_joined(program):
    for test in ("torch.promote_types(x.dtype, y.dtype) == y.dtype", "x.shape == (1, *y.shape[-1:])"):
        probe = asked(program, test, (torch.ones(1, 2), torch.ones(3, 2)))
        assert (probe.held, probe.failed) == (1, 0), test


def test_a_statement_that_begins_behind_its_first_line_is_asked_each_time(program):
    probe = Probe(program.__file__, 13, "(y * 2).shape == x.shape and y.expand_as(x).dtype == x.dtype", end=15)
    with watching([probe]):
        program.put(torch.ones(2), torch.ones(2), 3)
    assert (probe.held, probe.failed) == (3, 0)


def test_code_that_was_compiled_before_is_watched_and_compiled_again_after(program):
    call = torch.ones(2), torch.ones(2)
    program.pick(*call)
    assert asked(program, "x.dtype == y.dtype", call).held == 1
    assert sys.gettrace() is None
    torch._dynamo.utils.counters.clear()
    torch._dynamo.reset()
    program.pick(*call)
    assert torch._dynamo.utils.counters["stats"]["unique_graphs"] == 1


@pytest.mark.parametrize("test", ["x.zero_()", "f(x)", "x.sum() > 0", "(x := 1)", "[x for x in y]", "x.dim(*y)", "isinstance(*y)", "x.promote_types.made(1)", "lambda: x", "x.shape =="])
def test_what_may_have_effects_is_refused(test):
    with pytest.raises(ValueError, match="may have effects|no Python expression"):
        Probe("a.py", 1, test)


class Told:
    """A channel whose events are kept."""

    def __init__(self):
        self.events = []

    def send(self, kind, **fields):
        self.events.append({"kind": kind, **fields})

    def of(self, kind):
        return [{name: value for name, value in event.items() if name != "kind"} for event in self.events if event["kind"] == kind]


def test_a_script_that_ends_early_keeps_what_was_seen(tmp_path, monkeypatch):
    file = tmp_path / "script.py"
    file.write_text(SOURCE + "\npick(torch.ones(2), torch.ones(2))\npick(torch.ones(2), torch.ones(1))\nraise SystemExit(3)\npick(1, 2)\n")
    other = tmp_path / "other.py"
    probes = [
        {"file": str(file), "line": 5, "end": 9, "test": "x.shape == y.shape"},
        {"file": str(file), "line": 5, "end": 9, "test": "x.zero_()"},
        {"file": str(other), "line": 5, "test": "x.shape == y.shape"},
    ]
    for name in ("argv", "path"):
        monkeypatch.setattr(sys, name, list(getattr(sys, name)))
    told = Told()
    assert work(told, {"target": {"script": str(file)}, "arguments": [], "probes": probes}) == 3
    assert told.of("probed") == [  # the first call at once, the other at the end
        {"number": 0, "held": 1, "failed": 0, "refuted": None},
        {"number": 0, "held": 0, "failed": 1, "refuted": {"x": "float32[2]", "y": "float32[1]"}},
    ]
    assert told.of("unprobed") == [{"number": 1, "why": "`x.zero_()` may have effects: it is not evaluated"}]
