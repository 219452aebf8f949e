"""The arm appends to a list held by the module."""

import torch
from torch import nn

from fxkit import build, randn


class KLMonitor(nn.Module):
    def __init__(self):
        super().__init__()
        self.history = []

    def forward(self, logp, ref):
        kl = logp - ref
        if kl.mean() > 0.1:
            self.history.append("high")
            kl = kl * 0.5
        return kl


def cases():
    yield from build(lambda: torch.compile(KLMonitor()), lambda: (randn(4), torch.zeros(4)), "pos neg pos+grad")

EXPECT = {'topic': 'rl',
 'verdict': 'any correct rewrite',
 'obligations': ['O3'],
 'breaks': {16: 2},
 'gb': ['GB0170'],
 'naive_differs_in': ['length'],
 'unsafe': []}
