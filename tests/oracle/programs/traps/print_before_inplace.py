"""The printed tensor is changed in place afterwards."""

import torch

from fxkit import randn, sweep


@torch.compile
def centre(scores):
    y = scores * 2.0
    print("raw", y.detach().tolist())
    y.sub_(1.0)
    return y


def cases():
    yield from sweep(centre, lambda: (randn(3),), "base zero f64")

EXPECT = {'topic': 'metrics',
 'verdict': 'any correct rewrite',
 'obligations': ['R36', 'O11'],
 'breaks': {11: 2},
 'gb': ['GB0059', 'GB0109'],
 'naive_differs_in': ['events'],
 'unsafe': []}
