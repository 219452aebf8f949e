"""Rigid alignment of point sets by the Kabsch algorithm, and the aligned loss built on it."""

import torch
from torch import Tensor

from fxkit import rand, randn, sweep


def weighted_center(x: Tensor, w: Tensor) -> Tensor:
    return (x * w.unsqueeze(-1)).sum(0, keepdim=True) / w.sum()


def compute_rotation(src: Tensor, dst: Tensor, w: Tensor) -> Tensor:
    """Rotation R with dst ~ src @ R.T; both are centered, [N, 3]."""
    cov = (src * w.unsqueeze(-1)).t() @ dst
    U, _, Vh = torch.linalg.svd(cov)
    rot = Vh.t() @ U.t()
    # no reflections
    if torch.det(rot) < 0:
        flip = torch.tensor([1.0, 1.0, -1.0], dtype=Vh.dtype)
        rot = Vh.t() @ torch.diag(flip) @ U.t()
    return rot


@torch.no_grad()
def rigid_align(src: Tensor, dst: Tensor, w: Tensor) -> Tensor:
    mu_s, mu_d = weighted_center(src, w), weighted_center(dst, w)
    rot = compute_rotation(src - mu_s, dst - mu_d, w)
    return (src - mu_s) @ rot.t() + mu_d


@torch.compile
def aligned_mse(pred: Tensor, target: Tensor, w: Tensor | None = None, huber: float | None = None) -> Tensor:
    """Weighted squared error after the target was aligned onto the prediction."""
    if w is None:
        w = torch.ones(pred.shape[0], dtype=pred.dtype)
    aligned = rigid_align(target, pred, w)
    err = (pred - aligned).pow(2).sum(-1)
    if huber is not None:
        err = torch.where(err < huber, err, 2 * (huber * err).sqrt() - huber)
    return (err * w).sum() / w.sum()


def _mirror(n):
    x = randn(n, 3, seed=1)
    return x, x * torch.tensor([1.0, 1.0, -1.0]), rand(n)


def cases():
    yield from sweep(aligned_mse, lambda: (randn(6, 3), randn(6, 3, seed=5), rand(6)), "base grad f64")
    yield from sweep(aligned_mse, lambda: _mirror(7), "base grad f64", tag="mirror-")
    yield from sweep(aligned_mse, lambda: (randn(5, 3), randn(5, 3) + 2.0), "base", tag="same-")
    yield from sweep(aligned_mse, lambda: _mirror(4), "base", kwargs={"huber": 0.5}, tag="huber-")

EXPECT = {'topic': '3D registration',
 'rewrites': [],
 'breaks': {19: 19},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'close', 'grad-close']}
