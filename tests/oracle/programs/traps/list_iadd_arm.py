"""+= on a list extends it for the caller."""

import torch

from fxkit import randn, sweep


@torch.compile
def collect(feat, levels):
    f = feat * 2.0
    if f.mean() >= 0:
        levels += [f]
    return f


def cases():
    yield from sweep(collect, lambda: (randn(3), []), "pos neg")

EXPECT = {'topic': 'detection',
 'verdict': 'any correct rewrite',
 'obligations': ['O3', 'R9'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['alias', 'length'],
 'unsafe': []}
