"""A cache gets a bonus when the prefix is unchanged."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
def reuse_cache(cache, prefix, tokens):
    cache = cache * 0.5
    if torch.equal(prefix, tokens):
        cache = cache + 1.0
    return cache.cumsum(-1)


def cases():
    yield from sweep(reuse_cache, lambda: (randn(2, 3), ints(0, 9, 4), ints(0, 9, 4)), "base nan inf zero half f64 grad nan+grad inf+grad")
    yield from sweep(reuse_cache, lambda: (randn(2, 3), ints(0, 9, 4), ints(0, 9, 4, seed=1)), "base half grad", tag="other-")
    yield from sweep(reuse_cache, lambda: (randn(2, 3), ints(0, 9, 4), ints(0, 9, 5)), "base grad", tag="longer-")

EXPECT = {'topic': 'generation',
 'rewrites': ['R20', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
