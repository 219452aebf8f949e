"""Speech classifier on a pretrained encoder, which only gets gradients after a number of updates."""

import torch
from torch import nn

from fxkit import build, ints, randn


class Encoder(nn.Module):
    def __init__(self, dim=4, layers=2):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(dim, dim) for _ in range(layers))

    def forward(self, x):
        for layer in self.layers:
            x = x + torch.relu(layer(x))
        return x


class FineTuned(nn.Module):
    def __init__(self, dim=4, num_classes=3, freeze_finetune_updates=2):
        super().__init__()
        self.encoder = Encoder(dim)
        self.proj = nn.Linear(dim, num_classes)
        self.freeze_finetune_updates = freeze_finetune_updates
        self.register_buffer("num_updates", torch.zeros((), dtype=torch.long))

    def forward(self, x, labels):
        ft = self.freeze_finetune_updates <= self.num_updates
        with torch.set_grad_enabled(bool(ft)):
            h = self.encoder(x)
        self.num_updates += 1
        logits = self.proj(h.mean(dim=1))
        return nn.functional.cross_entropy(logits, labels)


def load(updates=2):
    return torch.compile(FineTuned(freeze_finetune_updates=updates))


def cases():
    yield from build(load, lambda: (randn(2, 3, 4), ints(0, 3, 2)), "base grad")
    yield from build(lambda: load(0), lambda: (randn(2, 3, 4), ints(0, 3, 2)), "base", tag="at-once-")

EXPECT = {'topic': 'speech',
 'kind': 'context manager',
 'rewrites': [],
 'breaks': {30: 2},
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
