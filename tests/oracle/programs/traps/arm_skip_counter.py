"""Skipped steps are counted on the optimiser object."""

import torch

from fxkit import randn, sweep


class Scaler:
    def __init__(self):
        self.skipped = 0
        self.scale = 4.0


@torch.compile
@torch.no_grad()
def unscale(grad, scaler):
    g = grad / scaler.scale
    if not torch.isfinite(g).all():
        scaler.skipped += 1
        g = torch.zeros_like(g)
    return g


def cases():
    yield from sweep(unscale, lambda: (randn(4), Scaler()), "base nan inf")

EXPECT = {'topic': 'optimiser',
 'verdict': 'any correct rewrite',
 'obligations': ['O3', 'R8'],
 'breaks': {18: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['value'],
 'unsafe': []}
