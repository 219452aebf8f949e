"""The tensor of sizes is changed before it is read."""

import torch

from fxkit import randn, sweep


@torch.compile
def levels(feat, sizes):
    s = torch.tensor(sizes)
    s.sub_(1)
    out = feat * 1.0
    for n in s.tolist():
        out = out + feat[:n].sum()
    return out


def cases():
    yield from sweep(levels, lambda: (randn(6), [2, 4]), "base zero")

EXPECT = {'topic': 'detection',
 'verdict': 'any correct rewrite',
 'obligations': ['R21'],
 'breaks': {13: 1},
 'gb': ['GB0033'],
 'naive_differs_in': ['values'],
 'unsafe': []}
