"""A row is picked by a tensor index; the product with a one-hot vector mixes in other rows."""

import torch
import torch.nn.functional as F

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def readout(x, root):
    h = torch.relu(x)
    return h[root.item()] * 2.0


def cases():
    yield from sweep(readout, lambda: (randn(3, 2), torch.tensor(1)), "base inf nan")
    yield from sweep(readout, lambda: (randn(3, 2), torch.tensor(-1)), "base", tag="last-")

EXPECT = {'topic': 'gnn',
 'verdict': 'any correct rewrite',
 'obligations': ['R25'],
 'breaks': {13: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['exception', 'grad_mode', 'nan positions', 'type'],
 'unsafe': []}
