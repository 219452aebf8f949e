"""One arm adds to the caller's set."""

import torch

from fxkit import randn, sweep


@torch.compile
def visit(feat, seen, node):
    out = feat + 1.0
    if out.sum() > 4.0:
        seen.add(node)
        out = out * 0.5
    return out


def cases():
    yield from sweep(visit, lambda: (randn(4), {1}, 7), "pos neg")

EXPECT = {'topic': 'gnn',
 'verdict': 'any correct rewrite',
 'obligations': ['O3'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['length'],
 'unsafe': []}
