"""An early return of the draft when every ratio is high."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def accept(draft, target, ratio):
    if ratio.min() > 0.5:
        return draft * 1.0, ratio + 2.0
    mixed = target - 0.5
    return mixed * 2.0, ratio * 0.5


def cases():
    yield from sweep(accept, lambda: (randn(4), randn(4, seed=1), rand(4)), "base nan inf half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(accept, lambda: (randn(4), randn(4, seed=1), rand(4) + 0.75), "base half grad", tag="high-")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R6', 'R10'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
