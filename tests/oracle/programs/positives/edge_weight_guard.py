"""Edge weights must be positive."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def aggregate(messages, weights):
    if not (weights > 0).all():
        raise RuntimeError("edge weights must be positive")
    total = weights.sum()
    return (messages * weights[:, None]).sum(0) / total


def cases():
    yield from sweep(aggregate, lambda: (randn(4, 3), rand(4) + 0.1), "base nan inf zero half f64 empty grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(aggregate, lambda: (randn(4, 3), randn(4)), "base half grad", tag="negative-")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R18'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
