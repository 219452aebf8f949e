"""Python's round() of the double is not torch.round of the float."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def snap(x, sigma):
    s = round(sigma.mean().item(), 1)
    return x * s


def cases():
    yield from sweep(snap, lambda: (randn(8), torch.tensor([0.25, 0.25])), "base half f64")
    yield from sweep(snap, lambda: (randn(8), torch.tensor([0.15, 0.15])), "base", tag="b-")
    yield from sweep(snap, lambda: (randn(8), torch.tensor([float("nan"), 1.0])), "base", tag="nan-")

EXPECT = {'topic': 'scheduler',
 'verdict': 'any correct rewrite',
 'obligations': ['R22', 'O15'],
 'breaks': {11: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': ['close', 'grad-close']}
