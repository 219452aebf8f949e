"""The timesteps of a loop are listed from an arange."""

import torch

from fxkit import randn, sweep


@torch.compile
def denoise(x, eps):
    steps = torch.arange(0, 4)
    for t in steps.tolist():
        x = x - eps * (0.5 * (t + 1))
    return x


def cases():
    yield from sweep(denoise, lambda: (randn(2, 3), randn(2, 3, seed=1)), "base nan inf zero half f64 empty grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'scheduler',
 'rewrites': ['R21'],
 'breaks': {11: 1},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': []}
