"""Augmented multiplication of fresh scores in an arm without else."""

import torch

from fxkit import randn, sweep


@torch.compile
def attend(q, k):
    scores = q * k - 0.5
    if scores.abs().mean() > 1.0:
        scores *= 0.125
    return scores.sum(-1)


def cases():
    yield from sweep(attend, lambda: (randn(2, 4), randn(2, 4, seed=1)), "base big small nan inf zero half f64 empty")
    yield from sweep(attend, lambda: (randn(2, 4) + 1.0, randn(2, 4, seed=1).abs() + 1.0), "base grad", tag="large-")

EXPECT = {'topic': 'attention',
 'rewrites': ['R9', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
