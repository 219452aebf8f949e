"""The difference of two numbers is the threshold."""

import torch

from fxkit import randn, sweep


@torch.compile
def min_p(logits):
    cut = logits.max().item() - 1.5
    return torch.where(logits < cut, logits - 10.0, logits)


def cases():
    yield from sweep(min_p, lambda: (randn(2, 5),), "base small nan inf zero f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R22'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
