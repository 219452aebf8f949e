"""nonzero(as_tuple=True) indexes a constant store."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def mute(scores, pad):
    s = scores * 0.25
    idx = pad.nonzero(as_tuple=True)
    s[idx] = -1.0
    return s


def cases():
    yield from sweep(mute, lambda: (randn(2, 5), bools(2, 5)), "base true false nan inf half f64 grad inf+grad nan+grad")

EXPECT = {'topic': 'attention',
 'rewrites': ['R31'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
