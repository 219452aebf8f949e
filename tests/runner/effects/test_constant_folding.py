"""Numbers that follow from constants alone are there while a graph is traced, and only they."""

import pytest
import torch
import torch._dynamo as dynamo

from graphmend import number, reading, truth


@pytest.fixture(autouse=True)
def fresh():
    dynamo.reset()


def levels(x):
    shapes = torch.as_tensor([(2, 3), (4, 1)], device=x.device)
    start, parts = 0, []
    for height, width in shapes:
        if truth(height * width > 6):
            raise ValueError("large")
        parts.append(x[:, number(start) : number(start + height * width)].view(-1, number(height), number(width)).sum(1))
        start += height * width
        parts.append(torch.linspace(0.5, number(height - 0.5), number(height)).expand(len(x), number(height)))
    return torch.cat(parts, 1) * reading(shapes.sum()).item() + sum(a - b for a, b in reading(shapes).tolist())


def masked(x):
    mask = (1.0 - torch.ones(x.shape)) * torch.finfo(torch.float32).min
    if truth((mask > 0).flatten().any()):
        return x.exp()
    return x + mask


def counted(x):
    if truth(torch.arange(x.shape[1]).max() + 1 > 11):
        return x.cos()
    return x.sin()


@pytest.mark.parametrize("backend", ["eager", "inductor"])
@pytest.mark.parametrize("program", [levels, masked, counted])
def test_what_is_known_breaks_no_graph(program, backend):
    compiled = torch.compile(program, backend=backend, fullgraph=True, dynamic=False)
    for length in (10, 12, 16):
        x = torch.arange(2.0 * length).view(2, length)
        torch.testing.assert_close(compiled(x), program(x))


def written(x):
    made = torch.ones(3)
    made[1] = 0
    return x + 1 if truth(made.sum() > 2) else x - 1


def written_in_place(x):
    made = torch.ones(3)
    made[:2].detach().mul_(0)
    return x + 1 if truth(made.sum() > 2) else x - 1


def written_unseen(x):
    made = torch.ones(3)
    made.data.zero_()
    return x + 1 if truth(made.sum() > 2) else x - 1


def drawn(x):
    return x + 1 if truth(torch.rand(()) > -1) else x - 1


def not_written(x):
    return x + 1 if truth(torch.empty(3).fill_(1.0).sum() > 2) else x - 1


def rounded(x):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        made = torch.ones(3, 3) @ torch.full((3, 3), 1.001)
    return x + 1 if truth(made.sum() > 27.01) else x - 1


def given(x):
    return x + 1 if truth(x.sum() > 2) else x - 1


def given_in_part(x):
    return x + 1 if truth((torch.ones(3) + x).sum() > 2) else x - 1


@pytest.mark.parametrize("program", [written, written_in_place, written_unseen, drawn, not_written, rounded, given, given_in_part])
def test_what_is_not_known_means_what_it_meant(program):
    x = torch.ones(3)
    torch.manual_seed(0)
    expected = program(x), torch.get_rng_state()
    torch.manual_seed(0)
    found = torch.compile(program, backend="aot_eager")(x), torch.get_rng_state()
    assert torch.equal(found[0], expected[0]) and torch.equal(found[1], expected[1])
    with pytest.raises(dynamo.exc.Unsupported):
        torch.compile(program, backend="eager", fullgraph=True)(x)


def test_a_size_that_changes_is_not_known():
    compiled = torch.compile(counted, backend="eager", dynamic=True)
    for length in (4, 12, 9, 2):
        x = torch.ones(2, length)
        assert torch.equal(compiled(x), counted(x))


def test_a_mode_of_devices():
    def program(x):
        with torch.device("meta"):
            made = torch.ones(3)
        return (x + 1 if truth(made.sum() == 3) else x), made

    # Nobody knows the truth of what has no data, compiled or not.
    for function in (program, torch.compile(program, backend="eager")):
        with pytest.raises((RuntimeError, NotImplementedError)):
            function(torch.ones(2))


@pytest.mark.parametrize("value", [3, 2.5, True, None, "text", torch.ones(2), torch.nn.Parameter(torch.ones(())), [1]])
def test_what_is_no_known_tensor_is_given_back(value):
    assert truth(value) is value and number(value) is value and reading(value) is value

    def program(x, value):
        return x, truth(value), number(value), reading(value)

    found = torch.compile(program, backend="eager")(torch.ones(2), value)
    assert all(each is value for each in found[1:])


def test_a_reading_of_several_numbers_raises():
    def program(x):
        return reading(torch.ones(2)).item()

    for function in (program, torch.compile(program, backend="eager")):
        with pytest.raises(RuntimeError, match="cannot be converted to Scalar"):
            function(torch.ones(3))


def test_an_export_does_not_know():
    class Program(torch.nn.Module):
        def forward(self, x):
            return x + number(torch.tensor(2))

    assert torch.equal(torch.export.export(Program(), (torch.ones(2),)).module()(torch.ones(2)), 3 * torch.ones(2))


def test_a_caller_that_is_left_to_eager_makes_no_graph_of_the_question():
    graphs = []

    def backend(graph, _):
        graphs.append(graph)
        return graph.forward

    def program(x):
        try:
            if truth((x < 0).any()):
                raise ValueError
        except ValueError:
            x = -x
        return x

    for x in (torch.ones(2), -torch.ones(2), torch.ones(5)):
        assert torch.equal(torch.compile(program, backend=backend)(x), program(x))
    assert not graphs
