"""The best candidate so far, starting from None."""

import torch

from fxkit import randn, sweep


@torch.compile
def pick(cands):
    best = None
    for c in cands:
        c = c * 2.0
        if best is None or c.sum() > best.sum():
            best = c
    return best


def cases():
    yield from sweep(pick, lambda: ([randn(3), randn(3, seed=1), randn(3, seed=2)],), "base pos neg nan half f64 grad")
    yield from sweep(pick, lambda: ([randn(3)],), "base", tag="one-")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R10'],
 'breaks': {13: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
