"""Steps are skipped after an overflow; a Python bool takes part in arithmetic."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def apply_update(w, grad, lr):
    overflow = (~torch.isfinite(grad)).any().item()
    grad = torch.nan_to_num(grad, posinf=0.0, neginf=0.0)
    return w - lr * (1 - overflow) * grad


def cases():
    yield from sweep(lambda g, w: apply_update(w, g, 0.1), lambda: (randn(3), randn(3, seed=1)), "base inf nan")

EXPECT = {'topic': 'optim',
 'verdict': 'any correct rewrite',
 'obligations': ['O13', 'O4'],
 'breaks': {11: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': []}
