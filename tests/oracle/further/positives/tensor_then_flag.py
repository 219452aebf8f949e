"""The tensor test comes before the static flag."""

import torch

from fxkit import randn, sweep


@torch.compile
def soft_cap(scores, capped):
    s = scores * 0.5
    if s.max() > 1.0 and capped:
        s = s.clamp(max=1.0) + 0.25
    return s


def cases():
    yield from sweep(soft_cap, lambda: (randn(2, 3, 3), True), "base small big neg nan inf half f64 small+grad grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(soft_cap, lambda: (randn(2, 3, 3), False), "base big nan grad", tag="free-")

EXPECT = {'topic': 'attention',
 'rewrites': ['R5', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
