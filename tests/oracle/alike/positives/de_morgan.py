"""A negated conjunction of tensor tests."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def fit(boxes, offset):
    b = boxes + offset
    if not (b.amin() >= 0 and (b[..., 0] <= b[..., 1]).all()):
        b = b.abs()
    else:
        b = b - 0.5
    return b


def cases():
    yield from sweep(fit, lambda: (randn(3, 2), 0.0), "base pos neg nan inf half f64")
    yield from sweep(fit, lambda: (rand(3, 2).sort().values, 0.0), "base nan f64", tag="fit-")

EXPECT = {'topic': 'detection',
 'rewrites': ['R5', 'R1'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
