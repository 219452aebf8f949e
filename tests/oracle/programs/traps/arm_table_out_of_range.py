"""The table is only read when every id fits."""

import torch

from fxkit import ints, sweep


@torch.compile
def embed(ids, table):
    if ids.max() < table.shape[0]:
        y = table[ids]
    else:
        y = table[ids % table.shape[0]] * 0.5
    return y


def cases():
    yield from sweep(embed, lambda: (torch.tensor([0, 2, 1]), torch.ones(3, 2)), "base")
    yield from sweep(embed, lambda: (torch.tensor([0, 7, 1]), torch.ones(3, 2)), "base", tag="oov-")

EXPECT = {'topic': 'generation',
 'verdict': 'any correct rewrite',
 'obligations': ['O4'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': []}
