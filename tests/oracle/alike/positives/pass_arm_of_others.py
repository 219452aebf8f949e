"""One arm is `pass`."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def gate(h, c):
    out = h * 0.5
    if c.sum() > 0:
        pass
    else:
        out = out - 1.0
    return out


def cases():
    yield from sweep(gate, lambda: (randn(3), rand(2)), "base nan inf half f64 grad inf+grad")
    yield from sweep(gate, lambda: (randn(3), -rand(2)), "base grad", tag="neg-")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
