"""The momentum is restarted in place when it points uphill."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def restart(m, g):
    v = m * 0.9 + g
    if (v * g).sum() < 0:
        v.mul_(0.5)
    return v * 0.1


def cases():
    yield from sweep(restart, lambda: (randn(3, 2), randn(3, 2, seed=1)), "base nan inf zero half bf16 f64 empty")
    yield from sweep(restart, lambda: (randn(3, 2) * 4, randn(3, 2) * -1.0), "base nan half", tag="uphill-")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R9', 'R2'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
