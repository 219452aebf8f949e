"""An assert with `and not` on two tensor tests."""

import torch

from fxkit import rand, sweep


@torch.compile
def kl_divergence(p, q):
    assert (q > 0).all() and not torch.isnan(p).any(), "not a distribution"
    return (p * (torch.log(p + 1e-6) - torch.log(q))).sum()


def cases():
    yield from sweep(kl_divergence, lambda: (rand(5), rand(5, seed=1) + 0.1), "base zero half f64 grad small")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R19'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
