"""The number of kept boxes is a Python int and decides the shape."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def top_boxes(boxes, keep):
    n = int(keep.sum())
    return boxes[:n] * 2.0


def cases():
    yield from sweep(top_boxes, lambda: (randn(5, 4), bools(5)), "base true false")

EXPECT = {'topic': 'detection',
 'verdict': 'decline',
 'obligations': ['O15'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['shape'],
 'unsafe': []}
