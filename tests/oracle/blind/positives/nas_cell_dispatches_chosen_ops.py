"""Single-path NAS: the sampled architecture picks one candidate operation per edge from a table of callables."""

import torch
from torch import nn

from fxkit import build, randn


def skip(x):
    return x


def none(x):
    return torch.zeros_like(x)


class Cell(nn.Module):
    def __init__(self, dim=4, edges=3):
        super().__init__()
        self.lin = nn.ModuleList([nn.Linear(dim, dim) for _ in range(edges)])
        self.norm = nn.LayerNorm(dim)
        self.edges = edges

    def candidates(self, e):
        return {0: none, 1: skip, 2: self.lin[e], 3: lambda x: torch.tanh(self.lin[e](x))}

    def forward(self, x, arch):
        active = 0

        def run_edge(e, h):
            nonlocal active
            choice = int(arch[e])
            if choice != 0:
                active += 1
            return self.candidates(e)[choice](h)

        states = [x]
        for e in range(self.edges):
            states.append(run_edge(e, states[-1]) + states[0])
        return self.norm(states[-1]), active


def cases():
    make = lambda: torch.compile(Cell())
    for name, arch in {"mixed": [2, 3, 1], "none": [0, 0, 0], "convs": [2, 2, 2], "skips": [1, 0, 3]}.items():
        yield from build(make, lambda a=arch: (randn(2, 4), torch.tensor(a)), "base", tag=name + "-")


EXPECT = {'topic': 'NAS',
 'rewrites': [],
 'breaks': {32: 2},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 6,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'number-tensor', 'close', 'grad-close']}
