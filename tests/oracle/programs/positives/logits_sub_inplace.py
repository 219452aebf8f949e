"""Shift fresh logits in place in either arm."""

import torch
from torch import nn

from fxkit import build, randn


class Shift(nn.Module):
    def forward(self, logits):
        z = logits / 0.8
        if z.detach().amin() > -1.0:
            z.add_(1.0)
        else:
            z.sub_(2.0)
        return z


def load():
    return torch.compile(Shift())


def cases():
    yield from build(load, lambda: (randn(2, 4),), "base pos nan inf half f64 grad pos+grad nan+grad")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R9', 'R2'],
 'breaks': {12: 4},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
