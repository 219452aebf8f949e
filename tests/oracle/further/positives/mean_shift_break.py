"""A static loop stops when the points have settled."""

import torch

from fxkit import randn, sweep


@torch.compile
def settle(points, pull):
    x = points + pull
    for _ in range(4):
        moved = x * 0.5 + pull
        if (moved - x).abs().max() < 0.5:
            break
        x = moved
    return x


def cases():
    yield from sweep(settle, lambda: (randn(3, 2), randn(3, 2, seed=1)), "base small big zero nan inf half f64 grad zero+grad big+grad")
    yield from sweep(settle, lambda: (randn(3, 2) * 0.01, randn(3, 2, seed=1) * 0.01), "base grad", tag="calm-")

EXPECT = {'topic': 'detection',
 'rewrites': ['R7'],
 'breaks': {13: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
