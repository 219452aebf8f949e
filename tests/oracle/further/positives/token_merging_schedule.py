"""Token merging: pool, blur or keep the patches depending on how alike neighbours are."""

import torch
from torch import nn

from fxkit import build, randn


class TokenMerge(nn.Module):
    def __init__(self, dim: int):
        super().__init__()
        self.norm = nn.LayerNorm(dim)

    @staticmethod
    def similarity(x):
        x = x.detach()
        a = x / (x.norm(dim=-1, keepdim=True) + 1e-6)
        return (a[:, 1:] * a[:, :-1]).sum(-1).mean()

    def forward(self, x):
        y = self.norm(x)
        sim = self.similarity(x)
        if sim > 0.2:
            right = torch.roll(y, shifts=-1, dims=1)
            if sim > 0.9:
                kept = y + right
                y = kept * 0.5
            else:
                left = y.roll(1, dims=1)
                y = (left + y + right) / 3.0
        return y, sim


def load():
    return torch.compile(TokenMerge(4))


def cases():
    yield from build(load, lambda: (randn(2, 5, 4),), "grad nan+grad inf+grad")
    yield from build(load, lambda: (randn(2, 1, 4).repeat(1, 5, 1),), "grad nan+grad inf+grad", tag="same-")
    yield from build(load, lambda: (randn(2, 1, 4).repeat(1, 5, 1) + 0.6 * randn(2, 5, 4),), "base grad", tag="near-")


EXPECT = {'topic': 'vit',
 'rewrites': ['R4', 'R3'],
 'breaks': {23: 2, 25: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
