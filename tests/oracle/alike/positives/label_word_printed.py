"""A word chosen by a tensor is printed."""

import torch

from fxkit import randn, sweep


@torch.compile
def verdict(scores):
    probs = scores.sigmoid()
    word = "hit" if probs.amax() > 0.75 else "miss"
    print("verdict:", word)
    return probs - 0.5


def cases():
    yield from sweep(verdict, lambda: (randn(3),), "base neg big nan half f64 grad")

EXPECT = {'topic': 'detection',
 'rewrites': ['R36', 'R3'],
 'breaks': {11: 1, 12: 1},
 'gb': ['GB0059', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
