"""The early return skips an in-place update of the buffer."""

import torch
import torch.nn as nn

from fxkit import build, randn


class Ema(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("avg", torch.ones(3))

    @torch.compile
    def forward(self, x):
        y = x * self.avg
        if torch.isnan(y).any():
            return y * 0.0
        self.avg.mul_(0.5)
        return y + 1.0


def cases():
    yield from build(Ema, lambda: (randn(3),), "base nan zero")

EXPECT = {'topic': 'scheduler',
 'verdict': 'any correct rewrite',
 'obligations': ['O3', 'O12'],
 'breaks': {17: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
