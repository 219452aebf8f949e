"""A chained assignment in both arms, written out afterwards."""

import torch

from fxkit import randn, sweep


@torch.compile
def init_messages(x, deg):
    if deg.min() < 1.0:
        src = dst = x * 0.5
    else:
        src = dst = x + 2.0
    return src * 2.0, dst - 1.0


def cases():
    yield from sweep(init_messages, lambda: (randn(3), torch.tensor([0.0, 2.0])), "base nan inf half f64 grad nan+grad inf+grad")
    yield from sweep(init_messages, lambda: (randn(3), torch.tensor([1.0, 2.0])), "base grad", tag="full-")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R3', 'R10'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
