"""A column of a fresh tensor is overwritten in an arm."""

import torch

from fxkit import randn, sweep


@torch.compile
def fix_boxes(boxes):
    out = boxes * 2.0
    if (out[:, 0] < 0).any():
        out[:, 0] = out[:, 0] * 0.5
    return out


def cases():
    yield from sweep(fix_boxes, lambda: (randn(3, 4),), "pos neg nan zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'detection',
 'rewrites': ['R9'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
