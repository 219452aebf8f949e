"""High noise levels use the other parametrisation."""

import torch
from torch import nn

from fxkit import build, randn


class Denoiser(nn.Module):
    def __init__(self):
        super().__init__()
        self.proj = nn.Linear(4, 4)
        self.threshold = 0.5

    def _combine(self, x, eps, hot):
        return x - eps if hot else x + eps * 0.5

    def forward(self, x, sigma):
        eps = self.proj(x)
        return self._combine(x, eps, sigma.max() >= self.threshold)


def load():
    return torch.compile(Denoiser().eval())


def cases():
    yield from build(load, lambda: (randn(2, 4), torch.tensor([0.1, 0.2])), "base nan inf zero grad nan+grad inf+grad")
    yield from build(load, lambda: (randn(2, 4), torch.tensor([0.1, 0.9])), "base nan grad inf+grad", tag="hot-")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R1'],
 'breaks': {16: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
