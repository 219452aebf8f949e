"""Chained comparison with Python bounds, without else."""

import torch

from fxkit import randn, sweep


@torch.compile
def surprise(logits, low, high):
    scaled = logits * 1.5
    level = scaled.detach().logsumexp(-1).mean()
    if low <= level < high:
        scaled = scaled + 0.5
    return scaled


def cases():
    yield from sweep(surprise, lambda: (randn(2, 4), 1.0, 3.0), "base zero small big nan inf half f64 zero+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(surprise, lambda: (randn(2, 4), -9.0, 0.0), "base neg grad", tag="low-")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R5', 'R2'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
