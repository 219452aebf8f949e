"""Smooth lDDT of predicted coordinates, averaged by a helper over the pairs that count."""

import torch
from torch import nn

from fxkit import build, randn


def masked_average(values, mask):
    return values[mask].mean()


def pairwise_distance(coords):
    delta = coords.unsqueeze(-2) - coords.unsqueeze(-3)
    return (delta.square().sum(dim=-1) + 1e-10).sqrt()


class SmoothLDDTLoss(nn.Module):
    """Differentiable lDDT: nearby pairs of resolved atoms, soft thresholds."""

    def __init__(self, inclusion_radius=2.5, thresholds=(0.5, 1.0, 2.0, 4.0)):
        super().__init__()
        self.inclusion_radius = inclusion_radius
        self.register_buffer("thresholds", torch.tensor(thresholds))

    def forward(self, pred_coords, true_coords, resolved):
        true_dist = pairwise_distance(true_coords)
        error = (pairwise_distance(pred_coords) - true_dist).abs()
        score = torch.sigmoid(self.thresholds - error.unsqueeze(-1)).mean(dim=-1)

        n = true_dist.shape[-1]
        pair_mask = (true_dist < self.inclusion_radius) & ~torch.eye(n, dtype=torch.bool)
        pair_mask = pair_mask & resolved.unsqueeze(-1) & resolved.unsqueeze(-2)
        return 1.0 - masked_average(score, pair_mask), masked_average(error, pair_mask)


def load():
    return torch.compile(SmoothLDDTLoss())


def cases():
    yield from build(load, lambda: (randn(2, 5, 3), randn(2, 5, 3, seed=1), torch.ones(2, 5).bool()), "base grad zero")
    yield from build(load, lambda: (randn(1, 4, 3), randn(1, 4, 3, seed=1), torch.tensor([[True, True, False, True]])), "base", tag="gap-")
    yield from build(load, lambda: (randn(1, 3, 3), randn(1, 3, 3, seed=1), torch.zeros(1, 3).bool()), "base", tag="unresolved-")

EXPECT = {'rewrites': [],
 'topic': 'protein',
 'kind': 'mask',
 'breaks': {10: 3},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 6,
 'after': 0,
 'assume': ['close', 'grad-close'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
