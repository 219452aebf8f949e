"""Returns in an elif chain, a static test first."""

import torch

from fxkit import randn, sweep


@torch.compile
def pack(x, bits):
    span = x.amax() - x.amin()
    if bits == 0:
        return x * 1.0
    elif span < 0.5:
        return x * 0.0
    elif span < 3.0:
        return torch.round(x * 4.0) / 4.0
    return torch.round(x)


def cases():
    yield from sweep(pack, lambda: (randn(4), 8), "base small big zero nan half f64 grad")
    yield from sweep(pack, lambda: (randn(4), 0), "base", tag="raw-")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R6', 'R1'],
 'breaks': {13: 1, 15: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
