"""The activation itself is chosen by a tensor."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def gated(x, gate):
    act = torch.relu if gate.mean() > 0 else torch.tanh
    return act(x * 2.0) + gate


def cases():
    yield from sweep(gated, lambda: (randn(3), randn(3, seed=1)), "base nan inf half f64 grad nan+grad")
    yield from sweep(gated, lambda: (randn(3), -rand(3)), "base half grad", tag="neg-")

EXPECT = {'topic': 'norm',
 'rewrites': ['R3'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['finite-grad', 'grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
