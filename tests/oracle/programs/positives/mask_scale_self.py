"""The padded entries of a fresh loss are scaled down."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def weigh_tokens(loss, pad):
    out = loss + 0.5
    out[pad] = out[pad] * 0.25
    return out.mean()


def cases():
    yield from sweep(weigh_tokens, lambda: (randn(3, 4), bools(3, 4)), "base true false nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'loss',
 'rewrites': ['R32'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
