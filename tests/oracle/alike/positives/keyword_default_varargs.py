"""Star arguments and a keyword-only threshold."""

import torch

from fxkit import randn, sweep


@torch.compile
def fuse(*maps, limit=1.0):
    out = sum(maps) + 0.0
    if any([m.amax() > limit for m in maps]):
        out = out / len(maps)
    return out


def cases():
    yield from sweep(fuse, lambda: (randn(3), randn(3, seed=1)), "base small big nan inf half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(fuse, lambda: (randn(3), randn(3, seed=1), randn(3, seed=2)), "base", kwargs={"limit": 9.0}, tag="high-")

EXPECT = {'topic': 'detection',
 'rewrites': ['R44', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
