"""The source is consumed in order, not by position."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def fill(x, mask, src):
    y = x * 1.0
    y[mask] = src[: int(mask.sum())]
    return y


def cases():
    yield from sweep(fill, lambda: (randn(4), torch.tensor([False, True, False, True]), randn(4, seed=1)), "base true false")

EXPECT = {'topic': 'tokenizer',
 'verdict': 'any correct rewrite',
 'obligations': ['R31'],
 'breaks': {12: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
