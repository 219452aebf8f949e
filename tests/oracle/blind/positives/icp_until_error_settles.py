"""Iterative closest point with a rigid fit that guards against reflections."""

import torch
from torch import nn

from fxkit import build, randn


def best_fit_transform(A, B):
    """Least-squares rigid transform that maps A onto B."""
    centroid_A, centroid_B = A.mean(dim=0), B.mean(dim=0)
    H = (A - centroid_A).t() @ (B - centroid_B)
    U, S, Vt = torch.linalg.svd(H)
    R = Vt.t() @ U.t()
    # special reflection case
    if torch.det(R) < 0:
        Vt = torch.cat([Vt[:-1], -Vt[-1:]])
        R = Vt.t() @ U.t()
    t = centroid_B - R @ centroid_A
    return R, t


class ICP(nn.Module):
    def __init__(self, max_iterations=5, tolerance=1e-3):
        super().__init__()
        self.max_iterations = max_iterations
        self.tolerance = tolerance

    @torch.no_grad()
    def forward(self, source, target):
        src = source
        prev_error = 0.0
        for _ in range(self.max_iterations):
            distances, indices = torch.cdist(src, target).min(dim=1)
            R, t = best_fit_transform(src, target[indices])
            src = src @ R.t() + t
            mean_error = distances.mean().item()
            if abs(prev_error - mean_error) < self.tolerance:
                break
            prev_error = mean_error
        R, t = best_fit_transform(source, src)
        return R, t, src


def load():
    return torch.compile(ICP())


def cases():
    yield from build(load, lambda: (randn(7, 3), randn(7, 3) + 0.05 * randn(7, 3, seed=2)), "base")
    yield from build(load, lambda: (randn(6, 3), randn(9, 3, seed=4)), "base", tag="far-")
    yield from build(load, lambda: (randn(6, 3), randn(6, 3) * torch.tensor([1.0, 1.0, -1.0])), "base", tag="mirrored-")

EXPECT = {'topic': 'robotics',
 'kind': 'loop until',
 'rewrites': [],
 'breaks': {16: 3},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 8,
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
