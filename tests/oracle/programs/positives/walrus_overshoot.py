"""The overshoot is bound inside the test and used by the arm and afterwards."""

import torch
from torch import nn

from fxkit import build, randn


class Projected(nn.Module):
    radius = 2.0

    def forward(self, step):
        step = step * 0.5
        if (over := step.abs().amax() - self.radius) > 0:
            step = step - over
        return step, over


def cases():
    yield from build(lambda: torch.compile(Projected()), lambda: (randn(2, 3),), "base big small nan inf half f64 grad big+grad")

EXPECT = {'topic': 'scheduler',
 'rewrites': ['R2'],
 'breaks': {14: 4},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
