"""A static loop over scales with a test in each round."""

import torch

from fxkit import randn, sweep

SCALES = (1.0, 0.5, 0.25)


@torch.compile
def pyramid(noise):
    levels = []
    for s in SCALES:
        n = noise * s
        if n.std(unbiased=False) < 0.4:
            n = n + 1.0
        levels.append(n)
    return torch.cat(levels, 0)


def cases():
    yield from sweep(pyramid, lambda: (randn(2, 4),), "base big small nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R2'],
 'breaks': {15: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
