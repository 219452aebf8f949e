"""Both arms unpack chunks into the same two names."""

import torch

from fxkit import randn, sweep


@torch.compile
def glu(proj):
    if proj.amax() > 1.25:
        value, gate = proj.chunk(2, dim=-1)
    else:
        gate, value = (proj * 2.0).split(2, dim=-1)
    return value + gate * 0.5


def cases():
    yield from sweep(glu, lambda: (randn(3, 4),), "base small big pos neg nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'attention',
 'rewrites': ['R10'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
