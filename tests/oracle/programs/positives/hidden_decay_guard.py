"""A recurrent state that grew is decayed, in a helper that returns early."""

import torch

from fxkit import randn, sweep


def keep_bounded(h, limit):
    if h.norm(p=1) <= limit:
        return h
    return h * 0.5


@torch.compile
@torch.no_grad()
def cell(x, h, limit=6.0):
    h = torch.tanh(x) + h * 0.9
    h = keep_bounded(h, limit)
    return h + 0.0 * x


def cases():
    yield from sweep(cell, lambda: (randn(3), randn(3, seed=1)), "base big small nan zero half f64")
    yield from sweep(cell, lambda: (randn(3), randn(3, seed=1), 0.25), "base neg", tag="tight-")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R2'],
 'breaks': {9: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
