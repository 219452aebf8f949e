"""The cache gets its entry only for long positions."""

import torch

from fxkit import sweep


@torch.compile
@torch.no_grad()
def frequencies(pos, cache):
    f = pos.float() / 8.0
    if pos.max() >= 8:
        f = f * cache.setdefault("long", 0.25)
    return f.cos()


def cases():
    yield from sweep(frequencies, lambda: (torch.arange(4), {}), "base")
    yield from sweep(frequencies, lambda: (torch.arange(10), {}), "base", tag="long-")

EXPECT = {'topic': 'attention',
 'verdict': 'any correct rewrite',
 'obligations': ['O3'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['length'],
 'unsafe': []}
