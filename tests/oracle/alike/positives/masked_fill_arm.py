"""masked_fill_ of a fresh score matrix in an arm."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def causal(scores, pad):
    s = scores * 0.5
    if pad.any():
        s.masked_fill_(pad, -1e4)
    return s.amax(-1)


def cases():
    yield from sweep(causal, lambda: (randn(3, 4), bools(3, 4)), "base true false nan inf half f64 grad nan+grad inf+grad")

EXPECT = {'topic': 'attention',
 'rewrites': ['R9', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
