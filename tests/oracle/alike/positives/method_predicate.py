"""The test calls a method that gives a 0-d tensor."""

import torch
import torch.nn as nn

from fxkit import build, randn


class Router(nn.Module):
    def __init__(self, experts):
        super().__init__()
        self.gate = nn.Linear(3, experts)
        self.limit = 0.75

    def _skewed(self, probs):
        return probs.max(-1).values.mean() > self.limit

    def forward(self, x):
        probs = self.gate(x).softmax(-1)
        if self._skewed(probs):
            probs = (probs + 0.1) / 1.2
        return probs


def cases():
    yield from build(lambda: torch.compile(Router(2)), lambda: (randn(4, 3),), "base big small nan inf zero grad big+grad")

EXPECT = {'topic': 'moe',
 'rewrites': ['R2'],
 'breaks': {20: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
