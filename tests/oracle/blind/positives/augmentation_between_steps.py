"""Mixing of images is active in a window of training steps; the step is counted in a buffer."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, ints, randn


class WindowedMixing(nn.Module):
    def __init__(self, start=1, stop=3, lam=0.7):
        super().__init__()
        self.start, self.stop, self.lam = start, stop, lam
        self.register_buffer("step", torch.zeros((), dtype=torch.long))
        self.net = nn.Linear(6, 3)

    def forward(self, x, y):
        target = F.one_hot(y, 3).float()
        if self.start <= self.step.item() < self.stop:
            x = self.lam * x + (1 - self.lam) * x.flip(0)
            target = self.lam * target + (1 - self.lam) * target.flip(0)
        self.step += 1
        return -(target * F.log_softmax(self.net(x), dim=-1)).sum(dim=-1).mean()


def load():
    return torch.compile(WindowedMixing())


def cases():
    yield from build(load, lambda: (randn(4, 6), ints(0, 3, 4)), "base grad nan")

EXPECT = {'topic': 'vision',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {19: 1},
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
