"""A comprehension drops elements."""

import torch

from fxkit import randn, sweep


@torch.compile
def survivors(beams):
    return [b * 2.0 for b in beams if b.sum() > 0]


def cases():
    yield from sweep(survivors, lambda: ([randn(2), randn(2, seed=1)],), "pos neg")

EXPECT = {'topic': 'sampler',
 'verdict': 'decline',
 'obligations': ['O5'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['length'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
