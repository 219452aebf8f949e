"""Attention scores are shifted when their largest entry is high."""

import torch

from fxkit import randn, sweep


@torch.compile
def attend(query, key, value):
    scores = (query * key).cumsum(-1)
    if scores.detach().max() > 5.0:
        shift = scores.detach().amax(-1, keepdim=True)
        scores = scores - shift
    return scores + value


def cases():
    yield from sweep(attend, lambda: (randn(2, 6), randn(2, 6, seed=1), randn(2, 6, seed=2)), "base big small nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(attend, lambda: (randn(2, 6) * 0.1, randn(2, 6, seed=1), randn(2, 6, seed=2)), "base half grad", tag="soft-")

EXPECT = {'topic': 'attention',
 'rewrites': ['R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
