"""`F.relu(..., inplace=True)` against `torch.neg_` on a fresh tensor."""

import torch
import torch.nn.functional as F

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def activate(x, shift):
    h = x + shift
    if h.mean() > 0:
        F.relu(h, inplace=True)
    else:
        torch.neg_(h)
    return h * 0.5


def cases():
    yield from sweep(activate, lambda: (randn(4), 0.125), "base pos neg zero nan inf f64")

EXPECT = {'topic': 'norm',
 'rewrites': ['R9'],
 'breaks': {13: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
