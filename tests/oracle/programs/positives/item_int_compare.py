"""The number of finished samples is read with int() and compared."""

import torch
from torch import nn

from fxkit import build, randn


class Step(nn.Module):
    def __init__(self, patience: int):
        super().__init__()
        self.patience = patience

    def forward(self, sample, timesteps):
        finished = int((timesteps <= 0).sum())
        if finished < self.patience:
            nxt = sample * 0.5
        else:
            nxt = sample - 0.5
        return nxt


def cases():
    yield from build(lambda: torch.compile(Step(2)), lambda: (randn(2, 3), torch.tensor([3, 0, 7])), "base nan half grad inf+grad")
    yield from build(lambda: torch.compile(Step(2)), lambda: (randn(2, 3), torch.tensor([0, 0, 1])), "base half grad", tag="late-")

EXPECT = {'topic': 'scheduler',
 'rewrites': ['R22', 'R1'],
 'breaks': {15: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
