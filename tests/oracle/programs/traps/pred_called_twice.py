"""The test calls a function that prints; it must run once."""

import torch

from fxkit import randn, sweep


def probe(t):
    print("probe")
    return t.max()


@torch.compile
def cut(logits):
    if probe(logits) > 0.5:
        a = logits * 0.5
        b = logits + 1.0
    else:
        a = logits * 2.0
        b = logits - 1.0
    return a, b


def cases():
    yield from sweep(cut, lambda: (randn(4),), "pos neg")

EXPECT = {'topic': 'sampler',
 'verdict': 'any correct rewrite',
 'obligations': ['O2'],
 'breaks': {9: 1, 15: 1},
 'gb': ['GB0059', 'GB0170'],
 'naive_differs_in': ['events'],
 'unsafe': ['compiled-silent']}
