"""len() of nonzero as an existence test."""

import torch

from fxkit import randn, sweep


@torch.compile
def suppress(scores, limit):
    kept = scores * 0.5
    if len(torch.nonzero(scores > limit)) > 0:
        kept = kept - 1.0
    return kept


def cases():
    yield from sweep(suppress, lambda: (randn(3, 3), 1.0), "base pos neg small big nan inf half f64 empty grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'detection',
 'rewrites': ['R33', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
