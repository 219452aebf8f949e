"""Scores are lowered to keep at least something above the threshold."""

import torch

from fxkit import randn, sweep


@torch.compile
def relax(scores, threshold: float):
    probs = torch.sigmoid(scores)
    above = torch.nonzero(probs > threshold)
    if len(above) == 0:
        probs = probs + threshold
    return probs


def cases():
    yield from sweep(relax, lambda: (randn(3, 4), 0.5), "base pos neg nan inf zero half f64 grad neg+grad nan+grad inf+grad")

EXPECT = {'topic': 'detection',
 'rewrites': ['R33', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
