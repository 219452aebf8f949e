"""The graph readout is adjusted by augmented assignments in both arms."""

import torch
from torch import nn

from fxkit import build, randn


class Readout(nn.Module):
    def __init__(self, width=3):
        super().__init__()
        self.lin = nn.Linear(width, 2)

    def forward(self, nodes, *, scale=2.0):
        pooled = self.lin(nodes).sum(0)
        if pooled.sum() > 0:
            pooled -= 0.5
        else:
            pooled *= scale
        return pooled


def load():
    return torch.compile(Readout())


def cases():
    yield from build(load, lambda: (randn(4, 3),), "base pos neg nan inf zero grad pos+grad neg+grad nan+grad inf+grad")
    yield from build(load, lambda: (randn(4, 3),), "pos neg neg+grad", kwargs={"scale": 0.5}, tag="half-scale-")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R9', 'R1'],
 'breaks': {16: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
