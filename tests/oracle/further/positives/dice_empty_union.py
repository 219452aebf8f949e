"""The dice denominator is smoothed when both masks are empty."""

import torch

from fxkit import rand, sweep


@torch.compile
def dice(pred, target):
    inter = (pred * target).sum()
    total = pred.sum() + target.sum()
    if total == 0:
        total = total + 1.0
    return 2.0 * inter / total


def cases():
    yield from sweep(dice, lambda: (rand(4, 4), rand(4, 4, seed=1)), "base nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(dice, lambda: (torch.zeros(4, 4), torch.zeros(4, 4)), "base negzero half f64 grad", tag="blank-")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R2'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
