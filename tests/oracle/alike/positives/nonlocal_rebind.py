"""Both arms rebind a tensor of the enclosing factory."""

import torch

from fxkit import build, randn


def make():
    best = torch.full((3,), -1.0)

    @torch.compile
    def keep(value):
        nonlocal best
        value = value.detach()
        if value.mean() > best.mean():
            best = value * 1.0
        else:
            best = best - 0.125
        return value - best

    return keep


def cases():
    yield from build(make, lambda: (randn(3),), "base pos neg nan inf zero")

EXPECT = {'topic': 'rl',
 'rewrites': ['R43', 'R8'],
 'breaks': {15: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
