"""assert torch.allclose(...) against a recomputed value."""

import torch

from fxkit import randn, sweep


@torch.compile
def step(x, h):
    y = x + h
    assert torch.allclose(y - h, x, atol=1e-2), "drift"
    return y * 0.5


def cases():
    yield from sweep(step, lambda: (randn(5), randn(5, seed=1)), "base zero small f64 grad neg+grad pos+grad")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R19', 'R20'],
 'breaks': {11: 1},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
