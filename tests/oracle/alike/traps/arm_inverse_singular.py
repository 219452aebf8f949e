"""The inverse is only taken of a regular matrix."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def precondition(g, h):
    if h.diagonal().abs().min() > 1e-3:
        step = torch.linalg.inv(h) @ g
    else:
        step = g * 0.5
    return step


def cases():
    yield from sweep(precondition, lambda: (randn(2), torch.zeros(2, 2)), "base")
    yield from sweep(precondition, lambda: (randn(2), torch.eye(2) * 2.0), "base", tag="regular-")

EXPECT = {'topic': 'optimiser',
 'verdict': 'any correct rewrite',
 'obligations': ['O4'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['exception', 'grad_mode', 'type'],
 'unsafe': []}
