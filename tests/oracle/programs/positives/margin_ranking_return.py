"""A helper returns one of two reductions with a conditional expression."""

import torch

from fxkit import rand, randn, sweep


def hinge(good, bad, margin):
    gap = margin - (good - bad)
    return gap.relu().sum() if (gap > 0).any() else gap.mean()


@torch.compile
def ranking_loss(anchor, positive, negative, margin=0.3):
    return hinge(anchor + positive, anchor + negative, margin=margin) * 2.0


def cases():
    yield from sweep(ranking_loss, lambda: (randn(5), randn(5, seed=1), randn(5, seed=2)), "base zero nan inf half f64 grad nan+grad inf+grad ninf+grad")
    yield from sweep(ranking_loss, lambda: (randn(5), rand(5) + 3, rand(5, seed=1)), "base half grad", tag="easy-")
    yield from sweep(ranking_loss, lambda: (randn(5), randn(5, seed=1), randn(5, seed=2)), "base grad", kwargs={"margin": 0.0}, tag="plain-")

EXPECT = {'topic': 'loss',
 'rewrites': ['R1'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
