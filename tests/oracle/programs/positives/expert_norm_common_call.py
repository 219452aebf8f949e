"""The same projection takes the fresh or the smoothed router input."""

import torch
from torch import nn

from fxkit import build, randn


class SmoothRouter(nn.Module):
    def __init__(self, dim=4, experts=3):
        super().__init__()
        self.gate = nn.Linear(dim, experts, bias=False)

    def forward(self, tokens, smoothed):
        drift = (tokens - smoothed).abs().mean()
        if drift < 1.0:
            logits = self.gate(smoothed)
        else:
            logits = self.gate(tokens)
        return logits.softmax(-1)


def load():
    return torch.compile(SmoothRouter())


def cases():
    yield from build(load, lambda: (randn(5, 4), randn(5, 4, seed=1)), "base big nan inf zero grad big+grad nan+grad")
    yield from build(load, lambda: (randn(5, 4), randn(5, 4) + 0.1), "base grad", tag="near-")

EXPECT = {'topic': 'moe',
 'rewrites': ['R11'],
 'breaks': {16: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
