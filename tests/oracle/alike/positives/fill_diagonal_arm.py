"""fill_diagonal_ on a fresh square matrix in an arm."""

import torch

from fxkit import rand, sweep


@torch.compile
@torch.no_grad()
def adjacency(sim):
    adj = sim * 0.5
    if adj.diagonal().sum() > 0.5:
        adj.fill_diagonal_(0.0)
    return adj + adj.T


def cases():
    yield from sweep(adjacency, lambda: (rand(3, 3),), "base neg zero nan inf f64")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R9', 'R2'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
