"""Trimmed point-to-point residual for partially overlapping scans (TrICP): only the best share of matches counts."""

import torch

from fxkit import bools, randn, sweep


def nearest_residuals(source, target):
    d = torch.cdist(source, target)
    dist, index = d.min(dim=1)
    return dist ** 2, index


def centred(points):
    return points - points.mean(0, keepdim=True)


@torch.compile
def trimmed_residual(source, target, valid, overlap=0.7):
    """Mean squared residual of the `overlap` share of the valid points, and the matched indices."""
    residual, index = nearest_residuals(centred(source), centred(target))
    num_valid = int(valid.sum())
    keep = max(1, int(overlap * num_valid))
    residual = residual.masked_fill(~valid, float("inf"))
    ordered = residual.sort().values
    score = ordered[:keep].sum() / keep
    return score, index, ordered[0]


def cases():
    yield from sweep(trimmed_residual, lambda: (randn(7, 3), randn(6, 3), bools(7, p=0.6)), "base grad", tag="some-")
    yield from sweep(trimmed_residual, lambda: (randn(7, 3), randn(6, 3), torch.ones(7, dtype=torch.bool)), "base", tag="all-")
    one = torch.arange(7) == 4
    yield from sweep(trimmed_residual, lambda: (randn(7, 3), randn(6, 3), one), "base", tag="one-")
    yield from sweep(trimmed_residual, lambda: (randn(7, 3), randn(6, 3), torch.ones(7, dtype=torch.bool), 0.05), "base", tag="least-")

EXPECT = {'topic': 'registration',
 'rewrites': ['R34', 'R27'],
 'breaks': {22: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
