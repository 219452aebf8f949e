"""Not one of two critics may run away."""

import torch
from torch import nn

from fxkit import build, randn


class TwinCritic(nn.Module):
    def __init__(self, bound):
        super().__init__()
        self.bound = bound

    def forward(self, q1, q2):
        if not (q1.amax() > self.bound or q2.amax() > self.bound):
            target = torch.minimum(q1, q2)
        else:
            target = (q1 + q2) * 0.5
        return target


def cases():
    yield from build(lambda: torch.compile(TwinCritic(1.0)), lambda: (randn(4), randn(4, seed=3)), "base pos neg big nan inf half grad big+grad inf+grad")
    yield from build(lambda: torch.compile(TwinCritic(50.0)), lambda: (randn(4), randn(4, seed=3)), "base grad big+grad", tag="calm-")

EXPECT = {'topic': 'rl',
 'rewrites': ['R5', 'R1'],
 'breaks': {15: 6},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
