"""Rows of a square matrix are replaced; a mask of one dimension also fits the columns."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def rows_off(adj, isolated):
    out = adj * 1.0
    out[isolated] = adj[isolated] * 0.25
    return out.softmax(-1)


def cases():
    yield from sweep(rows_off, lambda: (randn(4, 4), bools(4)), "base true false grad")
    yield from sweep(rows_off, lambda: (randn(4), bools(4)), "base", tag="vector-")

EXPECT = {'topic': 'attention',
 'verdict': 'any correct rewrite',
 'obligations': ['R31'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['values'],
 'unsafe': []}
