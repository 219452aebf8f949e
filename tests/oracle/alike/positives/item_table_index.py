"""A 0-d index is read with item to index a table that is only read."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def alpha_step(x, table, step):
    a = table[step.item()]
    return x * a + a


def cases():
    yield from sweep(alpha_step, lambda: (randn(3), rand(5), torch.tensor(2)), "base nan inf half f64 zero")
    yield from sweep(alpha_step, lambda: (randn(3), rand(5), torch.tensor(4)), "base", tag="last-")

EXPECT = {'topic': 'scheduler',
 'rewrites': ['R25'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
