"""Two guards with different types, the second one raised from None."""

import torch

from fxkit import randn, sweep


@torch.compile
def lookup(table, ids):
    if ids.min() < 0:
        raise IndexError("negative id")
    vec = table.index_select(0, ids.clamp(0, table.shape[0] - 1))
    if ids.max() >= table.shape[0]:
        raise KeyError("unknown id") from None
    return vec * 2.0


def cases():
    yield from sweep(lookup, lambda: (randn(3, 2), torch.tensor([0, 2])), "base nan half grad")
    yield from sweep(lookup, lambda: (randn(3, 2), torch.tensor([-1, 7])), "base", tag="low-")
    yield from sweep(lookup, lambda: (randn(3, 2), torch.tensor([1, 3])), "base grad", tag="high-")

EXPECT = {'topic': 'tokenizer',
 'rewrites': ['R18'],
 'breaks': {10: 1, 13: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
