"""A second test inside the else arm, after a statement of its own."""

import torch

from fxkit import randn, sweep


@torch.compile
def weigh(gate, prior):
    g = gate + prior
    if g.max() > 2.0:
        g = g * 0.25
    else:
        g = g - 0.5
        if g.min() < -2.0:
            g = g + 1.0
    return g


def cases():
    yield from sweep(weigh, lambda: (randn(4), randn(4, seed=1)), "base pos neg big small nan inf ninf zero half f64 grad pos+grad neg+grad nan+grad inf+grad ninf+grad")
    yield from sweep(weigh, lambda: (randn(4) - 3.0, randn(4, seed=1) * 0.1), "base grad", tag="low-")

EXPECT = {'topic': 'moe',
 'rewrites': ['R4', 'R3'],
 'breaks': {11: 1, 15: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
