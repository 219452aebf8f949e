"""A static flag or a tensor test enable the rescaling."""

import torch

from fxkit import randn, sweep


@torch.compile
def renorm(x, *, always: bool = False):
    y = x + 0.25
    if always or (y > 2.0).any():
        y = y * 0.1
    return y - 1.0


def cases():
    yield from sweep(renorm, lambda: (randn(4),), "base big small nan half grad inf+grad")
    yield from sweep(renorm, lambda: (randn(4),), "base grad", {"always": True}, "always-")

EXPECT = {'topic': 'norm',
 'rewrites': ['R5', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
