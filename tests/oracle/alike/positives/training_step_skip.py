"""A whole training step: the update is skipped when the loss is not finite."""

import torch

from fxkit import randn, sweep


@torch.compile
def train_step(w, x, y):
    with torch.no_grad():
        err = (x * w).sum(1) - y
        loss = (err * err).mean()
        g = (x * err[:, None]).mean(0) * 2.0
        if torch.isfinite(loss):
            w -= 0.1 * g
    return loss


def cases():
    yield from sweep(train_step, lambda: (randn(3), randn(4, 3), randn(4)), "base nan inf zero f64 big")
    yield from sweep(train_step, lambda: (randn(3), randn(4, 3), torch.full((4,), float("nan"))), "base", tag="bad-")

EXPECT = {'topic': 'loss',
 'rewrites': ['R2', 'R9'],
 'breaks': {14: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
