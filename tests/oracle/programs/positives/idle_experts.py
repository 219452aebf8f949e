"""The number of indices of one-argument where decides an update."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
def rebalance(router_logits, load):
    logits = router_logits * 1.0
    idle = torch.where(load == 0)[0].shape[0]
    if idle > 0:
        logits = logits - 0.5
    return logits


def cases():
    yield from sweep(rebalance, lambda: (randn(4, 3), ints(0, 2, 3)), "base nan inf half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(rebalance, lambda: (randn(4, 3), ints(1, 5, 3)), "base half grad", tag="busy-")
    yield from sweep(rebalance, lambda: (randn(4, 3), torch.zeros(3, dtype=torch.int64)), "base grad", tag="none-")

EXPECT = {'topic': 'moe',
 'rewrites': ['R33', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
