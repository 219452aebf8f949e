"""An integer product over a selection made by masked_select of a comparison."""

import torch

from fxkit import ints, sweep


@torch.compile
def capacity(sizes, cap):
    n = torch.masked_select(sizes, sizes <= cap).prod()
    return sizes + n


def cases():
    yield from sweep(capacity, lambda: (ints(1, 6, 5), 3), "base empty")
    yield from sweep(capacity, lambda: (ints(1, 6, 5), 0), "base", tag="none-")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R30'],
 'breaks': {10: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
