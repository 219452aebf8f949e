"""Two augmented updates of a loss, each under its own test."""

import torch

from fxkit import randn, sweep


@torch.compile
def total_loss(err, reg):
    loss = err * err
    if reg.max() > 1.0:
        loss += 0.5
    if reg.min() < -1.0:
        loss *= 2.0
    return loss


def cases():
    yield from sweep(total_loss, lambda: (randn(4), torch.tensor([2.0, -2.0])), "base nan half f64 grad")
    yield from sweep(total_loss, lambda: (randn(4), torch.tensor([0.5, -2.0])), "base grad", tag="low-")
    yield from sweep(total_loss, lambda: (randn(4), torch.tensor([0.5, 0.0])), "base", tag="none-")

EXPECT = {'topic': 'loss',
 'rewrites': ['R9', 'R2'],
 'breaks': {11: 1, 13: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
