"""Both arms write the same element."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
@torch.no_grad()
def bootstrap(values, last):
    out = values * 0.9
    if last.sum() > 0:
        out[-1] = last.sum()
    else:
        out[-1] = 0.0
    return out


def cases():
    yield from sweep(bootstrap, lambda: (randn(4), randn(3)), "base nan half f64")
    yield from sweep(bootstrap, lambda: (randn(4), -rand(3)), "base half", tag="neg-")

EXPECT = {'topic': 'rl',
 'rewrites': ['R9', 'R1'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
