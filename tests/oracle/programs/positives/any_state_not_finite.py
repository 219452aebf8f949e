"""Both states are reset when either holds a NaN; the test is any() over a generator."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def step(x, h, c):
    h = torch.tanh(x + h)
    c = c * 0.5 + h
    if any(torch.isnan(s).any() for s in (h, c)):
        h = torch.zeros_like(h)
        c = torch.zeros_like(c)
    return h, c


def cases():
    yield from sweep(step, lambda: (randn(3), randn(3, seed=1), randn(3, seed=2)), "base nan allnan inf zero half f64 nan+grad")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R44', 'R3'],
 'breaks': {13: 2},
 'gb': ['GB0170', 'GB8335'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
