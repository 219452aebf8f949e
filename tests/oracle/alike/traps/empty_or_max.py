"""The static test protects max() from an empty tensor."""

import torch

from fxkit import randn, sweep


@torch.compile
def trim(x, extra):
    y = x + 1.0
    if extra.numel() > 0 and extra.max() > 0:
        y = y * 2.0
    return y


def cases():
    yield from sweep(trim, lambda: (randn(3), randn(2)), "base neg")
    yield from sweep(trim, lambda: (randn(3), torch.zeros(0)), "base", tag="none-")

EXPECT = {'topic': 'sampler',
 'verdict': 'any correct rewrite',
 'obligations': ['O6', 'R5'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['exception'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
