"""Low rank adapters that train for every rank up to a bound: each step draws one and uses the first columns."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class DyLoRALinear(nn.Module):
    def __init__(self, in_features=5, out_features=4, r=4, alpha=8.0):
        super().__init__()
        self.base = nn.Linear(in_features, out_features)
        self.base.requires_grad_(False)
        self.lora_A = nn.Parameter(torch.randn(r, in_features) * 0.3)
        self.lora_B = nn.Parameter(torch.randn(out_features, r) * 0.3)
        self.r, self.alpha = r, alpha

    def forward(self, x):
        result = self.base(x)
        if self.training:
            rank = torch.randint(1, self.r + 1, (1,)).item()
        else:
            rank = self.r
        A = self.lora_A[:rank, :]
        B = self.lora_B[:, :rank]
        update = F.linear(F.linear(x, A), B)
        return result + update * (self.alpha / rank) ** 0.5


def load(train=True):
    return torch.compile(DyLoRALinear().train(train))


def cases():
    yield from build(load, lambda: (randn(3, 5),), "base grad zero")
    yield from build(lambda: load(False), lambda: (randn(3, 5),), "base", tag="eval-")

EXPECT = {'topic': 'fine tuning',
 'kind': 'sizes',
 'rewrites': [],
 'breaks': {22: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
