"""Smooth lDDT of predicted structures; targets without resolved atom pairs are skipped."""

import torch
from torch import Tensor

from fxkit import bools, rand, randn, sweep


def pairwise_dist(coords: Tensor, eps: float = 1e-10) -> Tensor:
    diff = coords[..., :, None, :] - coords[..., None, :, :]
    return (diff.pow(2).sum(-1) + eps).sqrt()


def lddt_score(pred_d: Tensor, true_d: Tensor) -> Tensor:
    dist_diff = (true_d - pred_d).abs()
    eps = 0.25 * (
        torch.sigmoid(0.5 - dist_diff)
        + torch.sigmoid(1.0 - dist_diff)
        + torch.sigmoid(2.0 - dist_diff)
        + torch.sigmoid(4.0 - dist_diff)
    )
    return eps


@torch.compile
def smooth_lddt_loss(
    pred_coords: Tensor,
    true_coords: Tensor,
    coords_mask: Tensor,
    nucleic_acid: Tensor,
    cutoff: float = 15.0,
    nucleic_cutoff: float = 30.0,
) -> Tensor:
    """Smooth lDDT loss.

    pred_coords, true_coords: [N, 3]; coords_mask: [N] resolved atoms; nucleic_acid: [N] DNA or RNA atoms.
    """
    true_d = pairwise_dist(true_coords)
    n_atoms = true_d.shape[-1]

    is_nuc = nucleic_acid.unsqueeze(-1).expand(n_atoms, n_atoms)
    mask = torch.where(is_nuc, true_d < nucleic_cutoff, true_d < cutoff)
    mask = mask & ~torch.eye(n_atoms, dtype=torch.bool)
    mask = mask & coords_mask.unsqueeze(-1) & coords_mask.unsqueeze(-2)

    weights = mask.to(true_d.dtype)
    num = weights.sum()
    if num == 0:
        # nothing resolved in this crop
        return torch.zeros((), dtype=true_d.dtype)

    pred_d = pairwise_dist(pred_coords)
    score = lddt_score(pred_d, true_d)
    lddt = (score * weights).sum() / num
    return 1.0 - lddt


def _args(n, p=0.8, far=1.0):
    return randn(n, 3) * 4, randn(n, 3, seed=1) * 4 * far, bools(n, p=p), rand(n, seed=2) < 0.2


def cases():
    yield from sweep(smooth_lddt_loss, lambda: _args(7), "base grad f64")
    yield from sweep(smooth_lddt_loss, lambda: _args(7, p=-1.0), "base grad", tag="unresolved-")
    yield from sweep(smooth_lddt_loss, lambda: _args(5, far=1000.0), "base grad", tag="far-")
    yield from sweep(smooth_lddt_loss, lambda: _args(1), "base", tag="single-")

EXPECT = {'topic': 'protein structure',
 'rewrites': [],
 'breaks': {48: 6},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['requires-grad', 'grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'close', 'grad-close']}
