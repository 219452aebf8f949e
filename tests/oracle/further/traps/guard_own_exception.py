"""The exception is a class of the file."""

import torch

from fxkit import randn, sweep


class BadGraph(Exception):
    pass


@torch.compile
def check(adj):
    deg = adj.sum(1)
    if (deg < 0).any():
        raise BadGraph("negative degree")
    return adj * 2.0


def cases():
    yield from sweep(check, lambda: (randn(3, 3),), "pos neg")

EXPECT = {'topic': 'gnn',
 'verdict': 'any correct rewrite',
 'obligations': ['R18'],
 'breaks': {15: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['exception'],
 'unsafe': ['compiled-exception-type']}
