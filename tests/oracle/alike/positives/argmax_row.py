"""The best row is read with a 0-d argmax as the subscript."""

import torch

from fxkit import randn, sweep


@torch.compile
def best_box(boxes, scores):
    i = scores.argmax()
    best = boxes[i]
    return best * 0.5 + boxes.mean(0)


def cases():
    yield from sweep(best_box, lambda: (randn(3, 4), randn(3)), "base nan inf half f64 grad")
    yield from sweep(best_box, lambda: (randn(3, 4), torch.tensor([0.0, 3.0, 1.0])), "base", tag="mid-")

EXPECT = {'topic': 'detection',
 'rewrites': ['R25'],
 'breaks': {11: 1},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': []}
