"""A tensor-dependent break out of a static loop."""

import torch

from fxkit import rand, sweep


@torch.compile
def refine(x, step):
    est = x * 1.0
    for _ in range(4):
        est = est - step
        if est.mean() < 0.0:
            break
    return est * 2.0


def cases():
    yield from sweep(refine, lambda: (rand(5), 0.25), "base pos neg big nan inf zero half f64")
    yield from sweep(refine, lambda: (rand(5), 0.75), "base half", tag="fast-")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R7'],
 'breaks': {13: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
