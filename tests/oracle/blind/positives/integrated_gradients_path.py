"""Integrated gradients: the gradients of a class score are averaged along the way from a baseline to the input."""

import torch
from torch import nn

from fxkit import build, randn


class Scorer(nn.Module):
    def __init__(self, dim=5, classes=3):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(dim, 8), nn.GELU(), nn.Linear(8, classes))

    def forward(self, x):
        return self.net(x)


class IntegratedGradients(nn.Module):
    def __init__(self, model, steps=4):
        super().__init__()
        self.model = model
        self.steps = steps

    def gradient(self, x, target):
        with torch.enable_grad():
            x = x.detach().requires_grad_(True)
            score = self.model(x)[:, target].sum()
        return torch.autograd.grad(score, x)[0]

    @torch.no_grad()
    def forward(self, x, baseline, target: int):
        total = torch.zeros_like(x)
        for k in range(self.steps):
            alpha = (k + 0.5) / self.steps
            total += self.gradient(baseline + alpha * (x - baseline), target)
        return (x - baseline) * total / self.steps


def load():
    return torch.compile(IntegratedGradients(Scorer()))


def cases():
    yield from build(load, lambda: (randn(3, 5), torch.zeros(3, 5), 1), "base big")
    yield from build(load, lambda: (randn(3, 5), randn(3, 5), 1), "base", tag="same-")

EXPECT = {'topic': 'interpretability',
 'kind': 'autograd',
 'rewrites': [],
 'breaks': {26: 1, 28: 2},
 'gb': ['GB7000', 'GB8985', 'GB9186'],
 'skips': 1,
 'graphs_per_call': 8,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad']}
