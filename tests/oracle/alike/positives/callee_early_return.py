"""The early return sits in a helper that the compiled function calls twice."""

import torch

from fxkit import rand, sweep


def clip_box(box, size):
    over = (box - size).amax()
    if over > 0:
        return box - over
    return box * 1.0


@torch.compile
def match(boxes, anchors, size):
    a = clip_box(boxes, size)
    b = clip_box(anchors, size)
    return a * b


def cases():
    yield from sweep(match, lambda: (rand(2, 4), rand(2, 4, seed=2), 0.9), "base small big nan half f64 grad small+grad")
    yield from sweep(match, lambda: (rand(2, 4), rand(2, 4, seed=2), 2.0), "base grad", tag="wide-")

EXPECT = {'topic': 'detection',
 'rewrites': ['R6'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 7,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
