"""Halve the learning rate when the loss stopped improving."""

import torch

from fxkit import rand, sweep


@torch.compile
@torch.no_grad()
def plateau(lr, history, best):
    current = history[-1]
    lr = lr * 1.0
    if current > best * 0.99:
        lr = lr * 0.5
    return lr, torch.minimum(best, current)


def cases():
    yield from sweep(plateau, lambda: (torch.tensor(0.1), rand(4), torch.tensor(0.05)), "base f64 nan half")
    yield from sweep(plateau, lambda: (torch.tensor(0.1), rand(4), torch.tensor(5.0)), "base inf", tag="better-")

EXPECT = {'topic': 'scheduler',
 'rewrites': ['R2'],
 'breaks': {13: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
