"""A policy that tells in the log how many joints of an action had to be clipped."""

import logging

import torch
from torch import nn

from fxkit import build, randn

logger = logging.getLogger("policy.safety")


class SafePolicy(nn.Module):
    def __init__(self, obs=4, joints=3, limit=0.5):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(obs, 6), nn.ELU(), nn.Linear(6, joints))
        self.register_buffer("low", torch.full((joints,), -limit))
        self.register_buffer("high", torch.full((joints,), limit))

    def forward(self, obs):
        raw = self.net(obs)
        action = torch.minimum(torch.maximum(raw, self.low), self.high)
        clipped = int((action != raw).sum())
        if clipped > 0:
            logger.warning("%d joint commands out of bounds", clipped)
        return action


def load():
    return torch.compile(SafePolicy())


def cases():
    yield from build(load, lambda: (randn(2, 4),), "base grad big nan zero")
    yield from build(load, lambda: (0.01 * randn(2, 4),), "base", tag="calm-")

EXPECT = {'topic': 'robotics',
 'kind': 'logging',
 'rewrites': [],
 'breaks': {23: 2, 25: 2},
 'gb': ['GB0124', 'GB0291'],
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
