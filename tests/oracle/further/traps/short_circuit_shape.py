"""The shape test protects the comparison."""

import torch

from fxkit import randn, sweep


@torch.compile
def match(boxes, truth):
    cost = boxes * 2.0
    if boxes.shape == truth.shape and (boxes > truth).all():
        cost = cost + 1.0
    return cost


def cases():
    yield from sweep(match, lambda: (randn(3), randn(3) - 1), "base")
    yield from sweep(match, lambda: (randn(3), randn(3) + 1), "base", tag="below-")
    yield from sweep(match, lambda: (randn(3), randn(4)), "base", tag="other-")

EXPECT = {'topic': 'detection',
 'verdict': 'any correct rewrite',
 'obligations': ['O4', 'R5'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': []}
