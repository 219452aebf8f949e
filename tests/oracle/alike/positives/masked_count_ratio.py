"""The size of a masked selection is a factor."""

import torch

from fxkit import rand, sweep


@torch.compile
def load_ratio(gates, floor):
    used = gates[gates > floor].shape[0]
    return gates * (used / gates.numel())


def cases():
    yield from sweep(load_ratio, lambda: (rand(2, 4), 0.5), "base zero ones nan f64 small")

EXPECT = {'topic': 'moe',
 'rewrites': ['R33'],
 'breaks': {10: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
