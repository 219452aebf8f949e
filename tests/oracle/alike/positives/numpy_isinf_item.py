"""np.isinf of a number that was read from a tensor."""

import numpy as np
import torch

from fxkit import randn, sweep


@torch.compile
def recur(x, h):
    n = x * 0.5 + h
    if np.isinf(n.sum().item()):
        n = n.clamp(-10.0, 10.0)
    return n - h


def cases():
    yield from sweep(recur, lambda: (randn(4), randn(4, seed=1)), "base inf ninf nan zero f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R29', 'R22', 'R2'],
 'breaks': {12: 2},
 'gb': ['GB0124', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
