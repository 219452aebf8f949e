"""A static loop that stops when the residual is small."""

import torch

from fxkit import randn, sweep


@torch.compile
def relax(x, target):
    z = x * 1.0
    for _ in range(4):
        gap = target - z
        if gap.abs().max() < 0.3:
            break
        z = z + gap * 0.5
    return z


def cases():
    yield from sweep(relax, lambda: (randn(4), randn(4, seed=1)), "base big small nan inf zero half f64")
    yield from sweep(relax, lambda: (randn(4), randn(4) + 0.1), "base half", tag="done-")

EXPECT = {'topic': 'scheduler',
 'rewrites': ['R7'],
 'breaks': {13: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
