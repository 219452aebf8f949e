"""A bool is kept in a variable and negated later."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def suppress(scores, keep):
    empty = bool((keep.sum() == 0))
    out = scores * keep
    if not empty:
        out = out - out.mean()
    return out


def cases():
    yield from sweep(suppress, lambda: (randn(5), bools(5)), "base true false nan half f64 grad false+grad")

EXPECT = {'topic': 'detection',
 'rewrites': ['R2'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
