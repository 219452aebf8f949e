"""Both arms build a dictionary with the same keys."""

import torch

from fxkit import randn, sweep


@torch.compile
def advance(x, h, c):
    gate = x + h
    if gate.mean() > 0:
        state = {"h": gate * 0.5, "c": c + gate}
    else:
        state = {"h": gate - 1.0, "c": c - gate}
    return state


def cases():
    yield from sweep(advance, lambda: (randn(2, 3), randn(2, 3, seed=1) * 0.1, randn(2, 3, seed=2)), "base pos neg nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R10'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
