"""Only one arm draws a dropout mask."""

import torch
import torch.nn.functional as F

from fxkit import randn, sweep


@torch.compile
def cell(x, h):
    y = torch.tanh(x + h)
    if y.mean() > 0:
        y = F.dropout(y, 0.5, True)
    return y * 2.0


def cases():
    yield from sweep(cell, lambda: (randn(3), randn(3, seed=1) * 0.01), "pos neg")

EXPECT = {'topic': 'rnn',
 'verdict': 'decline',
 'obligations': ['O11'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['rng'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
