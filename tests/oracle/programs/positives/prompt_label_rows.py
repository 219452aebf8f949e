"""Point embeddings get a learned offset by label, row by row."""

import torch
from torch import nn

from fxkit import build, ints, randn


class PromptEncoder(nn.Module):
    def __init__(self, dim=3):
        super().__init__()
        self.register_buffer("bg", torch.arange(float(dim)))
        self.register_buffer("fg", -torch.ones(dim))

    @torch.no_grad()
    def forward(self, coords, labels):
        emb = coords * 2.0
        emb[labels == 0] += self.bg
        emb[labels == 1] += self.fg
        return emb


def load():
    return torch.compile(PromptEncoder().eval())


def cases():
    yield from build(load, lambda: (randn(5, 3), ints(-1, 2, 5)), "base nan inf zero negzero f64")
    yield from build(load, lambda: (randn(2, 4, 3), ints(0, 2, 2, 4)), "base", tag="batch-")

EXPECT = {'topic': 'detection',
 'rewrites': ['R32'],
 'breaks': {18: 3, 19: 3},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
