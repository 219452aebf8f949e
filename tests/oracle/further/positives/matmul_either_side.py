"""The same function call with one of two operands, as a conditional expression."""

import torch
import torch.nn.functional as F

from fxkit import randn, sweep


@torch.compile
def convolve(x, near, far, weight):
    ready = x * 0.5
    out = F.linear(near, weight) if ready.amax() > 1.0 else F.linear(far, weight)
    return out + ready


def cases():
    yield from sweep(convolve, lambda: (randn(3, 2), randn(3, 4), randn(3, 4, seed=3), randn(2, 4)), "base small big nan inf zero half f64 grad big+grad small+grad neg+grad pos+grad nan+grad inf+grad ninf+grad")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R11'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
