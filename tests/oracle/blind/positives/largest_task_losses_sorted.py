"""A multi-head audio tagger trains only on the k heads of the largest loss."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, ints, randn


class Head(nn.Module):
    def __init__(self, dim, classes):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.fc = nn.Linear(dim, classes)

    def forward(self, x):
        return self.fc(self.norm(x))


class HardHeadsLoss(nn.Module):
    """Heads that are solved already would dominate the mean otherwise."""

    def __init__(self, dim=6, classes=(3, 2, 5, 4), k=2):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(dim, dim), nn.ReLU())
        self.heads = nn.ModuleList(Head(dim, c) for c in classes)
        self.k = k

    def forward(self, x, targets):
        h = self.trunk(x)
        losses = []
        for i, head in enumerate(self.heads):
            losses.append(F.cross_entropy(head(h), targets[:, i]))
        hardest = sorted(losses, key=lambda l: l.item(), reverse=True)[: self.k]
        return sum(hardest) / self.k, torch.stack(losses).detach()


def load(k=2):
    return torch.compile(HardHeadsLoss(k=k))


def cases():
    yield from build(load, lambda: (randn(5, 6), ints(0, 2, 5, 4)), "base grad big zero")
    yield from build(lambda: load(4), lambda: (randn(5, 6), ints(0, 2, 5, 4)), "base", tag="all-")
    yield from build(lambda: load(1), lambda: (randn(1, 6), ints(0, 2, 1, 4)), "base grad", tag="one-")

EXPECT = {'topic': 'audio',
 'kind': 'sort of losses',
 'rewrites': [],
 'breaks': {34: 5},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad',
            'fresh-result',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
