"""Counts are smoothed when a class is missing."""

import torch
import torch.nn.functional as F

from fxkit import randn, sweep


@torch.compile
def class_weights(labels, scores):
    counts = F.one_hot(labels, 3).sum(0)
    missing = torch.nonzero(counts == 0)
    if missing.shape[0] > 0:
        counts = counts + 1
    return scores / counts


def cases():
    yield from sweep(class_weights, lambda: (torch.tensor([0, 2, 1, 1]), randn(2, 3)), "base nan inf half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(class_weights, lambda: (torch.tensor([0, 2, 2, 0]), randn(2, 3)), "base half grad", tag="missing-")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R2', 'R33'],
 'breaks': {12: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
