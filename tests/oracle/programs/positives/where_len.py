"""The number of overlaps is the length of an index tensor."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def demote(scores, ious):
    out = scores * 2.0
    overlap = ious > 0.75
    if len(torch.where(overlap)[0]) > 0:
        out = out - 0.5
    return out


def cases():
    yield from sweep(demote, lambda: (randn(4), rand(4, 4)), "base nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(demote, lambda: (randn(4), rand(4, 4) * 0.5), "base half grad nan+grad", tag="apart-")

EXPECT = {'topic': 'detection',
 'rewrites': ['R33', 'R2'],
 'breaks': {12: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
