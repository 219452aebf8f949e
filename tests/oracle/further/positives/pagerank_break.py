"""A power iteration stops when the ranks have settled."""

import torch

from fxkit import rand, sweep


@torch.compile
def pagerank(adj, rank):
    rank = rank * 1.0
    for _ in range(4):
        nxt = rank @ adj * 0.5 + 0.1
        if (nxt - rank).abs().max() < 0.05:
            break
        rank = nxt
    return rank


def cases():
    yield from sweep(pagerank, lambda: (rand(3, 3), rand(3)), "base zero nan inf half f64")
    yield from sweep(pagerank, lambda: (torch.eye(3) * 0.5, rand(3) * 0.1), "base half", tag="settled-")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R7'],
 'breaks': {13: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
