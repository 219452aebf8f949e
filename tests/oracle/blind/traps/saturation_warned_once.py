"""A fixed-point layer clips its accumulator and warns the first time that this really happened."""

import warnings

import torch
from torch import nn

from fxkit import build, randn


class FixedPointLinear(nn.Module):
    def __init__(self, n_in=4, n_out=3, frac_bits=4, limit=2.0):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(n_out, n_in))
        self.step = 2.0**-frac_bits
        self.limit = limit
        self.warned = False
        self.register_buffer("saturated", torch.zeros((), dtype=torch.long))

    def _note(self, acc):
        over = acc.abs() > self.limit
        if not self.warned and over.any():
            warnings.warn("accumulator saturated; raise the limit", RuntimeWarning)
            self.warned = True
        self.saturated += over.sum()

    @torch.no_grad()
    def forward(self, x):
        w = (self.weight / self.step).round() * self.step
        acc = x @ w.t()
        self._note(acc)
        return acc.clamp(-self.limit, self.limit)


def load():
    return torch.compile(FixedPointLinear())


def cases():
    yield from build(load, lambda: (0.05 * randn(2, 4),), "base zero")
    yield from build(load, lambda: (3 * randn(2, 4),), "base", tag="hot-")

EXPECT = {'topic': 'quantisation',
 'kind': 'warning',
 'verdict': 'any correct rewrite',
 'obligations': ['a warning in one arm', 'a flag of Python is set in one arm'],
 'breaks': {22: 1, 23: 1},
 'gb': ['GB0007', 'GB0170'],
 'naive_differs_in': ['warnings', 'state'],
 'unsafe': ['close',
            'compiled-silent',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
