"""The middle of a chained comparison has an effect."""

import torch

from fxkit import randn, sweep


def span(x, seen):
    seen.append(len(seen))
    return x.max() - x.min()


@torch.compile
def band(x, seen):
    if 0.5 < span(x, seen) < 2.0:
        y = x * 2.0
    else:
        y = x - 2.0
    return y


def cases():
    yield from sweep(band, lambda: (randn(4), []), "base small big")

EXPECT = {'topic': 'quantisation',
 'verdict': 'any correct rewrite',
 'obligations': ['R5', 'O2'],
 'breaks': {15: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['length'],
 'unsafe': []}
