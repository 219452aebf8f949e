"""The arms set different sets of names that exist before."""

import torch

from fxkit import randn, sweep


@torch.compile
def margins(pos, neg):
    gap = pos - neg
    slack = neg + 0.5
    if gap.mean() > 0.25:
        half = gap / 2.0
        gap = half - 1.0
        slack = slack + half
    else:
        gap = gap.relu()
    return gap, slack


def cases():
    yield from sweep(margins, lambda: (randn(4), randn(4, seed=9)), "base pos neg small nan inf ninf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(margins, lambda: (randn(4) + 8, randn(4, seed=9)), "base grad", tag="apart-")

EXPECT = {'topic': 'loss',
 'rewrites': ['R3'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
