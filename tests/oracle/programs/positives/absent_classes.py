"""Classes without a sample count as one; nothing happens when every class is present."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
def class_average(sums, counts):
    n = counts * 1.0
    if len(torch.nonzero(n == 0)) > 0:
        n = torch.where(n == 0, torch.ones_like(n), n)
    return sums / n


def cases():
    yield from sweep(class_average, lambda: (randn(5), ints(0, 3, 5)), "base nan inf zero half f64 empty grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(class_average, lambda: (randn(5), ints(1, 4, 5)), "base half grad", tag="present-")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R15', 'R33'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
