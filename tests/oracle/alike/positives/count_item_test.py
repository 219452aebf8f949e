"""An integer count is read and compared."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def enough(scores, valid):
    s = scores * 2.0
    if valid.sum().item() >= 3:
        s = s - 1.0
    return s


def cases():
    yield from sweep(enough, lambda: (randn(5), bools(5)), "base true false nan inf half f64 grad true+grad nan+grad")

EXPECT = {'topic': 'detection',
 'rewrites': ['R22', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
