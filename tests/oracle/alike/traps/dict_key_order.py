"""The arms build the same keys in another order."""

import torch

from fxkit import randn, sweep


@torch.compile
def report(x):
    if x.mean() > 0:
        out = {"mean": x.mean(), "peak": x.amax()}
    else:
        out = {"peak": x.amin(), "mean": x.sum()}
    return out


def cases():
    yield from sweep(report, lambda: (randn(3),), "pos neg")

EXPECT = {'topic': 'metrics',
 'verdict': 'decline',
 'obligations': ['O7'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['key'],
 'unsafe': []}
