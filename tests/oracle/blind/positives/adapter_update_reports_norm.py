"""One update of the low rank adapters of a frozen layer, with the clipped gradient norm for the log."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class LoRALinear(nn.Module):
    def __init__(self, dim=4, out=3, rank=2, alpha=4.0):
        super().__init__()
        self.base = nn.Linear(dim, out)
        self.base.requires_grad_(False)
        self.a = nn.Parameter(0.1 * torch.randn(rank, dim))
        self.b = nn.Parameter(0.1 * torch.randn(out, rank))
        self.scaling = alpha / rank

    def forward(self, x):
        return self.base(x) + F.linear(F.linear(x, self.a), self.b) * self.scaling


class Trainer:
    def __init__(self, lr=0.1, max_norm=1.0):
        self.model = LoRALinear()
        self.params = [p for p in self.model.parameters() if p.requires_grad]
        self.optimizer = torch.optim.SGD(self.params, lr=lr)
        self.max_norm = max_norm

    def loss(self, x, y):
        return F.mse_loss(torch.tanh(self.model(x)), y)

    @torch.compile
    def train_step(self, x, y):
        self.optimizer.zero_grad()
        loss = self.loss(x, y)
        loss.backward()
        norm = nn.utils.clip_grad_norm_(self.params, self.max_norm)
        self.optimizer.step()
        return {"loss": loss.detach(), "grad_norm": norm}


def load():
    return Trainer().train_step


def cases():
    yield from build(load, lambda: (randn(5, 4), randn(5, 3)), "base big zero")

EXPECT = {'topic': 'training utilities',
 'kind': 'training step',
 'rewrites': [],
 'breaks': {35: 1, 37: 1, 39: 1},
 'gb': ['GB0008', 'GB0025', 'GB0123'],
 'skips': 0,
 'graphs_per_call': 4,
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
