"""`not loss <= limit` is also true for NaN: turning the comparison round loses that."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def guarded_update(weight, grad, loss, limit=10.0):
    if not loss.sum() <= limit:
        step = torch.zeros_like(grad)
    else:
        step = grad.clamp(-1.0, 1.0)
    return weight - 0.1 * step, step


def cases():
    yield from sweep(guarded_update, lambda: (randn(3), randn(3, seed=1), torch.tensor([0.5, 0.25])), "base")
    yield from sweep(guarded_update, lambda: (randn(3), randn(3, seed=1), torch.tensor([0.5, float("nan")])), "base", tag="bad-")
    yield from sweep(guarded_update, lambda: (randn(3), randn(3, seed=1), torch.tensor([0.5, 30.0])), "base", tag="high-")


EXPECT = {'topic': 'training',
 'verdict': 'any correct rewrite',
 'obligations': ['O2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': []}
