"""The test reads `.data`; the arm does not."""

import torch

from fxkit import randn, sweep


@torch.compile
def max_norm(w, x):
    scaled = w * 0.5
    if w.data.abs().amax() > 1.0:
        scaled = scaled - 0.25
    return scaled * x


def cases():
    yield from sweep(max_norm, lambda: (randn(3), randn(2, 3)), "base small big nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R41', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
