"""A range check and a finite check, raising different exceptions in order."""

import torch

from fxkit import randn, sweep


@torch.compile
def apply_lr(p, g, lr):
    if lr.max() <= 0:
        raise ValueError("learning rate must be positive")
    elif not torch.isfinite(g).all():
        raise RuntimeError("gradient is not finite")
    return p - lr * g


def cases():
    yield from sweep(lambda g, lr: apply_lr(torch.ones(3), g, lr), lambda: (randn(3), torch.tensor([0.1])), "base nan inf half grad")
    yield from sweep(lambda g, lr: apply_lr(torch.ones(3), g, lr), lambda: (randn(3), torch.tensor([-0.1])), "base nan", tag="neg-")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R18'],
 'breaks': {10: 1, 11: 1, 12: 1, 13: 1},
 'gb': ['GB0088', 'GB0170'],
 'skips': 2,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
