"""One arm pools the nodes into a single row."""

import torch

from fxkit import randn, sweep


@torch.compile
def readout(nodes):
    if nodes.mean() > 0:
        out = nodes.sum(dim=0, keepdim=True)
    else:
        out = nodes * 2.0
    return out


def cases():
    yield from sweep(readout, lambda: (randn(4, 3),), "pos neg")

EXPECT = {'topic': 'gnn',
 'verdict': 'decline',
 'obligations': ['O8'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['shape'],
 'unsafe': []}
