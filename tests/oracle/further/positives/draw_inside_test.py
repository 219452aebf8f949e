"""The random draw sits inside the test."""

import torch

from fxkit import randn, sweep


@torch.compile
def jitter(logits, amount):
    z = logits * 1.0
    if torch.rand(1) < amount:
        z = z - z.mean()
    return z


def cases():
    yield from sweep(jitter, lambda: (randn(5), 0.5), "base pos nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(jitter, lambda: (randn(5), 1.0), "base half grad", tag="always-")
    yield from sweep(jitter, lambda: (randn(5), 0.0), "base half grad nan+grad", tag="never-")

EXPECT = {'topic': 'moe',
 'rewrites': ['R40'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
