"""InfoNCE: large similarities are shifted by their detached row maximum first."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class InfoNCE(nn.Module):
    def __init__(self, temperature: float = 0.07, limit: float = 20.0):
        super().__init__()
        self.temperature = temperature
        self.limit = limit

    def forward(self, query, key):
        sim = query @ key.t()
        logits = sim / self.temperature
        if logits.detach().abs().max() > self.limit:
            peak = logits.detach().amax(dim=1, keepdim=True)
            shifted = logits - peak
            logits = shifted.clamp(min=-2 * self.limit)
        target = torch.arange(query.size(0))
        return F.cross_entropy(logits, target, reduction="mean"), logits


def load():
    return torch.compile(InfoNCE())


def cases():
    yield from build(load, lambda: (randn(4, 6), randn(4, 6, seed=1)), "grad nan+grad inf+grad")
    yield from build(load, lambda: (randn(4, 6) * 0.1, randn(4, 6, seed=1) * 0.1), "base grad", tag="mild-")


EXPECT = {'topic': 'loss',
 'rewrites': ['R2'],
 'breaks': {19: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
