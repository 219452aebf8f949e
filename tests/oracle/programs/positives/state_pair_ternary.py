"""A conditional expression between two pairs of states."""

import torch

from fxkit import randn, sweep


@torch.compile
def lstm_gate(x, h, c):
    f = torch.sigmoid(x)
    c_new = f * c + (1 - f) * h
    h_new = torch.tanh(c_new)
    saturated = h_new.abs().mean() > 0.6
    h_out, c_out = (h_new * 0.5, c_new * 0.5) if saturated else (h_new + 0.1, c_new)
    return h_out, c_out - 1.0


def cases():
    yield from sweep(lstm_gate, lambda: (randn(2, 3), randn(2, 3, seed=1), randn(2, 3, seed=2)), "base nan inf zero half f64 grad nan+grad inf+grad")
    yield from sweep(lstm_gate, lambda: (randn(2, 3), randn(2, 3, seed=1) * 9, randn(2, 3, seed=2) * 9), "base half grad", tag="large-")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R10'],
 'breaks': {14: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
