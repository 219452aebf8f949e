"""A list comprehension with a conditional expression."""

import torch

from fxkit import randn, sweep


@torch.compile
def gates(states):
    kept = [s * 2.0 if s.mean() > 0 else s - 1.0 for s in states]
    return torch.cat(kept)


def cases():
    yield from sweep(gates, lambda: ([randn(3), randn(2, seed=1)],), "base pos neg nan inf half f64")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R44', 'R1'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
