"""Messages shrink if node degrees are known and some node is a hub."""

import torch

from fxkit import ints, randn, sweep


HUB = 8


@torch.compile
def messages(x, index, degree=None):
    msg = x.index_select(0, index) * 0.5
    if degree is not None and (degree > HUB).any():
        msg = msg / HUB
    return torch.tanh(msg)


def cases():
    index = torch.tensor([0, 2, 1, 0])
    yield from sweep(messages, lambda: (randn(3, 2), index, ints(7, 12, 3)), "base nan inf half f64 grad nan+grad")
    yield from sweep(messages, lambda: (randn(3, 2), index, ints(1, 5, 3)), "base half grad nan+grad inf+grad", tag="sparse-")
    yield from sweep(messages, lambda: (randn(3, 2), index), "base grad", tag="plain-")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R5', 'R2'],
 'breaks': {14: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
