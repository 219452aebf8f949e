"""The inner one of two static loops stops by a tensor test."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def settle(x, gains):
    h = x * 0.5
    for g in gains:
        for _ in range(2):
            if h.abs().amax() > 2.0:
                break
            h = h * g + 0.25
        h = h - 0.125
    return h


def cases():
    yield from sweep(settle, lambda: (randn(3), [1.5, 2.0]), "base small big nan inf zero half f64")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R7'],
 'breaks': {14: 2},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
