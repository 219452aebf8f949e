"""`out[idx] += 1` counts a repeated index once."""

import torch

from fxkit import sweep


@torch.compile
@torch.no_grad()
def degree(edges, valid):
    deg = torch.zeros(4)
    idx = edges[valid]
    deg[idx] += 1.0
    return deg


def cases():
    yield from sweep(degree, lambda: (torch.tensor([1, 1, 3, 2]), torch.tensor([True, True, True, False])), "base true false")

EXPECT = {'topic': 'gnn',
 'verdict': 'any correct rewrite',
 'obligations': ['R31'],
 'breaks': {12: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['values'],
 'unsafe': []}
