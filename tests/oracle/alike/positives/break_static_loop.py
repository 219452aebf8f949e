"""A tensor-dependent break; every carried name is frozen."""

import torch

from fxkit import randn, sweep


@torch.compile
def settle(x):
    h = x * 1.0
    for _ in range(3):
        if h.abs().max() < 0.5:
            break
        h = h * 0.5
    return h + 1.0


def cases():
    yield from sweep(settle, lambda: (randn(3),), "base big small nan inf half f64 zero")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R7'],
 'breaks': {12: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
