"""No box survived: nonzero().size(0) is zero."""

import torch

from fxkit import rand, sweep


@torch.compile
def lower(scores, cut):
    kept = scores > cut
    s = scores * 2.0
    if kept.nonzero().size(0) == 0:
        s = s + 0.125
    return s, kept


def cases():
    yield from sweep(lower, lambda: (rand(6), 0.5), "base small nan inf zero half f64 grad small+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'detection',
 'rewrites': ['R33', 'R2'],
 'breaks': {12: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
