"""Two tensor tests joined by or."""

import torch

from fxkit import randn, sweep


@torch.compile
def damp(query, key):
    logits = query * 0.5
    if torch.isnan(query).any() or (key.abs() > 2.0).any():
        logits = logits - key
    return logits


def cases():
    yield from sweep(damp, lambda: (randn(3, 4), randn(3, 4, seed=1)), "base pos neg nan allnan inf zero half f64 empty grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(damp, lambda: (randn(3, 4), randn(3, 4, seed=1).clamp(-1, 1)), "base nan half grad nan+grad", tag="calm-")

EXPECT = {'topic': 'attention',
 'rewrites': ['R5', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
