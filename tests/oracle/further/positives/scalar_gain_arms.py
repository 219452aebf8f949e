"""The arms are Python floats that only scale a tensor."""

import torch

from fxkit import randn, sweep


@torch.compile
def adapt(step, drift):
    if drift.abs().mean() > 0.5:
        gain = 0.25
    else:
        gain = 2.0
    return step * gain


def cases():
    yield from sweep(adapt, lambda: (randn(3, 2), randn(4)), "base nan inf zero f64 grad nan+grad")
    yield from sweep(adapt, lambda: (randn(3, 2), randn(4) * 0.1), "base f64 grad inf+grad", tag="calm-")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R1'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
