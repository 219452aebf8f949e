"""The NaN test is `v != v`."""

import torch

from fxkit import randn, sweep


@torch.compile
def robust_value(v, fallback):
    m = v.mean()
    if m != m:
        out = fallback * 2.0
    else:
        out = v - fallback
    return out


def cases():
    yield from sweep(robust_value, lambda: (randn(4), randn(4, seed=2)), "base nan inf ninf zero half f64 allnan")

EXPECT = {'topic': 'rl',
 'rewrites': ['R1'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
