"""The mask is a comparison, the value is computed from another tensor."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def momentum(buf, grad):
    out = buf * 0.9
    turned = buf * grad < 0
    out[turned] = grad[turned] * 0.1
    return out + grad


def cases():
    yield from sweep(momentum, lambda: (randn(4, 2), randn(4, 2, seed=3)), "base pos neg nan inf half f64 zero")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R32'],
 'breaks': {13: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
