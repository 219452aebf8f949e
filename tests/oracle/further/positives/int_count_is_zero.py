"""int() of a count is compared with zero."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
def route(gate, chosen):
    idle = int((chosen == 2).sum())
    w = gate - 0.5
    if idle == 0:
        w = w + 1.0
    else:
        w = w * 2.0
    return w


def cases():
    yield from sweep(route, lambda: (randn(4, 3), ints(0, 3, 6)), "base nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(route, lambda: (randn(4, 3), ints(0, 2, 6)), "base nan half grad nan+grad inf+grad", tag="two-")

EXPECT = {'topic': 'moe',
 'rewrites': ['R22', 'R1'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
