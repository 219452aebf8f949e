"""A check in a function whose callers would notice that its error leaves the graph: they handle it, or wrote something
before. It stays the program's own statement there, and is a part of the graph where nobody notices."""

import contextlib

import pytest
import torch
from rewriting import loaded, outcome, rewritten

HEAD = """
import contextlib

import torch
from torch import nn


class Checked(nn.Module):
    def forward(self, x: torch.Tensor):
        if (x > 5).any():
            raise ValueError("big")
        return x * 2


class Caller(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Checked()
        self.norm = nn.BatchNorm1d(2)
        self.count = 0
        self.seen = []
        self.register_buffer("last", torch.zeros(2, 2))

    def forward(self, x: torch.Tensor):
"""
# What a caller does, and whether that leaves the check in the graph.
CALLERS = {
    "plain": ("return self.inner(x) + 1", True),
    "behind": ("y = self.inner(x)\nself.count += 1\nself.last.add_(y)\nreturn y", True),
    "no_grad": ("with torch.no_grad():\n    return self.inner(x)", True),
    "of_its_own": ("seen = [x]\nseen.append(x * 2)\ny = x * 1\ny.add_(1)\nreturn self.inner(seen[1]) + y", True),
    "handles": ("try:\n    return self.inner(x)\nexcept ValueError:\n    return x - 1", False),
    "handles_around": ("try:\n    with torch.no_grad():\n        return self.inner(x)\nexcept ValueError:\n    return x - 1",
                       False),
    "suppresses": ("with contextlib.suppress(ValueError):\n    return self.inner(x)\nreturn x - 1", False),
    "finally": ("try:\n    return self.inner(x)\nfinally:\n    self.count += 1", False),
    "counts": ("self.count += 1\nreturn self.inner(x)", False),
    "appends": ("self.seen.append(x.shape[0])\nreturn self.inner(x)", False),
    "keeps": ("self.last = x + 1\nreturn self.inner(x)", False),
    "writes": ("self.last.add_(x)\nreturn self.inner(x)", False),
    "writes_to_a_part": ("self.last[0] = x[0]\nreturn self.inner(x)", False),
    "writes_to_its_input": ("x += 1\nreturn self.inner(x)", False),
    "normalises": ("return self.inner(self.norm(x) * 9)", False),
}


def caller(name):
    return HEAD + "".join(f"        {line}\n" for line in CALLERS[name][0].split("\n"))


def state_of(module):
    return module.count, list(module.seen), {name: each.tolist() for name, each in module.state_dict().items()}


def outcomes(capsys, text, name, backend):
    torch._dynamo.reset()
    module = loaded(text, name).Caller()
    compiled = torch.compile(module, backend=backend)
    found = []
    for value in (1.0, 7.0, 1.0, 7.0):
        x = torch.tensor([[value, 0.0], [0.0, value]])
        result = outcome(capsys, compiled, x)[1]
        found.append((result.tolist() if isinstance(result, torch.Tensor) else result, x.tolist(), state_of(module)))
    return found


@pytest.mark.parametrize("name", CALLERS)
def test_the_error_is_seen_as_ever(capsys, name):
    text = caller(name)
    other = rewritten([text])[0]
    assert "graphmend.check(" in other
    for backend in ("eager", "aot_eager"):
        plain = outcomes(capsys, text, "witness_original", backend)
        assert outcomes(capsys, other, "witness_rewritten", backend) == plain


@pytest.mark.parametrize("name", CALLERS)
def test_it_breaks_the_graph_where_it_is_seen(name):
    torch._dynamo.reset()
    module = loaded(rewritten([caller(name)])[0], "witness_explained").Caller()
    whole = torch.compile(module, backend="eager", fullgraph=True)
    with contextlib.nullcontext() if CALLERS[name][1] else pytest.raises(torch._dynamo.exc.Unsupported):
        whole(torch.zeros(2, 2))
