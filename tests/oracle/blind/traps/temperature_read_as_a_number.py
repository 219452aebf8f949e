"""Contrastive head with a temperature that other code trains: here it is only a number."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class Contrastive(nn.Module):
    def __init__(self, dim=4, out=3):
        super().__init__()
        self.proj = nn.Linear(dim, out, bias=False)
        self.log_t = nn.Parameter(torch.tensor(-1.5))

    @property
    def temperature(self):
        return self.log_t.exp().item()

    def forward(self, a, b):
        a, b = F.normalize(self.proj(a), dim=-1), F.normalize(self.proj(b), dim=-1)
        logits = a @ b.T / self.temperature
        return F.cross_entropy(logits, torch.arange(a.size(0)))


def load():
    return torch.compile(Contrastive())


def cases():
    yield from build(load, lambda: (randn(3, 4), randn(3, 4, seed=1)), "base grad")

EXPECT = {'topic': 'contrastive learning',
 'kind': 'numbers',
 'verdict': 'any correct rewrite',
 'obligations': ['gradients None', 'requires_grad'],
 'breaks': {18: 2},
 'gb': ['GB0124'],
 'naive_differs_in': ['None or not'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad',
            'shown-history']}
