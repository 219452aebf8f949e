"""Multi-task learning with dynamic weight averaging: task weights from the ratio of the last two losses."""

import math

import torch
from torch import nn

from fxkit import build, randn


class DWA:
    def __init__(self, tasks=2, temperature=2.0):
        self.tasks = tasks
        self.temperature = temperature
        self.previous = [1.0] * tasks
        self.current = [1.0] * tasks

    def weights(self):
        ratios = [c / max(p, 1e-8) for c, p in zip(self.current, self.previous)]
        exps = [math.exp(r / self.temperature) for r in ratios]
        total = sum(exps)
        return [self.tasks * e / total for e in exps]

    def record(self, losses):
        self.previous = self.current
        self.current = [loss.item() for loss in losses]


class MTAN(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.shared = nn.Linear(dim, 6)
        self.depth = nn.Linear(6, 1)
        self.normal = nn.Linear(6, 3)
        self.dwa = DWA()

    def forward(self, x, depth, normal):
        h = torch.relu(self.shared(x))
        losses = [
            (self.depth(h).squeeze(-1) - depth).abs().mean(),
            1 - nn.functional.cosine_similarity(self.normal(h), normal, dim=-1).mean(),
        ]
        lambdas = self.dwa.weights()
        loss = sum(w * task for w, task in zip(lambdas, losses))
        self.dwa.record(losses)
        return loss


def load():
    return torch.compile(MTAN())


def cases():
    yield from build(load, lambda: (randn(5, 4), randn(5), randn(5, 3)), "base grad zero")

EXPECT = {'topic': 'multi-task',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {26: 3},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': ['close', 'grad-close', 'number-tensor'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
