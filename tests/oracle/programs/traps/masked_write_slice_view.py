"""The masked write goes through a slice into the buffer."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
@torch.no_grad()
def update_tail(buf, new, mask):
    out = buf * 1.0
    tail = out[2:]
    tail[mask] = new[mask]
    return out


def cases():
    yield from sweep(update_tail, lambda: (randn(5), randn(3), bools(3)), "base true false")

EXPECT = {'topic': 'sampler',
 'verdict': 'any correct rewrite',
 'obligations': ['R31', 'O11'],
 'breaks': {13: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['values'],
 'unsafe': ['fresh-result']}
