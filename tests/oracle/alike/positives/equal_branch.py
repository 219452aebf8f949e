"""torch.equal of two label vectors of one shape."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
def bonus(score, pred, label):
    if torch.equal(pred, label):
        out = score + 10.0
    else:
        out = score * 0.5
    return out


def cases():
    yield from sweep(bonus, lambda: (randn(3), ints(0, 3, 5), ints(0, 3, 5)), "base nan inf half f64 grad")
    yield from sweep(bonus, lambda: (randn(3), ints(0, 3, 5), ints(0, 3, 5, seed=2)), "base grad", tag="off-")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R20', 'R1'],
 'breaks': {10: 1},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
