"""The last entry of a table of Python floats is read back with item."""

import torch

from fxkit import randn, sweep


BETAS = (0.125, 0.25, 0.5, 0.75)


@torch.compile
def add_noise(x, noise):
    table = torch.tensor(BETAS, dtype=torch.float64)
    b = table[-1].item()
    y = x * (1.0 - b) + noise * b
    return (y + 0.5) * 2.0 - x.abs() + noise


def cases():
    yield from sweep(add_noise, lambda: (randn(3), randn(3, seed=1)), "base nan inf zero half f64 grad nan+grad")

EXPECT = {'topic': 'scheduler',
 'rewrites': ['R21'],
 'breaks': {14: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': []}
