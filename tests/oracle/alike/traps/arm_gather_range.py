"""The gather is only valid when every index is in range."""

import torch

from fxkit import randn, sweep


@torch.compile
def neighbours(feat, idx):
    if idx.max() < feat.shape[0]:
        out = torch.gather(feat, 0, idx)
    else:
        out = torch.zeros_like(idx, dtype=feat.dtype)
    return out + 1.0


def cases():
    yield from sweep(neighbours, lambda: (randn(4), torch.tensor([0, 2, 9])), "base")
    yield from sweep(neighbours, lambda: (randn(4), torch.tensor([0, 2, 3])), "base", tag="in-")

EXPECT = {'topic': 'gnn',
 'verdict': 'any correct rewrite',
 'obligations': ['O4'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': []}
