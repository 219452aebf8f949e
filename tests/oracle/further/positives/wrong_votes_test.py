"""A count read with int() is tested and not used again."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
def vote(margin, pred, label):
    wrong = int((pred != label).sum())
    if wrong > 2:
        score = margin * 0.5
    else:
        score = margin + 0.5
    return score


def cases():
    yield from sweep(vote, lambda: (randn(6), ints(0, 3, 6), ints(0, 3, 6, seed=1)), "base nan inf half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(vote, lambda: (randn(6), ints(0, 3, 6), ints(0, 3, 6)), "base half grad", tag="right-")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R22', 'R1'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
