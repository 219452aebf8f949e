"""Without the arm the name is the argument, which is then changed in place."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def accumulate(node, msg):
    out = node
    if msg.sum() < 0:
        out = node - msg
    out.add_(1.0)
    return out * 2.0


def cases():
    yield from sweep(accumulate, lambda: (randn(3), torch.tensor([-1.0, 0.5, 0.25])), "base")
    yield from sweep(accumulate, lambda: (randn(3), torch.tensor([1.0, 0.5, 0.25])), "base", tag="keep-")

EXPECT = {'topic': 'gnn',
 'verdict': 'any correct rewrite',
 'obligations': ['O11'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': ['fresh-result']}
