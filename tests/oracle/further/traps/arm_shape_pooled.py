"""One arm pools to a single row; the select broadcasts it back."""

import torch

from fxkit import randn, sweep


@torch.compile
def summarise(tokens):
    if tokens.mean() > 0:
        out = tokens.mean(0, keepdim=True)
    else:
        out = tokens * 2.0
    return out


def cases():
    yield from sweep(summarise, lambda: (randn(3, 4),), "base pos neg")

EXPECT = {'topic': 'attention',
 'verdict': 'decline',
 'obligations': ['O8'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['shape'],
 'unsafe': []}
