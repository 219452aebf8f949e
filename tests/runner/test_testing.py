"""`graphmend.testing`: what a test that uses it is told, and when it passes."""

import os
import sys

import pytest
from conftest import HERE, PROGRAM, line_of

PACKAGES = [str(HERE.parents[1] / "runner"), str(HERE / "programs")]
sys.path[:0] = PACKAGES

import tested
import torch
from graphmend.testing import assert_no_breaks, assert_no_recompiles, count_breaks

pytest_plugins = ["pytester"]
X = torch.ones(2, 4)
BRANCH = line_of("tested.py", "if y.sum() > 0")


@pytest.fixture(autouse=True)
def program(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", os.path.dirname(PROGRAM), prepend=os.pathsep)
    monkeypatch.setenv("GRAPHMEND_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(PACKAGES))  # of pytest's own processes


def told_by(assertion, *args, **options):
    with pytest.raises(AssertionError) as raised:
        assertion(*args, **options)
    return str(raised.value)


def test_what_is_whole_passes():
    assert_no_breaks(tested.whole, X)
    assert_no_breaks(tested.whole, X, scale=2)
    assert_no_breaks(torch.compile(tested.whole, backend="eager"), inputs=[X, (X, 3), {"x": X}, ((X,), {"scale": 4})])
    assert_no_breaks(torch.nn.Linear(4, 4), X, calls=2)


def test_a_break_is_told_with_its_reason_and_what_check_says():
    text = told_by(assert_no_breaks, tested.Model(), X, calls=2)
    head, place, reason, *rest = text.splitlines()
    assert head == "2 graph breaks in 2 calls of compiled code"
    assert place.endswith(f"tested.py:{BRANCH}, in forward, 2 times:") and reason == "    Data-dependent branching"
    assert any(line.startswith("      Hint: ") for line in rest)
    assert "    GM101 branch on the value of a tensor" in rest
    assert any(line.startswith("    fix, safe: rewrite with `torch.where`") for line in rest)


def test_what_is_to_be_done_by_hand_is_told():
    text = told_by(assert_no_breaks, tested.ends, X)
    assert "    by hand: return the tensor, and make `x.sum().item()` of it where `ends` is called" in text


def test_without_the_program_the_reason_is_told_all_the_same(monkeypatch):
    monkeypatch.setenv("PATH", os.path.dirname(sys.executable))
    text = told_by(assert_no_breaks, tested.Model(), X)
    assert "Data-dependent branching" in text and "GM101" not in text


@pytest.mark.parametrize(
    "function, options, breaks",
    [
        (tested.whole, {}, 0),
        (tested.Model(), {}, 1),
        (tested.Layers(), {}, 3),
        (tested.Layers(), {"calls": 2}, 6),
        (tested.ends, {}, 1),    # nothing goes on behind it
        (tested.looped, {}, 1),  # given up as a whole
        (torch.compile(tested.Model(), backend="aot_eager"), {}, 1),
    ],
)
def test_breaks_are_counted(function, options, breaks):
    for _ in range(2):  # what is compiled by then hides nothing
        assert count_breaks(function, X, **options) == breaks


def test_a_module_that_was_compiled_in_place():
    model = tested.Model()
    model.compile(backend="eager")
    assert count_breaks(model, X) == 1


def test_a_break_that_is_an_error():
    model = torch.compile(tested.Model(), backend="eager", fullgraph=True)
    assert f"tested.py:{BRANCH}, in forward, 1 time:" in told_by(assert_no_breaks, model, X)
    for function in (count_breaks, assert_no_recompiles):
        with pytest.raises(torch._dynamo.exc.Unsupported):
            function(model, X)


def test_other_errors_are_the_program_s():
    for function in (assert_no_breaks, count_breaks, assert_no_recompiles):
        with pytest.raises(RuntimeError, match="size mismatch"):
            function(tested.wrong, X)


def test_recompilations_are_told_with_the_guard():
    line = line_of("tested.py", "def whole")
    text = told_by(assert_no_recompiles, tested.whole, inputs=[(X, 2), (X, 3)])
    assert text.startswith("1 recompilation in 2 calls of compiled code\n")
    assert f"tested.py:{line}, whole: scale == 2, and scale is 3\n    called at " in text
    sizes = [torch.ones(2, 4), torch.ones(3, 4)]
    assert "size mismatch" in told_by(assert_no_recompiles, tested.whole, inputs=sizes)
    assert_no_recompiles(tested.whole, inputs=sizes, dynamic=True)
    assert_no_recompiles(tested.Model(), X, calls=3)


def test_what_cannot_be_meant():
    compiled = torch.compile(tested.whole, backend="eager")
    for call in (
        lambda: count_breaks(3, X),
        lambda: count_breaks(compiled, X, dynamic=True),
        lambda: count_breaks(tested.whole, X, calls=0),
        lambda: count_breaks(tested.whole, X, inputs=[X]),
        lambda: count_breaks(tested.whole, inputs=[]),
    ):
        with pytest.raises(TypeError):
            call()


def test_nothing_is_left_behind():
    from torch._dynamo import convert_frame, symbolic_convert

    before = [convert_frame.ConvertFrameAssert.__call__, symbolic_convert.InstructionTranslatorBase.starts_line, sys.getprofile()]
    count_breaks(tested.Model(), X)
    assert before == [convert_frame.ConvertFrameAssert.__call__, symbolic_convert.InstructionTranslatorBase.starts_line, sys.getprofile()]


SUITE = """
    import pytest, tested, torch

    X = torch.ones(2, 4)
    model = torch.compile(tested.Model(), backend="eager")
    whole = torch.compile(tested.whole, backend="eager")

    @pytest.mark.graphmend
    def test_whole():
        whole(X, 2), whole(X, 3)

    @pytest.mark.graphmend(recompiles=0)
    def test_again():
        whole(X, 2), whole(X, 3)

    @pytest.mark.graphmend
    def test_breaks():
        model(X)

    @pytest.mark.graphmend(breaks=1)
    def test_known():
        model(X)

    @pytest.mark.graphmend(brakes=1)
    def test_misspelt():
        whole(X)

    @pytest.mark.graphmend
    def test_wrong():
        model(X)
        assert False, "of its own"

    def test_unmarked():
        model(X)
"""


def test_the_mark(pytester):
    pytester.makepyfile(SUITE)
    done = pytester.runpytest_inprocess("-p", "graphmend.testing.plugin", "-p", "no:cacheprovider", "-rA")
    done.assert_outcomes(passed=3, failed=4)
    for name in ("whole", "known", "unmarked"):
        done.stdout.fnmatch_lines([f"PASSED *::test_{name}"])
    done.stdout.fnmatch_lines(["1 recompilation in 2 calls of compiled code"])
    done.stdout.fnmatch_lines(["1 graph break in 1 call of compiled code", f"*tested.py:{BRANCH}, in forward, 1 time:", "*GM101*"])
    done.stdout.fnmatch_lines(["*TypeError*brakes*", "*of its own*"])
    done.stdout.no_fnmatch_line("*graph breaks in * tests*")


@pytest.mark.parametrize("workers", [0, 1])
def test_the_report(pytester, workers):
    pytester.makepyfile(SUITE)
    arguments = ("-p", "graphmend.testing.plugin", "-p", "no:cacheprovider", "-n", str(workers), "--graphmend-report")
    done = (pytester.runpytest_subprocess if workers else pytester.runpytest_inprocess)(*arguments)
    done.stdout.fnmatch_lines(["graph breaks in 4 of 6 tests, at 1 place", f"*tested.py:{BRANCH}, in forward, 4 times:", "*GM101*"])


def test_the_plugin_leaves_torch_alone(pytester):
    pytester.makepyfile("import sys\n\ndef test():\n    assert 'torch' not in sys.modules")
    done = pytester.runpytest_subprocess("-p", "graphmend.testing.plugin", "-p", "no:cacheprovider")
    done.assert_outcomes(passed=1)
