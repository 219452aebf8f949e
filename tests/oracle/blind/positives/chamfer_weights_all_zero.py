"""Chamfer distance of padded point clouds with per-cloud weights; a batch that weighs nothing costs nothing."""

import torch
from torch import nn

from fxkit import build, randn


def chamfer_single_direction(x, y, x_lengths, y_lengths, weights, point_reduction="mean"):
    N, P1, D = x.shape
    P2 = y.shape[1]
    is_x_heterogeneous = (x_lengths != P1).any()
    x_mask = torch.arange(P1)[None] >= x_lengths[:, None]
    y_mask = torch.arange(P2)[None] >= y_lengths[:, None]
    if weights is not None:
        if weights.size(0) != N:
            raise ValueError("weights must be of shape (N,).")
        if not (weights >= 0).all():
            raise ValueError("weights cannot be negative.")
        if weights.sum() == 0.0:
            weights = weights.view(N, 1)
            return (x.sum((1, 2)) * weights).sum() * 0.0
    d = ((x[:, :, None] - y[:, None]) ** 2).sum(-1)
    cham_x = d.masked_fill(y_mask[:, None, :], float("inf")).min(dim=-1).values
    if is_x_heterogeneous:
        cham_x = torch.where(x_mask, torch.zeros_like(cham_x), cham_x)
    if weights is not None:
        cham_x = cham_x * weights.view(N, 1)
    cham_x = cham_x.sum(1)
    if point_reduction == "mean":
        cham_x = cham_x / x_lengths.clamp(min=1)
    if weights is not None:
        return cham_x.sum() / weights.sum()
    return cham_x.sum() / max(N, 1)


class PointDecoderLoss(nn.Module):
    def __init__(self, latent=4, points=5):
        super().__init__()
        self.decode = nn.Linear(latent, points * 3)
        self.points = points

    def forward(self, z, target, lengths, weights=None):
        pred = self.decode(z).view(-1, self.points, 3)
        full = torch.full_like(lengths, self.points)
        there = chamfer_single_direction(pred, target, full, lengths, weights)
        back = chamfer_single_direction(target, pred, lengths, full, weights)
        return there + back


def load():
    return torch.compile(PointDecoderLoss())


def cases():
    def clouds(*weights, lengths=(6, 4, 1)):
        args = (randn(3, 4), randn(3, 6, 3), torch.tensor(lengths))
        return args + ((torch.tensor(weights),) if weights else ())

    yield from build(load, lambda: clouds(1.0, 0.5, 2.0), "base grad")
    yield from build(load, lambda: clouds(lengths=(6, 6, 6)), "base", tag="plain-")
    yield from build(load, lambda: clouds(0.0, 0.0, 0.0), "base grad", tag="zero-")
    yield from build(load, lambda: clouds(1.0, -1.0, 0.0), "base", tag="negative-")

EXPECT = {'topic': '3d',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {18: 2, 19: 1, 20: 2, 25: 3},
 'gb': ['GB0088', 'GB0170'],
 'skips': 1,
 'graphs_per_call': 10,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'compiled-exception-type',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
