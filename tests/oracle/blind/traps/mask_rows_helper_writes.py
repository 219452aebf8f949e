"""The helper clips the boxes that it is given: a fresh selection, not the caller's boxes."""

import torch

from fxkit import bools, rand, sweep


def clip_(boxes, low, high):
    boxes.clamp_(low, high)
    return boxes


@torch.compile
@torch.no_grad()
def areas(boxes, outside):
    clipped = boxes.clone()
    clipped[outside] = clip_(boxes[outside], 0.0, 0.5)
    size = clipped[:, 2:] - clipped[:, :2]
    return size.prod(-1), boxes.sum(-1)


def cases():
    yield from sweep(areas, lambda: (rand(5, 4), bools(5)), "base true false")
    yield from sweep(areas, lambda: (rand(5, 4) * 0.5, bools(5)), "base", tag="inside-")

EXPECT = {'topic': 'detection',
 'verdict': 'any correct rewrite',
 'obligations': ['R32', 'O11'],
 'breaks': {17: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['values'],
 'unsafe': []}
