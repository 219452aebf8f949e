"""Two different in-place methods on a fresh state."""

import torch

from fxkit import randn, sweep


@torch.compile
def cell(x, h):
    state = x + h
    level = state.detach().mean()
    if level > 0.1:
        state.mul_(0.5)
    else:
        state.neg_()
    return state, level


def cases():
    yield from sweep(cell, lambda: (randn(2, 3), randn(2, 3, seed=4)), "base pos neg nan inf ninf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R9', 'R1'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
