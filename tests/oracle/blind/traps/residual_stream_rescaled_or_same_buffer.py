"""Inference path of a deep residual stack: the stream is rescaled when it grows, then updated in place."""

import torch
from torch import nn

from fxkit import build, randn


class ResidualStack(nn.Module):
    """Works on the activation buffer of the caller where it can, to save memory."""

    def __init__(self, dim=4, depth=2, limit=3.0):
        super().__init__()
        self.blocks = nn.ModuleList([nn.Linear(dim, dim) for _ in range(depth)])
        self.limit = limit

    def rms(self, h):
        return h.pow(2).mean().sqrt()

    @torch.no_grad()
    def forward(self, stream):
        h = stream
        rms = self.rms(h)
        if rms > self.limit:
            h = h * (self.limit / rms)
        for block in self.blocks:
            h += torch.relu(block(h))
        return h.mean(-1)


def make_stack():
    return torch.compile(ResidualStack())


def cases():
    yield from build(make_stack, lambda: (randn(3, 4) * 0.5,), "base", tag="quiet-")
    yield from build(make_stack, lambda: (randn(3, 4) * 20,), "base", tag="loud-")
    yield from build(make_stack, lambda: (torch.zeros(2, 4),), "base", tag="zero-")

EXPECT = {'topic': 'inference',
 'verdict': 'any correct rewrite',
 'obligations': ['O4'],
 'breaks': {24: 2},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
