"""A Python list goes through a tensor to be indexed."""

import torch

from fxkit import randn, sweep


@torch.compile
def timestep(x, steps, i):
    t = int(torch.tensor(steps)[i])
    e = torch.sin(x * t) + torch.cos(x / t)
    f = e * 2.0 - x
    return f.relu() + e.abs() - t


def cases():
    yield from sweep(timestep, lambda: (randn(3), [1, 5, 9], 1), "base nan half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(timestep, lambda: (randn(3), [1, 5, 9], -1), "base", tag="last-")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R21'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': []}
