"""A stored Python flag decides two statements."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def clip(boxes, size):
    out = boxes * 1.0
    extra = boxes.sum(-1)
    outside = bool((boxes < 0).any()) or bool((boxes > size).any())
    if outside:
        out = out.clamp(0.0, size)
    extra = extra * 2.0
    if not outside:
        extra = extra + 1.0
    return out, extra


def cases():
    yield from sweep(clip, lambda: (randn(3, 4), 1.0), "base pos neg nan inf half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(clip, lambda: (rand(3, 4), 1.0), "base grad", tag="inside-")

EXPECT = {'topic': 'detection',
 'rewrites': ['R22', 'R5', 'R2'],
 'breaks': {12: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
