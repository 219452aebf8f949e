"""Two helpers return a pair each."""

import torch

from fxkit import randn, sweep


def forget(h, c):
    return h * 0.5, c * 0.1


def carry(h, c):
    return h + c, c * 0.9


@torch.compile
def lstm_tail(h, c):
    gate = (h - c).mean()
    h, c = forget(h, c) if gate > 0 else carry(h, c)
    return {"hidden": h, "cell": c}


def cases():
    yield from sweep(lstm_tail, lambda: (randn(2, 3), randn(2, 3, seed=1)), "base big neg nan half f64 grad neg+grad inf+grad")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R10'],
 'breaks': {19: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
