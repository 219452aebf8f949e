"""No detection is reported as None."""

import torch

from fxkit import randn, sweep


@torch.compile
def best_box(boxes, scores):
    weighted = boxes * scores[:, None]
    if (scores > 0).any():
        best = weighted.sum(0)
    else:
        best = None
    return best


def cases():
    yield from sweep(best_box, lambda: (randn(3, 4), randn(3)), "base")
    yield from sweep(best_box, lambda: (randn(3, 4), -randn(3).abs()), "base", tag="none-")

EXPECT = {'topic': 'detection',
 'verdict': 'decline',
 'obligations': ['O7'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['type'],
 'unsafe': []}
