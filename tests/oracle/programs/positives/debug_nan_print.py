"""A debug line appears only when the loss holds NaN."""

import torch
from torch import nn

from fxkit import build, randn


class DebugLoss(nn.Module):
    debug = True

    def forward(self, pred, target):
        loss = (pred - target).abs().sum()
        if self.debug and torch.isnan(loss):
            print("[debug] loss is nan")
        return loss


def load():
    return torch.compile(DebugLoss())


def cases():
    yield from build(load, lambda: (randn(4), randn(4, seed=1)), "base nan inf zero half grad nan+grad")

EXPECT = {'topic': 'loss',
 'rewrites': ['R36', 'R17'],
 'breaks': {14: 3, 15: 1},
 'gb': ['GB0059', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
