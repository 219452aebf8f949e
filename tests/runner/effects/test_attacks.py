"""What an operator with effects gets wrong unless something is done about it: each was seen to go wrong once."""

import logging
import logging.handlers

import effect_programs as programs
import pytest
import torch
import torch._dynamo as dynamo
from effect_programs import events_of

import graphmend

ONES = torch.ones(2, 4)


@pytest.fixture(autouse=True)
def fresh():
    dynamo.reset()


def graphs(function, *calls):
    """How many graphs are compiled for the calls."""
    made = []

    def backend(graph, _):
        made.append(graph)
        return graph.forward

    for arguments in calls:
        torch.compile(function, backend=backend)(*arguments)
    return len(made)


def test_a_handler_that_keeps_records(capsys):
    """The memory of a tensor is another's when the record is shown."""
    log = logging.getLogger("kept")
    log.setLevel(logging.INFO)
    shown = logging.StreamHandler()
    keeper = logging.handlers.MemoryHandler(1000, flushLevel=logging.CRITICAL, target=shown)
    log.addHandler(keeper)
    record = graphmend.effect(lambda step, value: log.info("step %d: %s", step, value))

    def program(x):
        for step in range(4):
            x = x * 1.5
            graphmend.compiling() and record(step, x.max()) or log.info("step %d: %s", step, x.max())
        return x + 1

    texts = []
    for function in (program, torch.compile(program)):
        function(ONES)
        texts.append([each.getMessage() for each in keeper.buffer])
        keeper.buffer.clear()
    log.removeHandler(keeper)
    assert texts[0] == texts[1] and len(set(texts[0])) == 4


def test_tensors_are_copied_for_those_who_keep_them_alone():
    from graphmend.effects.sites import _may_keep

    log, seen = logging.getLogger("kept"), []
    kept = [lambda x: log.info("%s", x), lambda x: seen.append(x), lambda x: log.info("%s", [x]), lambda x, y: log.info(x, y.item()),
            lambda x: (x.any()) and (log.info("%s", (lambda: x)()),), lambda x: log.info("%s", x + 1), lambda x: log.info(x, f"{'a'!r}")]
    used_up = [lambda x: print(x), lambda x: log.info("%d", x.item()), lambda x: log.info(f"{x} {x:.3f} {x!r}"), lambda: log.info("x")]
    assert [_may_keep(each.__code__) for each in kept + used_up] == [True] * len(kept) + [False] * len(used_up)


@pytest.mark.parametrize("backend", ["aot_eager", "inductor"])
def test_texts_of_arguments(capsys, backend):
    show = graphmend.effect(lambda rate, count: print(f"rate {rate:.3f}, {count} of them"))

    def program(x, rate, count):
        graphmend.compiling() and show(rate, count) or print(f"rate {rate:.3f}, {count} of them")
        return x * rate + count

    compiled = torch.compile(program, backend=backend)
    for rate, count in ((0.1, 3), (0.2, 4), (0.3, 5), (0.25, 6), (0.1, 7)):
        expected, found = (events_of(capsys, function, ONES, rate, count) for function in (program, compiled))
        assert expected[0] == found[0]
        torch.testing.assert_close(found[1], expected[1])
    dynamo.reset()
    assert graphs(program, *((ONES, rate / 10, rate) for rate in range(2, 9))) <= 3


def test_a_text_that_changes_is_the_right_one(capsys):
    def program(x, name):
        graphmend.compiling() and programs.show(name) or print(name)
        return x + 1

    compiled = torch.compile(program, backend="aot_eager")
    for number in range(12):
        assert events_of(capsys, compiled, ONES, f"file {number}")[0] == [f"file {number}"]


@pytest.mark.parametrize("backend", ["aot_eager", "inductor"])
def test_an_exception_in_a_custom_backward(backend):
    check = graphmend.check(lambda bad: bad, lambda: KeyError("bad gradient"))

    class Scale(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 3

        @staticmethod
        def backward(ctx, grad):
            if not (graphmend.compiling() and check((grad > 9).any())) and (grad > 9).any():
                raise KeyError("bad gradient")
            return grad * 3

    for function in (Scale.apply, torch.compile(lambda x: Scale.apply(x), backend=backend)):
        for weight in (1.0, 99.0, 2.0):
            x = torch.ones(2, requires_grad=True)
            result = (function(x) * weight).sum()
            if weight > 9:
                with pytest.raises(KeyError, match="bad gradient"):
                    result.backward()
            else:
                result.backward()
                assert torch.equal(x.grad, torch.full((2,), 3 * weight))


def test_a_wrapper_that_changes_the_type_of_exceptions(capsys):
    import torch._inductor.config

    with torch._inductor.config.patch(cpp_wrapper=True):
        for x, broken in ((ONES, None), (-ONES, ValueError)):
            expected, found = (events_of(capsys, function, x)
                               for function in (programs.checked, torch.compile(programs.checked, backend="aot_eager")))
            assert found[0] == expected[0]
            assert found[1] == expected[1] if broken else torch.equal(found[1], expected[1])
        assert graphs(programs.checked, (ONES,)) > 1


def test_fake_tensors_around_the_model(capsys):
    from torch._subclasses.fake_tensor import FakeTensorMode

    def program(x):
        graphmend.compiling() and programs.show("called") or print("called")
        return x + 1

    with FakeTensorMode():
        assert program(torch.ones(2)).shape == (2,)
    assert capsys.readouterr().out == "called\n"


def test_tracing_runs_it_while_tracing_alone(capsys):
    def program(x):
        graphmend.compiling() and programs.show("called") or print("called")
        return x + 1

    traced = torch.jit.trace(program, (ONES,), check_trace=False)
    assert capsys.readouterr().out == "called\n"
    traced(ONES)
    assert capsys.readouterr().out == ""


class Wrapped(torch.Tensor):
    """A subclass that shows itself in its own way."""

    def __format__(self, _):
        return "wrapped"


def test_a_subclass_shows_itself(capsys):
    show = graphmend.effect(lambda x: print(f"{x}"))

    def program(x):
        graphmend.compiling() and show(x) or print(f"{x}")
        return x + 1

    x = torch.ones(()).as_subclass(Wrapped)
    torch.compile(program, backend="eager")(x)
    assert capsys.readouterr().out == "wrapped\n"


def test_nested_tensors(capsys):
    def program(x):
        graphmend.compiling() and programs.show(x.dim(), x.values().sum()) or print(x.dim(), x.values().sum())
        return x * 2

    x = torch.nested.nested_tensor([torch.ones(2), torch.ones(3)], layout=torch.jagged)
    lines = [events_of(capsys, function, x)[0] for function in (program, torch.compile(program, backend="aot_eager"))]
    assert lines[0] == lines[1] == ["2 tensor(5.)"]


def test_many_effects_keep_their_order_and_their_number(capsys):
    def program(x):
        for step in range(20):
            graphmend.compiling() and programs.show(step, x.sum()) or print(step, x.sum())
            x = torch.nn.functional.layer_norm(x, (4,)) + 1
            graphmend.compiling() and programs.show("and", step) or print("and", step)
        return x

    compiled = torch.compile(program, backend="aot_eager")
    expected = events_of(capsys, program, ONES)[0]
    assert len(expected) == 40 and all(events_of(capsys, compiled, ONES)[0] == expected for _ in range(2))


@pytest.mark.parametrize("backend", ["eager", "aot_eager", "inductor"])
def test_tensors_are_cast_as_around_it(capsys, backend):
    """Autocast is off in an operator."""
    show = graphmend.effect(lambda x, w: print(f"{(x @ w).sum()}"))

    def program(x, w):
        graphmend.compiling() and show(x, w) or print(f"{(x @ w).sum()}")
        return x * 2

    x, w = torch.tensor([[1.0, -1.0]]), torch.tensor([[3.301, 2.0], [0.0, 2.0]])
    seen = []
    for function in (program, torch.compile(program, backend=backend)):
        for on in (False, True, False):
            with torch.autocast("cpu", torch.bfloat16, enabled=on):
                function(x, w)
        seen.append(capsys.readouterr().out.split())
    assert seen[0] == seen[1] and len(set(seen[0])) == 2
