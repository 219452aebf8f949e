"""The momentum is only decayed when a gradient is not finite."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def momentum_step(grad, buf, weight):
    update = buf * 0.9 + grad
    if not torch.isfinite(grad).all():
        update = buf * 0.9
    return weight - update * 0.01, update


def cases():
    yield from sweep(momentum_step, lambda: (randn(3, 2), randn(3, 2, seed=1), randn(3, 2, seed=2)), "base nan inf ninf allnan zero big half bf16 f64 empty")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R2'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
