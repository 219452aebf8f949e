"""One print with the percent operator."""

import torch

from fxkit import randn, sweep


@torch.compile
def hinge(pred, sign):
    margin = 1.0 - pred * sign
    print("max margin %.3f" % margin.detach().max().item())
    return margin.clamp(min=0.0) * 2.0


def cases():
    yield from sweep(hinge, lambda: (randn(4), randn(4, seed=1)), "base nan zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'loss',
 'rewrites': ['R36'],
 'breaks': {11: 3},
 'gb': ['GB0059', 'GB0088', 'GB0124'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
