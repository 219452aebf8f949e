"""int(torch.ceil(...)) of a static quotient."""

import math

import torch

from fxkit import randn, sweep


@torch.compile
def windows(x, size):
    blocks = int(torch.ceil(torch.tensor(x.shape[0] / size)))
    pad = blocks * size - x.shape[0]
    y = torch.cat([x, x.new_zeros(pad)])
    y = y.view(blocks, size) * 2.0
    y = y - y[:1]
    y = y + 1.0
    return y.flip(0), y.transpose(0, 1) * float(blocks)


def cases():
    yield from sweep(windows, lambda: (randn(10), 4), "base nan half f64 grad")
    yield from sweep(windows, lambda: (randn(8), 4), "base", tag="even-")

EXPECT = {'topic': 'attention',
 'rewrites': ['R21'],
 'breaks': {12: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': []}
