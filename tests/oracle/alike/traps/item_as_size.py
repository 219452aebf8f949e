"""The number read is the size of the result."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
def pool(feat, graph):
    n = int(graph.amax()) + 1
    out = torch.zeros(n, feat.shape[1])
    return out.index_add(0, graph, feat)


def cases():
    yield from sweep(pool, lambda: (randn(5, 2), ints(0, 3, 5)), "base")

EXPECT = {'topic': 'gnn',
 'verdict': 'decline',
 'obligations': ['O15', 'R22'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['shape'],
 'unsafe': []}
