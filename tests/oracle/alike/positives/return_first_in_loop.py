"""A search loop returns the first candidate that fits, or a default."""

import torch

from fxkit import randn, sweep


@torch.compile
def first_fit(boxes, limit):
    for k in range(3):
        area = boxes[k] * boxes[k]
        if area.sum() < limit:
            return area * float(k + 1)
    return boxes[0] - boxes[1]


def cases():
    yield from sweep(first_fit, lambda: (randn(3, 4), 2.0), "base small big nan inf zero half f64")
    yield from sweep(first_fit, lambda: (torch.tensor([[3.0, 1.0], [0.1, 0.1], [9.0, 0.0]]), 2.0), "base", tag="second-")

EXPECT = {'topic': 'detection',
 'rewrites': ['R7', 'R6'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
