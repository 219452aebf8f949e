"""The leaf starts to require grad in one arm."""

import torch

from fxkit import randn, sweep


@torch.compile
def unfreeze(w, epoch):
    if epoch.max() >= 3:
        w.requires_grad_(True)
    return w * 2.0


def cases():
    yield from sweep(unfreeze, lambda: (randn(3), torch.tensor([1])), "base")
    yield from sweep(unfreeze, lambda: (randn(3), torch.tensor([4])), "base", tag="late-")

EXPECT = {'topic': 'optimiser',
 'verdict': 'any correct rewrite',
 'obligations': ['R41', 'O3'],
 'breaks': {10: 1, 11: 1},
 'gb': ['GB0125', 'GB0170'],
 'naive_differs_in': ['None or not', 'requires_grad'],
 'unsafe': []}
