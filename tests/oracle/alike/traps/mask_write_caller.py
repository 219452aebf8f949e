"""The masked write reaches the caller's tensor."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
@torch.no_grad()
def drop_nodes(feat, dead, fill):
    feat[dead] = fill[dead]
    return feat.sum(0)


def cases():
    yield from sweep(drop_nodes, lambda: (randn(3, 2), bools(3, 2), randn(3, 2, seed=5)), "base true")

EXPECT = {'topic': 'gnn',
 'verdict': 'any correct rewrite',
 'obligations': ['R32', 'O13'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['values'],
 'unsafe': []}
