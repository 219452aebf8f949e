"""full_like takes a number that was read from a tensor."""

import torch

from fxkit import randn, sweep


@torch.compile
def sigma_map(x, sigma):
    level = torch.full_like(x, sigma.item())
    return x * level + level


def cases():
    yield from sweep(sigma_map, lambda: (randn(2, 3), torch.tensor(0.5)), "base nan inf zero half grad")
    yield from sweep(sigma_map, lambda: (randn(2, 3), torch.tensor(14.0)), "base", tag="high-")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R22'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
