"""The solver in the untaken arm raises on a singular matrix."""

import torch

from fxkit import randn, sweep


@torch.compile
def newton(h, g):
    if h.diagonal().abs().min() > 0:
        step = torch.linalg.solve(h, g)
    else:
        step = g * 0.1
    return step


def cases():
    yield from sweep(newton, lambda: (torch.eye(2), randn(2)), "base zero")

EXPECT = {'topic': 'optimiser',
 'verdict': 'any correct rewrite',
 'obligations': ['O4'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': []}
