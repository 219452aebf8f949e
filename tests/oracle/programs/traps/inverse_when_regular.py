"""The inverse raises for a singular preconditioner, which the test keeps away."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def precondition(grad, curvature):
    step = grad * 0.1
    if torch.linalg.det(curvature).abs() > 1e-6:
        step = torch.linalg.inv(curvature) @ step
    return step


def cases():
    yield from sweep(precondition, lambda: (randn(2, 1), torch.eye(2) * 2), "base")
    yield from sweep(precondition, lambda: (randn(2, 1), torch.zeros(2, 2)), "base", tag="singular-")

EXPECT = {'topic': 'optimiser',
 'verdict': 'any correct rewrite',
 'obligations': ['O4'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['exception', 'grad_mode', 'type'],
 'unsafe': []}
