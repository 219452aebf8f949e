"""Message passing in place: later nodes see the values of updated neighbours."""

import torch

from fxkit import randn, sweep


def gate(h):
    return torch.tanh(h).sum()


@torch.compile
def propagate(h, parents):
    h = h.clone()
    for node in range(1, h.shape[0]):
        parent = parents[node]
        if gate(h[parent]) > 0:
            h[node] = h[node] + 0.5 * h[parent]
    return h


def cases():
    yield from sweep(propagate, lambda: (randn(5, 3), [0, 0, 1, 2, 3]), "base pos neg")


EXPECT = {'topic': 'gnn',
 'kind': 'sequential_dependence',
 'verdict': 'any correct rewrite',
 'obligations': [],
 'breaks': {17: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 4,
 'naive_differs_in': ['values'],
 'unsafe': []}
