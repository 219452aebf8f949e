"""Gradient accumulation: the optimizer moves after every second micro batch."""

import torch
from torch import nn

from fxkit import build, ints, randn


class ResidualMLP(nn.Module):
    def __init__(self, dim=4, classes=3):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.up, self.down, self.head = nn.Linear(dim, 6), nn.Linear(6, dim), nn.Linear(dim, classes)

    def forward(self, x):
        for _ in range(4):  # shared blocks
            gate, value = self.up(self.norm(x)).sigmoid(), self.up(x)
            x = x + self.down(gate * value)
        return self.head(x)


class Accumulator:
    def __init__(self, every=2, lr=0.05):
        self.model = ResidualMLP()
        self.criterion = nn.CrossEntropyLoss()
        self.opt = torch.optim.SGD(self.model.parameters(), lr=lr)
        self.every = every
        self.micro = 0
        self.updates = 0

    def _scaled_loss(self, x, y):
        logits = self.model(x)
        return self.criterion(logits, y) / self.every, (logits.argmax(-1) == y).float().mean()

    def __call__(self, x, y):
        loss, acc = self._scaled_loss(x, y)
        loss.backward()
        self.micro += 1
        if self.micro % self.every == 0:
            self.opt.step()
            self.opt.zero_grad(set_to_none=True)
            self.updates += 1
        return loss.detach() * self.every, acc


def load():
    return torch.compile(Accumulator().__call__)


def cases():
    yield from build(load, lambda: (randn(4, 4), ints(0, 3, 4)), "base big zero")

EXPECT = {'topic': 'training utilities',
 'kind': 'training step',
 'rewrites': [],
 'breaks': {37: 1, 40: 6, 41: 6},
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
