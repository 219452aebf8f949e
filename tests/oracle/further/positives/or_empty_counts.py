"""Two emptiness tests joined by or."""

import torch

from fxkit import rand, sweep


@torch.compile
def f_score(hits, support):
    if hits.sum() == 0 or support.min() < 0.1:
        score = hits * 0.5
    else:
        score = hits * 2.0 - 1.0
    return score


def cases():
    yield from sweep(f_score, lambda: (rand(4), rand(4, seed=1)), "base zero negzero nan inf half f64 zero+grad grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(f_score, lambda: (rand(4), rand(4, seed=1) + 1), "base zero nan grad", tag="full-")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R5', 'R1'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
