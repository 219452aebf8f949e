"""An arm builds its value from a comprehension over experts."""

import torch
from torch import nn

from fxkit import build, randn


class Experts(nn.Module):
    def __init__(self):
        super().__init__()
        self.scales = [1.0, 2.0, -1.0]

    def forward(self, tokens, gate):
        base = tokens - gate
        if gate.sum() > 0:
            mixed = torch.stack([base * s for s in self.scales]).sum(0)
        else:
            mixed = sum(base + s for s in self.scales)
        return mixed


def load():
    return torch.compile(Experts())


def cases():
    yield from build(load, lambda: (randn(2, 3), randn(3, seed=4)), "base nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from build(load, lambda: (randn(2, 3), -randn(3, seed=4)), "base grad", tag="other-")

EXPECT = {'topic': 'moe',
 'rewrites': ['R3'],
 'breaks': {16: 4},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
