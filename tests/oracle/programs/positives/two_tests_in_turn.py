"""Two branches, one after the other, the second on the result of the first."""

import torch

from fxkit import randn, sweep


@torch.compile
def whiten(feats):
    centred = feats - feats.mean(0)
    if centred.abs().sum() > 6.0:
        scaled = centred * 0.25
    else:
        scaled = centred * 4.0
    if scaled.max() > 1.0:
        out = scaled - 1.0
    else:
        out = scaled + 1.0
    return out


def cases():
    yield from sweep(whiten, lambda: (randn(4, 3),), "base big small nan inf zero half f64 grad big+grad small+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'norm',
 'rewrites': ['R1'],
 'breaks': {11: 1, 15: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
