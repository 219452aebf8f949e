"""A consistency weight that is raised when the line through the recent losses does not fall any more."""

import numpy as np
import torch
from torch import nn

from fxkit import build, randn


class SlopeMonitor(nn.Module):
    def __init__(self, window=4):
        super().__init__()
        self.register_buffer("losses", torch.zeros(window))
        self.register_buffer("seen", torch.zeros((), dtype=torch.long))

    def push(self, loss):
        self.losses.copy_(torch.cat([self.losses[1:], loss.detach().reshape(1)]))
        self.seen += 1

    def slope(self):
        y = self.losses.cpu().numpy()
        x = np.arange(len(y))
        return np.polyfit(x, y, 1)[0]


class MeanTeacherLoss(nn.Module):
    def __init__(self, dim=4, window=4, raise_by=1.5):
        super().__init__()
        self.student, self.teacher = nn.Linear(dim, 2), nn.Linear(dim, 2)
        self.teacher.requires_grad_(False)
        self.monitor = SlopeMonitor(window)
        self.register_buffer("weight", torch.tensor(0.1))
        self.raise_by = raise_by

    def forward(self, x, noise, target):
        out = self.student(x)
        supervised = (out - target).square().mean()
        consistency = (out - self.teacher(x + noise)).square().mean()
        loss = supervised + self.weight.clone() * consistency
        self.monitor.push(supervised)
        if self.monitor.slope() > -1e-3:
            self.weight.mul_(self.raise_by).clamp_(max=1.0)
        return loss, supervised.detach()


class Run:
    def __init__(self, window=4):
        self.loss = torch.compile(MeanTeacherLoss(window=window))

    def steps(self, x, noise, target, scales):
        return [self.loss(x * s, noise, target) for s in scales]


def load(window=4):
    return Run(window).steps


def cases():
    def batch(*scales):
        return randn(5, 4), 0.1 * randn(5, 4, seed=1), randn(5, 2), scales

    yield from build(load, lambda: batch(3.0, 2.0, 1.0, 0.5, 0.2), "base")
    yield from build(load, lambda: batch(1.0, 2.0, 4.0), "base", tag="rising-")
    yield from build(lambda: load(3), lambda: batch(1.0, 1.0, 1.0, 1.0), "base grad", tag="flat-")

EXPECT = {'topic': 'training',
 'kind': 'numpy',
 'rewrites': [],
 'breaks': {23: 3, 41: 1},
 'gb': ['GB0170', 'GB0294'],
 'skips': 0,
 'graphs_per_call': 25,
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
