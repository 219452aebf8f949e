"""No row index above the cut means a flatter distribution."""

import torch

from fxkit import randn, sweep


@torch.compile
def widen(logits, cut=1.0):
    flat = logits * 0.5
    above = torch.nonzero(logits > cut)
    if above.shape[0] == 0:
        flat = flat + cut
    return flat - 0.25


def cases():
    yield from sweep(widen, lambda: (randn(2, 4),), "base pos neg small nan inf zero half f64 neg+grad grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R33', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
