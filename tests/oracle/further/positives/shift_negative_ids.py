"""The number of rows of nonzero() decides an else-less update of integer ids."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
def relabel(nodes, feats):
    ids = nodes + 1
    low = ids.min()
    if (ids < 0).nonzero().shape[0] > 0:
        ids = ids - low
    return feats.sum(0) * ids[:, None], ids


def cases():
    yield from sweep(relabel, lambda: (ints(-4, 3, 5), randn(2, 3)), "base nan half grad nan+grad inf+grad neg+grad")
    yield from sweep(relabel, lambda: (ints(0, 4, 5), randn(2, 3)), "base half grad inf+grad", tag="clean-")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R2', 'R33'],
 'breaks': {12: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
