"""A cheap reproducible offset from the first token (a linear congruential step)."""

import torch

from fxkit import randn, sweep


@torch.compile
def jitter(x, tokens):
    first = tokens[0].item()
    offset = (first * 6364136223846793005 + 1442695040888963407) % 1000003
    return x + offset / 1000003.0


def cases():
    yield from sweep(jitter, lambda: (randn(3), torch.tensor([0, 7])), "base", tag="zero-")
    yield from sweep(jitter, lambda: (randn(3), torch.tensor([12, 7])), "base grad", tag="large-")

EXPECT = {'topic': 'sampling',
 'verdict': 'any correct rewrite',
 'obligations': ['O15'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': []}
