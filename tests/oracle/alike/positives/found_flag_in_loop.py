"""A Python flag is raised inside a static loop."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def merge(parts):
    hot = False
    for p in parts:
        if p.abs().max() > 2.0:
            hot = True
    total = torch.stack(parts).sum(0)
    if hot:
        total = total / 4.0
    return total


def cases():
    yield from sweep(merge, lambda: ([randn(3), randn(3, seed=1)],), "base big small nan inf half f64")
    yield from sweep(merge, lambda: ([rand(3), rand(3, seed=1)],), "base half", tag="calm-")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R44', 'R7', 'R2'],
 'breaks': {12: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
