"""Weighted rigid alignment of predicted on true coordinates before the diffusion loss."""

import torch
from torch import nn

from fxkit import build, randn


def weighted_rigid_align(true_coords, pred_coords, weights, mask):
    batch_size, num_points, dim = true_coords.shape
    weights = (mask * weights).unsqueeze(-1)
    true_centroid = (true_coords * weights).sum(dim=1, keepdim=True) / weights.sum(dim=1, keepdim=True)
    pred_centroid = (pred_coords * weights).sum(dim=1, keepdim=True) / weights.sum(dim=1, keepdim=True)
    true_coords_centered = true_coords - true_centroid
    pred_coords_centered = pred_coords - pred_centroid
    if num_points < (dim + 1):
        print("Warning: The size of one of the point clouds is <= dim+1. WeightedRigidAlign cannot return a unique rotation.")
    cov_matrix = torch.einsum("bni,bnj->bij", weights * pred_coords_centered, true_coords_centered)
    U, S, V = torch.linalg.svd(cov_matrix, full_matrices=False)
    V = V.mH
    if (S.abs() <= 1e-15).any() and not (num_points < (dim + 1)):
        print("Warning: Excessively low rank of cross-correlation between aligned point clouds.")
    rot_matrix = torch.einsum("bij,bkj->bik", U, V)
    F = torch.eye(dim, dtype=cov_matrix.dtype)[None].repeat(batch_size, 1, 1)
    F[:, -1, -1] = torch.det(rot_matrix)
    rot_matrix = torch.einsum("bij,bjk,blk->bil", U, F, V)
    aligned = torch.einsum("bni,bji->bnj", true_coords_centered, rot_matrix) + pred_centroid
    return aligned.detach()


class DiffusionLoss(nn.Module):
    def __init__(self, sigma_data=16.0):
        super().__init__()
        self.sigma_data = sigma_data

    def forward(self, pred_coords, true_coords, mask, sigma):
        aligned = weighted_rigid_align(true_coords, pred_coords.detach(), torch.ones_like(mask), mask)
        mse = ((pred_coords - aligned) ** 2).sum(-1)
        mse = (mse * mask).sum(-1) / (3 * mask.sum(-1))
        weight = (sigma**2 + self.sigma_data**2) / (sigma * self.sigma_data) ** 2
        return (weight * mse).mean()


class Validation:
    def __init__(self):
        self.loss = torch.compile(DiffusionLoss())
        self.total = 0.0

    def step(self, pred_coords, true_coords, mask, sigma):
        loss = self.loss(pred_coords, true_coords, mask, sigma)
        self.total = self.total + loss.detach()
        return loss


def load():
    return Validation().step


def cases():
    sigma = torch.tensor([2.0, 5.0])
    yield from build(load, lambda: (randn(2, 6, 3), randn(2, 6, 3, seed=1), torch.ones(2, 6), sigma.clone()), "base grad")
    yield from build(load, lambda: (randn(2, 6, 3), torch.zeros(2, 6, 3), torch.ones(2, 6), sigma.clone()), "base", tag="flat-")
    yield from build(load, lambda: (randn(2, 3, 3), randn(2, 3, 3, seed=1), torch.ones(2, 3), sigma.clone()), "base", tag="few-")

EXPECT = {'topic': 'protein',
 'kind': 'print',
 'rewrites': [],
 'breaks': {17: 1, 21: 3, 22: 1},
 'gb': ['GB0059', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 5,
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
