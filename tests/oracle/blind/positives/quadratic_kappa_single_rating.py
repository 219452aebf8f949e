"""Quadratically weighted kappa of ordinal grades; it is one where all the ratings are the same."""

import torch
import torch.nn.functional as F

from fxkit import ints, sweep


def confusion(pred, target, n):
    return F.one_hot(target, n).to(torch.float32).T @ F.one_hot(pred, n).to(torch.float32)


def penalty(n, device=None):
    grid = torch.arange(n, dtype=torch.float32, device=device)
    return (grid[:, None] - grid[None, :]) ** 2 / (n - 1) ** 2


@torch.compile
def quadratic_kappa(pred, target, num_classes=4):
    observed = confusion(pred, target, num_classes)
    total = observed.sum()
    expected = torch.outer(observed.sum(1), observed.sum(0)) / total
    w = penalty(num_classes, pred.device)
    denominator = (w * expected).sum()
    if denominator == 0:
        return torch.ones_like(denominator)
    return 1.0 - (w * observed).sum() / denominator


def cases():
    yield from sweep(quadratic_kappa, lambda: (ints(0, 4, 8), ints(0, 4, 8, seed=1)), "base")
    yield from sweep(quadratic_kappa, lambda: (torch.full((4,), 2), torch.full((4,), 2)), "base", tag="same-")
    yield from sweep(quadratic_kappa, lambda: (torch.full((4,), 1), torch.full((4,), 3)), "base", tag="apart-")

EXPECT = {'topic': 'metrics',
 'kind': 'branch, early return',
 'rewrites': [],
 'breaks': {25: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
