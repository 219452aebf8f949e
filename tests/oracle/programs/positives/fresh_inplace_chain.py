"""A chain of in-place methods on a fresh product."""

import torch

from fxkit import randn, sweep


@torch.compile
def cap_scores(q, k):
    att = q @ k.T
    if att.max() > 3.0:
        att.sub_(1.0).mul_(0.5)
    return att + 1.0


def cases():
    yield from sweep(cap_scores, lambda: (randn(3, 4), randn(2, 4)), "base small big nan inf zero f64 small+grad grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'attention',
 'rewrites': ['R9', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
