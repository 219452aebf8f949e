"""How far the trust ratio is from one; the epsilon is below float32 resolution."""

import torch

from fxkit import randn, sweep


@torch.compile
def excess(w, update):
    a = w.norm().item()
    ratio = (a + 1e-12) / a if a else 1.0
    return update * ((ratio - 1.0) * 1e12)


def cases():
    yield from sweep(excess, lambda: (randn(4), randn(4, seed=1)), "base zero grad")

EXPECT = {'topic': 'optim',
 'verdict': 'any correct rewrite',
 'obligations': ['O15'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': []}
