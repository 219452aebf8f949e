"""Two statements of the arm update the same name."""

import torch

from fxkit import randn, sweep


@torch.compile
def settle(feat):
    h = feat * 0.5
    spread = h.amax() - h.amin()
    if spread > 1.5:
        h = h - 0.1
        h = h * 0.5
    return h + 2.0


def cases():
    yield from sweep(settle, lambda: (randn(3, 4),), "base small big pos neg nan inf zero half bf16 f64 small+grad grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'norm',
 'rewrites': ['R2'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
