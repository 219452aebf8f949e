"""Two edge lists decide between a symmetric and a directed update."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
def update(x, senders, receivers):
    agg = torch.zeros_like(x).index_add(0, receivers, x[senders])
    if torch.equal(senders, receivers):
        out = agg * 0.5
    else:
        out = agg - 1.0
    return torch.relu(out)


def cases():
    yield from sweep(update, lambda: (randn(4, 2), ints(0, 4, 5), ints(0, 4, 5, seed=1)), "base nan inf half f64 grad nan+grad")
    yield from sweep(update, lambda: (randn(4, 2), ints(0, 4, 5), ints(0, 4, 5)), "base half grad inf+grad", tag="loops-")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R20', 'R1'],
 'breaks': {11: 1},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
