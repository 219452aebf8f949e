"""Training step with mixup, lambda drawn from a Beta distribution."""

import numpy as np
import torch
from torch import nn
import torch.nn.functional as F

from fxkit import build, ints, randn


class MixupTask(nn.Module):
    def __init__(self, num_classes=4, alpha=0.4):
        super().__init__()
        self.alpha = alpha
        self.net = nn.Sequential(nn.Conv2d(3, 6, 3, padding=1), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(6, num_classes))

    def mixed_loss(self, x, y_a, y_b, index, lam):
        mixed_x = lam * x + (1 - lam) * x[index]
        pred = self.net(mixed_x)
        return lam * F.cross_entropy(pred, y_a) + (1 - lam) * F.cross_entropy(pred, y_b)

    def training_step(self, x, y):
        lam = np.random.beta(self.alpha, self.alpha) if self.alpha > 0 else 1.0
        index = torch.randperm(x.size(0))
        return self.mixed_loss(x, y, y[index], index, lam)


def step(alpha=0.4):
    task = MixupTask(alpha=alpha)
    return torch.compile(task.training_step)


def cases():
    yield from build(step, lambda: (randn(4, 3, 5, 5), ints(0, 4, 4)), "base grad nan")
    yield from build(lambda: step(0.0), lambda: (randn(4, 3, 5, 5), ints(0, 4, 4)), "base", tag="plain-")


EXPECT = {'topic': 'vision',
 'rewrites': [],
 'breaks': {23: 1},
 'gb': ['GB0294'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
