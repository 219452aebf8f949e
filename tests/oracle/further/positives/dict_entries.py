"""Both arms build a dictionary with the same keys."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def summary(errors, weight):
    e = errors * 2.0
    if weight.mean() > 0.5:
        out = {"center": e - 1.0, "spread": e + 1.0}
    else:
        out = {"center": e * 0.5, "spread": e.abs()}
    return out


def cases():
    yield from sweep(summary, lambda: (randn(5), rand(5)), "base pos nan inf zero half f64 grad nan+grad neg+grad")
    yield from sweep(summary, lambda: (randn(5), rand(5) + 0.5), "base nan half grad nan+grad", tag="heavy-")
    yield from sweep(summary, lambda: (randn(5), rand(5) * 0.5), "base nan half grad nan+grad", tag="light-")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R10'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
