"""Three independent updates after one another, each reads the one before."""

import torch

from fxkit import randn, sweep


@torch.compile
def penalties(logits, counts):
    scores = logits - counts
    if scores.amax() > 1.0:
        scores = scores - 0.5
    if scores.amin() < -1.0:
        scores = scores + 0.25
    if not scores.mean() > 0:
        scores = -scores
    return scores


def cases():
    yield from sweep(penalties, lambda: (randn(7), randn(7, seed=5) * 0.1), "base pos neg small big nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R2'],
 'breaks': {11: 1, 13: 1, 15: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
