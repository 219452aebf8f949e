"""Skipped updates are counted in a module-level table."""

import torch

from fxkit import randn, sweep


SKIPPED = {"n": 0}


@torch.compile
@torch.no_grad()
def apply_update(weight, grad):
    new = weight - 0.1 * grad
    if torch.isnan(grad).any():
        SKIPPED["n"] += 1
        new = weight * 1.0
    return new


def cases():
    yield from sweep(lambda g, w: apply_update(w, g), lambda: (randn(4), randn(4, seed=1)), "base nan")

EXPECT = {'topic': 'optimiser',
 'verdict': 'any correct rewrite',
 'obligations': ['O3'],
 'breaks': {15: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['value'],
 'unsafe': []}
