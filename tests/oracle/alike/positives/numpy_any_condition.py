"""The test goes through numpy."""

import numpy as np
import torch

from fxkit import randn, sweep


@torch.compile
def sanitise(x):
    y = x * 0.5
    if np.isnan(y.detach().numpy()).any():
        y = y + 1.0
    return y


def cases():
    yield from sweep(sanitise, lambda: (randn(4),), "base nan allnan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R22', 'R2'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
