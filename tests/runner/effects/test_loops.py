"""A loop that the data decides is one operator of the graph, where all that it leaves behind is in tensors."""

import pathlib
import subprocess
import sys

import pytest
import torch
import torch._dynamo as dynamo
from rewriting import loaded, outcome, rewritten, same

PROGRAMS = {
    # Segments between separators: the loop that text models write masks with.
    "spans": """
        def spans(ids):
            mask = torch.zeros(ids.shape, dtype=torch.long)
            start = 0
            ends = torch.nonzero(ids == 3)
            for row, end in ends:
                if end == 0 or end > 6:
                    mask[row, end] = -1
                else:
                    mask[row, start : end + 1] = torch.arange(0, end - start + 1)
                start = end
            return mask * 2
    """,
    "counted": """
        def counted(ids):
            canvas = torch.ones(4, 4).bool()
            for i in range(ids.sum().item() % 4):
                canvas[i, ids[0, i] % 4] &= False
                if canvas.all():
                    break
            return canvas.sum(1) + ids.amax()
    """,
}
LEFT = {
    "used_behind": """
        def used_behind(ids):
            mask, last = torch.zeros(8), 0
            for i in torch.nonzero(ids[0] == 3):
                mask[i] = 1
                last = last + 1
            return mask * last
    """,
    "seen_elsewhere": """
        def seen_elsewhere(ids):
            mask = torch.zeros(2, 8)
            first = mask[0]
            for row, i in torch.nonzero(ids == 3):
                mask[row, i] = 1
            return first + 1
    """,
    "of_the_caller": """
        def of_the_caller(ids):
            for row, i in torch.nonzero(ids == 3):
                ids[row, i] = 7
            return ids + 1
    """,
    "kept": """
        def kept(ids):
            mask, found = torch.zeros(2, 8), []
            for row, i in torch.nonzero(ids == 3):
                mask[row, i] = 1
                found.append(i.item())
            return mask, found
    """,
    "with_gradient": """
        weight = torch.ones(8, requires_grad=True)
        def with_gradient(ids):
            made = torch.zeros(2, 8)
            for row, i in torch.nonzero(ids == 3):
                made[row, i] = weight[i] * 2
            return torch.autograd.grad(made.sum() + weight.sum(), weight)[0]
    """,
}
INPUTS = [torch.tensor(rows) for rows in ([[1, 2, 3, 4, 3, 6, 2, 3], [3, 1, 1, 3, 1, 1, 1, 1]], [[1] * 8, [2] * 8],
                                          [[3] * 8, [1, 3] * 4])]
RAISES = torch.tensor([[1, 1, 1, 1, 1, 3, 1, 1], [1, 1, 3, 1, 1, 1, 1, 1]])  # `arange` is asked for less than nothing


@pytest.fixture(scope="module")
def modules():
    texts = {name: "import torch\n" + "\n".join(line[8:] for line in text.splitlines())
             for name, text in {**PROGRAMS, **LEFT}.items()}
    return {name: (loaded(text, name), loaded(new, name + "_new"), new)
            for (name, text), new in zip(texts.items(), rewritten(texts.values()))}


@pytest.mark.parametrize("backend", ["eager", "aot_eager", "inductor"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_in_the_graph(name, backend, modules, capsys):
    original, program, text = modules[name]
    assert "_graphmend.loop(" in text
    dynamo.reset()
    compiled = torch.compile(getattr(program, name), backend=backend, fullgraph=True)
    for each in [*INPUTS, RAISES]:
        expected, found = (outcome(capsys, function, each.clone()) for function in (getattr(original, name), compiled))
        assert all(map(same, expected, found)), (expected, found)
        assert same(expected[1], outcome(capsys, getattr(program, name), each.clone())[1])


def test_an_error_names_its_line(modules):
    _, program, text = modules["spans"]
    with pytest.raises(RuntimeError) as error:
        torch.compile(program.spans, backend="eager")(RAISES)
    line = [i for i, each in enumerate(text.splitlines(), 1) if "= torch.arange(" in each][-1]
    assert line in [each.lineno + 1 for each in error.traceback if each.name == "loop"]


@pytest.mark.parametrize("name", LEFT)
def test_left_to_itself(name, modules):
    original, program, _ = modules[name]
    dynamo.reset()
    compiled = torch.compile(getattr(program, name), backend="eager")
    for each in INPUTS:
        one, other = each.clone(), each.clone()
        expected, found = getattr(original, name)(one), compiled(other)
        assert torch.equal(one, other)
        for a, b in zip(expected, found) if isinstance(expected, tuple) else [(expected, found)]:
            assert same(a, b)


def test_what_is_known_is_traced(capsys):
    (text,) = rewritten(["""import torch
def known(x):
    made = torch.zeros(4)
    for i in torch.nonzero(torch.tensor([0, 2, 0, 1])):
        made[i] = 1
    return made + x
"""])
    assert "_graphmend.loop(" in text
    graphs = []
    compiled = torch.compile(loaded(text, "known").known, backend=lambda graph, _: graphs.append(graph) or graph.forward)
    assert torch.equal(compiled(torch.ones(4)), torch.tensor([1.0, 2, 1, 2]))
    assert not any("graphmend.loop" in graph.code for graph in graphs)


@pytest.mark.parametrize("name", ["effect", "loop", "truth"])
def test_whatever_is_asked_for_first(name):
    runner = pathlib.Path(__file__).parents[3] / "runner"
    subprocess.run([sys.executable, "-c", f"import graphmend; graphmend.{name}"], cwd=runner, check=True)
