"""any() stops at the first part that is active; a part behind it may be missing."""

import torch

from fxkit import randn, sweep


@torch.compile
def boost(x, parts):
    if any(p.sum() > 0 for p in parts):
        x = x * 2.0
    return x + 1.0


def cases():
    one = torch.ones(2)
    yield from sweep(boost, lambda: (randn(3), [one, -one]), "base", tag="first-")
    yield from sweep(boost, lambda: (randn(3), [-one, -one]), "base", tag="none-")
    yield from sweep(boost, lambda: (randn(3), [-one, one, None]), "base", tag="missing-")

EXPECT = {'topic': 'detection',
 'verdict': 'any correct rewrite',
 'obligations': ['O4'],
 'breaks': {10: 2},
 'gb': ['GB0170', 'GB8335'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': []}
