"""A window is detrended when any series in it drifts."""

import torch

from fxkit import randn, sweep


@torch.compile
def detrend(series):
    y = series + 1.0
    slope = y[:, -1] - y[:, 0]
    if slope.abs().max() > 1.0:
        y = y - slope[:, None] * 0.5
    return y.cumsum(1)


def cases():
    yield from sweep(detrend, lambda: (randn(3, 5),), "base small big nan inf zero half f64 small+grad grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R2'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
