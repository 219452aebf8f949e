"""Both arms build a dictionary with the same keys."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def assemble(boxes, scores):
    centre = boxes[:, :2] * 0.5
    if scores.mean() > 0.5:
        found = {"centre": centre + 1.0, "score": scores * 2.0}
    else:
        found = {"centre": centre - 1.0, "score": scores * 0.5}
    return found


def cases():
    yield from sweep(assemble, lambda: (randn(4, 4), rand(4)), "base nan inf half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(assemble, lambda: (randn(4, 4), rand(4) + 1), "base half grad", tag="sure-")
    yield from sweep(assemble, lambda: (randn(4, 4), rand(4) * 0.1), "base grad", tag="vague-")

EXPECT = {'topic': 'detection',
 'rewrites': ['R10'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
