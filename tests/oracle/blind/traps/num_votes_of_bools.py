"""Three detectors vote; a bool that came out of .item() counts as one."""

import torch

from fxkit import randn, sweep


@torch.compile
def fuse(x):
    loud = (x.abs().max() > 0.5).item()
    rising = (x[-1] > x[0]).item()
    positive = (x.sum() > 0).item()
    votes = loud + rising + positive
    return x * votes


def cases():
    yield from sweep(fuse, lambda: (torch.arange(1.0, 5.0),), "base neg zero grad")

EXPECT = {'topic': 'metrics',
 'verdict': 'any correct rewrite',
 'obligations': ['O13'],
 'breaks': {10: 1, 11: 1, 12: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': []}
