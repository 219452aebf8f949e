"""`any` is a function of this module that asks for two hits."""

import torch

from fxkit import randn, sweep


def any(tests):
    return sum(int(t) for t in tests) > 1


@torch.compile
def sharpen(logits, a, b):
    out = logits * 1.0
    if any(t.mean() > 0 for t in (a, b)):
        out = out * 2.0
    return out


def cases():
    yield from sweep(sharpen, lambda: (randn(3), torch.ones(2), -torch.ones(2)), "base")
    yield from sweep(sharpen, lambda: (randn(3), torch.ones(2), torch.ones(2)), "base", tag="both-")

EXPECT = {'topic': 'sampler',
 'verdict': 'any correct rewrite',
 'obligations': ['O13'],
 'breaks': {9: 1, 15: 1},
 'gb': ['GB0124', 'GB8335'],
 'naive_differs_in': ['values'],
 'unsafe': []}
