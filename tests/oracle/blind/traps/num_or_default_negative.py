"""The scale is taken from the extreme entry, one if that is zero."""

import torch

from fxkit import randn, sweep


@torch.compile
def rescale(x, ref):
    scale = ref.sum().item() or 1.0
    return torch.round(x / scale), scale * x.mean()


def cases():
    yield from sweep(rescale, lambda: (randn(4), torch.tensor([1.5, 0.5])), "base grad", tag="plus-")
    yield from sweep(rescale, lambda: (randn(4), torch.tensor([-1.5, -0.5])), "base", tag="minus-")
    yield from sweep(rescale, lambda: (randn(4), torch.zeros(2)), "base", tag="none-")

EXPECT = {'topic': 'quantisation',
 'verdict': 'any correct rewrite',
 'obligations': ['O15'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': []}
