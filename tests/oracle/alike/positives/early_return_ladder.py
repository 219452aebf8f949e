"""Two early returns before the common path."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def decode(boxes, scores):
    if scores.max() < 0.1:
        return boxes * 0.0
    boxes = boxes + 1.0
    if (boxes < 0).any():
        return boxes.abs()
    return boxes * scores[:, None]


def cases():
    yield from sweep(decode, lambda: (randn(3, 4), rand(3)), "base pos neg small nan inf half f64 grad neg+grad")
    yield from sweep(decode, lambda: (randn(3, 4), rand(3) * 0.05), "base nan half", tag="low-")

EXPECT = {'topic': 'detection',
 'rewrites': ['R6', 'R4'],
 'breaks': {10: 1, 13: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
