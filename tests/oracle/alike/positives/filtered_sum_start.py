"""sum() over a filtered generator with a tensor start."""

import torch

from fxkit import randn, sweep


@torch.compile
def total(base, *terms):
    base = base * 0.5
    return sum((t * 2.0 for t in terms if t.amax() > 0.5), base)


def cases():
    yield from sweep(total, lambda: (randn(3), randn(3, seed=1), randn(3, seed=2)), "base nan inf zero half f64 big")
    yield from sweep(total, lambda: (randn(3), randn(3, seed=3).abs() + 1.0), "base", tag="one-")

EXPECT = {'topic': 'loss',
 'rewrites': ['R44'],
 'breaks': {11: 2},
 'gb': ['GB0170', 'GB8335'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
