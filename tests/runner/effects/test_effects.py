"""Effects in a graph are those of the program: the same lines, in order, and the same exceptions, without a break.

Judged by eager; under inductor, where the last digits are another's, the values are small exact numbers.
"""

import copy
import logging
import pickle
import threading
import warnings

import effect_programs as programs
import pytest
import torch
import torch._dynamo as dynamo
from effect_programs import events_of
from torch._dynamo.utils import counters

import graphmend

BACKENDS = ["eager", "aot_eager", "inductor"]


@pytest.fixture(autouse=True)
def fresh():
    dynamo.reset()
    counters.clear()
    with torch.random.fork_rng():
        torch.manual_seed(0)
        yield


def breaks():
    return sum(counters["graph_break"].values())


def graphs():
    return counters["stats"]["unique_graphs"]


def compare(capsys, function, backend, *calls, broken=False, **options):
    compiled = torch.compile(function, backend=backend, **options)
    for arguments in calls:
        expected = events_of(capsys, function, *copy.deepcopy(arguments))
        found = events_of(capsys, compiled, *copy.deepcopy(arguments))
        assert found[0] == expected[0]
        if isinstance(expected[1], torch.Tensor):
            assert torch.equal(found[1], expected[1])
        else:
            assert found[1] == expected[1]
    assert (breaks() > 0) == broken


ONES = torch.ones(2, 4)


@pytest.mark.parametrize("backend", BACKENDS)
def test_order_in_loops_and_callees_for_every_size(capsys, backend):
    compare(capsys, programs.order, backend, (ONES,), (torch.ones(3, 4),), (torch.ones(5, 4),), (torch.ones(7, 4),))
    assert graphs() <= 2  # a size is no reason to compile again


@pytest.mark.parametrize("backend", BACKENDS)
def test_records_and_warnings_in_training(capsys, backend):
    compare(capsys, programs.records, backend, (ONES,), (torch.zeros(2, 4, requires_grad=True),))


@pytest.mark.parametrize("backend", BACKENDS)
def test_values_are_those_at_the_call(capsys, backend):
    compare(capsys, programs.mutated, backend, (torch.arange(3.0),))


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_check_raises_what_the_program_raises(capsys, backend):
    compare(capsys, programs.checked, backend, (ONES,), (-ONES,), (ONES,))
    compare(capsys, programs.chained, backend, (-ONES,))


@pytest.mark.parametrize("grad", [False, True])
@pytest.mark.parametrize("backend", BACKENDS)
def test_a_check_protects_the_index_behind_it(capsys, backend, grad):
    compare(capsys, programs.indexed, backend, *((torch.tensor([1.0, last], requires_grad=grad),) for last in (3, 9, 2)))


def test_a_print_before_an_operation_that_raises_is_not_lost(capsys):
    compiled = torch.compile(programs.unprotected)
    for index in (1.0, 9.0):
        x = torch.tensor([1.0, index])
        lines, _ = events_of(capsys, compiled, x)
        assert lines == events_of(capsys, programs.unprotected, x)[0]
    assert breaks() == 0


def test_a_print_behind_an_operation_that_raises_does_not_happen(capsys):
    compiled = torch.compile(programs.behind)
    for index, lines in ((1.0, ["looked up"]), (9.0, [])):
        assert events_of(capsys, compiled, torch.tensor([1.0, index]))[0] == lines
    assert breaks() == 0


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_inductor_rounds_where_the_graph_was_cut(capsys, dtype):
    x = torch.randn(64).to(dtype)
    lines, result = events_of(capsys, torch.compile(programs.rounded), x)
    assert breaks() == 0
    expected = events_of(capsys, torch.compile(programs.rounded_with_breaks), x)
    assert lines == expected[0] and torch.equal(result, expected[1])


@pytest.mark.parametrize("backend", ["aot_eager", "inductor"])
def test_floats_are_exact_and_do_not_compile_again(capsys, backend):
    compare(capsys, programs.floats, backend, *((ONES, rate) for rate in (0.1, 0.2, 0.3, 1e-9, 0.1)))
    assert graphs() <= 2


def test_a_tensor_with_a_history_breaks_the_graph_as_before(capsys):
    compare(capsys, programs.with_gradient, "eager", (torch.ones(2, requires_grad=True),), broken=True)


def test_what_breaks_as_before_is_compiled_no_more_often():
    error = graphmend.check(lambda bad, x: not bad, lambda bad, x: ValueError(f"of {x}"))

    def original(x):
        print(x.sum())
        if not (x > 0).all():
            raise ValueError(f"of {x}")
        return x * 2

    def fixed(x):
        graphmend.compiling() and programs.show(x.sum()) or print(x.sum())
        if not (graphmend.compiling() and error((x > 0).all(), x)) and not (x > 0).all():
            raise ValueError(f"of {x}")
        return x * 2

    counts = []
    for function in (original, fixed):
        torch._dynamo.reset()
        counters.clear()
        torch.compile(function, backend="aot_eager")(torch.ones(2, requires_grad=True))
        counts.append((breaks(), graphs(), counters["frames"]["total"]))
    assert counts[0] == counts[1]


@pytest.mark.parametrize("tensor", [torch.ones(2, dtype=torch.complex64), torch.eye(2).to_sparse()])
def test_other_tensors_break_the_graph_as_before(capsys, tensor):
    def program(x):
        graphmend.compiling() and programs.show(x) or print(x)
        return ONES * 2

    compare(capsys, program, "eager", (tensor,), broken=True)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float64, torch.int64, torch.bool])
def test_dtypes(capsys, dtype):
    def program(x):
        graphmend.compiling() and programs.show(x, x.max()) or print(x, x.max())
        return x

    compare(capsys, program, "aot_eager", (torch.ones(3, dtype=dtype),))


def test_grad_modes_in_turn(capsys):
    compiled = torch.compile(programs.records, backend="aot_eager")
    for mode in (torch.no_grad, torch.inference_mode, torch.enable_grad, torch.inference_mode):
        with mode():
            x = torch.ones(2, 4)
            assert events_of(capsys, compiled, x)[0] == events_of(capsys, programs.records, x)[0]
    assert breaks() == 0


def test_gradients_are_those_of_the_program():
    x = torch.ones(2, 4, requires_grad=True)
    expected = torch.autograd.grad(programs.order(x).square().sum(), x)
    found = torch.autograd.grad(torch.compile(programs.order, backend="aot_eager")(x).square().sum(), x)
    assert torch.equal(found[0], expected[0])


def test_in_a_custom_backward(capsys):
    class Scale(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            graphmend.compiling() and programs.show("forward") or print("forward")
            return x * 3

        @staticmethod
        def backward(ctx, grad):
            graphmend.compiling() and programs.show("backward", grad.sum()) or print("backward", grad.sum())
            return grad * 3

    lines = []
    for function in (Scale.apply, torch.compile(lambda x: Scale.apply(x), backend="aot_eager")):
        x = torch.ones(2, requires_grad=True)
        lines.append(events_of(capsys, lambda x=x, f=function: f(x).sum().backward())[0])
    # Dynamo does not let a backward ask whether a tensor requires grad, so there the graph breaks as before.
    assert lines[0] == lines[1] == ["forward", "backward tensor(2.)"]


def test_threads_share_the_token(capsys):
    compiled = torch.compile(programs.checked, backend="aot_eager")
    compiled(ONES)
    threads = [threading.Thread(target=lambda: [compiled(ONES) for _ in range(20)]) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert capsys.readouterr().out.splitlines().count("before") == 61


def test_a_module_with_effects_is_copied_and_pickled():
    model = Model()
    torch.compile(model, backend="aot_eager")(ONES)
    assert list(copy.deepcopy(model).state_dict()) == list(pickle.loads(pickle.dumps(model)).state_dict()) == []


class Model(torch.nn.Module):
    def forward(self, x):
        return programs.records(x)


def test_functional_transforms(capsys):
    def program(x):
        graphmend.compiling() and programs.show("called") or print("called")
        return (x * x).sum()

    gradient = torch.compile(torch.func.grad(program), backend="aot_eager")
    assert torch.equal(gradient(ONES), 2 * ONES)
    assert capsys.readouterr().out == "called\n"
    assert torch.equal(torch.compile(torch.func.vmap(program), backend="aot_eager")(ONES), torch.tensor([4.0, 4.0]))


@pytest.mark.parametrize("backend", ["eager", "aot_eager"])
@pytest.mark.parametrize("reentrant", [False, True])
def test_a_checkpoint_acts_as_often_as_in_eager(capsys, reentrant, backend):
    from torch.utils.checkpoint import checkpoint

    def program(x):
        return checkpoint(programs.records, x, use_reentrant=reentrant).sum()

    def train(function):
        x = torch.ones(2, 4, requires_grad=True)
        function(x).backward()
        assert torch.equal(x.grad, 2 * ONES)

    lines = [events_of(capsys, train, function)[0] for function in (program, torch.compile(program, backend=backend))]
    assert lines[0] == lines[1] and len(lines[0]) > 0


@pytest.mark.parametrize("operator", ["cond", "region"])
def test_bodies_that_refuse_the_original_call_refuse_it_still(operator):
    def body(x):
        graphmend.compiling() and programs.show("body") or print("body")
        return x + 1

    region = torch.compiler.nested_compile_region(lambda x: body(x))
    programs_of = {"cond": lambda x: torch.cond(x.sum() > 0, body, lambda x: x - 1, (x,)), "region": lambda x: region(x)}
    with pytest.raises(dynamo.exc.UncapturedHigherOrderOpError):
        torch.compile(programs_of[operator], backend="aot_eager")(ONES)


def test_export_keeps_the_original_call():
    for strict in (True, False):
        assert "graphmend" not in str(torch.export.export(Printing(), (ONES,), strict=strict).graph)


class Printing(torch.nn.Module):
    def forward(self, x):
        graphmend.compiling() and programs.show("x") or print("x")
        return x + 1


def test_the_token_is_real_whatever_mode_the_import_runs_in():
    from graphmend.effects import operators

    with torch.device("meta"), torch.inference_mode():
        token = operators._token_outside_of_modes()
    assert token.device.type == "cpu" and not token.is_inference()


def test_a_graph_without_its_source_says_so():
    with pytest.raises(RuntimeError, match="not imported here"):
        torch.ops.graphmend.effect(torch.zeros((), dtype=torch.int64), "gone\n()", [], [])


def test_the_place_of_records_and_warnings_is_the_site(caplog):
    caplog.set_level(logging.INFO, logger="effect_programs")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        torch.compile(programs.records, backend="aot_eager")(ONES)
    record = caplog.records[-1]
    assert (record.pathname, record.lineno, record.funcName) == (programs.__file__, 7, "records")
    assert (caught[-1].filename, caught[-1].lineno) == (programs.__file__, 9)


def test_a_warning_is_shown_once_per_place(capsys):
    compiled = torch.compile(programs.records, backend="aot_eager")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("default")
        for _ in range(3):
            compiled(ONES)
    assert len([each for each in caught if each.category is FutureWarning]) == 1


def test_warnings_as_errors(capsys):
    compiled = torch.compile(programs.records, backend="aot_eager")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(FutureWarning, match="large 1.0"):
            compiled(ONES)
    compiled(ONES)
