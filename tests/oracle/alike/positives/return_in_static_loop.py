"""A return inside a static loop; no effects."""

import torch

from fxkit import randn, sweep


@torch.compile
def decode(h):
    y = h * 1.0
    for _ in range(2):
        y = y - 0.5
        if y.max() < 0.0:
            return y * 2.0
    return y + 1.0


def cases():
    yield from sweep(decode, lambda: (randn(3),), "base neg big small nan inf half f64 grad neg+grad nan+grad")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R7', 'R6'],
 'breaks': {13: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
