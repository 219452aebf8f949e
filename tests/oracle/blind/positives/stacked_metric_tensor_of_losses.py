"""A multi task head puts its losses into one tensor for the logger and returns the weighted sum."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


class TaskHead(nn.Module):
    def __init__(self, dim, out, kind):
        super().__init__()
        self.fc = nn.Linear(dim, out)
        self.kind = kind

    def loss(self, h, target):
        pred = self.fc(h)
        if self.kind == "cls":
            return F.cross_entropy(pred, target)
        return F.smooth_l1_loss(pred.squeeze(-1), target)


class MultiTask(nn.Module):
    def __init__(self, dim=6, weights=(1.0, 0.5, 0.25)):
        super().__init__()
        self.trunk = nn.Linear(4, dim)
        self.heads = nn.ModuleDict({
            "species": TaskHead(dim, 3, "cls"),
            "age": TaskHead(dim, 1, "reg"),
            "mass": TaskHead(dim, 1, "reg"),
        })
        self.weights = dict(zip(self.heads, weights))

    def forward(self, x, targets):
        h = self.trunk(x).relu()
        losses = {name: head.loss(h, targets[name]) for name, head in self.heads.items()}
        report = torch.tensor([loss.item() for loss in losses.values()])
        total = sum(self.weights[name] * loss for name, loss in losses.items())
        return total, report


def load():
    return torch.compile(MultiTask())


def cases():
    targets = {"species": ints(0, 3, 5), "age": randn(5), "mass": randn(5, seed=4)}
    yield from build(load, lambda: (randn(5, 4), dict(targets)), "base zero nan")

EXPECT = {'topic': 'training',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {37: 2},
 'gb': ['GB0092', 'GB0124'],
 'skips': 0,
 'graphs_per_call': 1,
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
