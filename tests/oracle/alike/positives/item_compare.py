"""An item is compared with an item of another tensor."""

import torch

from fxkit import randn, sweep


@torch.compile
def choose(h, c):
    if h.max().item() > c.max().item():
        out = h * 2.0 + c
    else:
        out = h + c * 2.0
    return out


def cases():
    yield from sweep(choose, lambda: (randn(4), randn(4, seed=1)), "base pos neg zero nan inf half f64 grad")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R22', 'R1'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
