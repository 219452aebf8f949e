"""all() over the selected scores."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def confident(conf, valid):
    out = conf * 3.0
    if (conf[valid] > 0.25).all():
        out = out + 1.0
    return out


def cases():
    yield from sweep(confident, lambda: (randn(3, 3), bools(3, 3)), "base pos neg true false nan inf half f64 grad pos+grad nan+grad inf+grad ninf+grad neg+grad")

EXPECT = {'topic': 'detection',
 'rewrites': ['R30', 'R33', 'R2'],
 'breaks': {11: 2},
 'gb': ['GB0036', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
