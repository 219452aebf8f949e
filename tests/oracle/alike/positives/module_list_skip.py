"""A continue over the layers of a ModuleList."""

import torch
import torch.nn as nn

from fxkit import build, randn


class Tower(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(3, 3) for _ in range(2))

    def forward(self, x, gates):
        for i, layer in enumerate(self.layers):
            if gates[i] < 0.5:
                continue
            x = torch.relu(layer(x)) + x
        return x * 0.5


def cases():
    yield from build(lambda: torch.compile(Tower()), lambda: (randn(2, 3), torch.tensor([0.9, 0.1])), "base nan zero grad")
    yield from build(lambda: torch.compile(Tower()), lambda: (randn(2, 3), torch.tensor([0.2, 0.7])), "base inf", tag="second-")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R7'],
 'breaks': {16: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': ['finite-grad', 'grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
