"""`if not (...).any()` with an arm for nodes without open gates."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def aggregate(messages, gate):
    total = messages.sum(dim=1)
    if not (gate > 0.5).any():
        node = total * 0.1
    else:
        node = total + 1.0
    return node.relu()


def cases():
    yield from sweep(aggregate, lambda: (randn(4, 3), rand(3)), "base pos neg nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(aggregate, lambda: (randn(4, 3), rand(3) * 0.25), "base nan half", tag="shut-")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R1'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
