"""Projected gradient steps: the first perturbation that fools the model is kept for each image."""

import torch
import torch.nn as nn

from fxkit import build, ints, randn


class RandomSearchAttack(nn.Module):
    def __init__(self, dim=6, classes=3, eps=0.5, steps=3):
        super().__init__()
        self.model = nn.Linear(dim, classes)
        self.eps, self.steps = eps, steps

    @torch.no_grad()
    def forward(self, x, y, directions):
        best_adv = x.clone()
        fooled = torch.zeros_like(y, dtype=torch.bool)
        for i in range(self.steps):
            x_adv = x + self.eps * (i + 1) * directions[i].sign()
            success = self.model(x_adv).argmax(dim=1) != y
            new = success & ~fooled
            best_adv[new] = x_adv[new]
            fooled = fooled | success
        return best_adv, fooled.float().mean()


def load():
    return torch.compile(RandomSearchAttack())


def cases():
    yield from build(load, lambda: (randn(4, 6), ints(0, 3, 4), randn(3, 4, 6)), "base nan big")

EXPECT = {'topic': 'robustness',
 'kind': 'mask',
 'rewrites': [],
 'breaks': {23: 2},
 'gb': ['GB0036', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
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
