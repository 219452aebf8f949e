"""A conditional expression is the argument of a call."""

import torch

from fxkit import randn, sweep


@torch.compile
def cell(z, prev):
    cand = z * 0.5 - prev
    h = torch.relu(cand.neg() if cand.sum() < 0 else cand - 0.5)
    return h + prev


def cases():
    yield from sweep(cell, lambda: (randn(2, 4), randn(2, 4, seed=2)), "base pos neg nan inf ninf zero half bf16 f64 grad pos+grad neg+grad nan+grad inf+grad ninf+grad")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R1'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
