"""A column of a fresh tensor is overwritten in one arm."""

import torch

from fxkit import randn, sweep


@torch.compile
def sink(scores, limit):
    out = scores * 0.5
    if out.amax() > limit:
        out[:, 0] = -1.0
    return out.softmax(-1)


def cases():
    yield from sweep(sink, lambda: (randn(3, 4), 0.4), "base small big nan zero half f64 grad small+grad")

EXPECT = {'topic': 'attention',
 'rewrites': ['R11'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
