"""A static loop stops when the residual is small."""

import torch

from fxkit import randn, sweep


@torch.compile
def refine(x, target, tol):
    y = x * 1.0
    for _ in range(4):
        gap = target - y
        if gap.abs().amax() < tol:
            break
        y = y + 0.5 * gap
    return y


def cases():
    yield from sweep(refine, lambda: (randn(4), randn(4, seed=1), 0.25), "base nan zero half f64 small")
    yield from sweep(refine, lambda: (randn(4), randn(4) + 0.01, 0.25), "base", tag="near-")
    yield from sweep(refine, lambda: (randn(4), randn(4) + 0.9, 0.25), "base", tag="mid-")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R8'],
 'breaks': {13: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
