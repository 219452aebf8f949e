"""Batch-all triplet loss averaged over the triplets that violate the margin."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


def pairwise_distances(emb, squared=False):
    dot = emb @ emb.t()
    sq = dot.diagonal()
    dist = (sq.unsqueeze(0) - 2.0 * dot + sq.unsqueeze(1)).clamp(min=0.0)
    if squared:
        return dist
    zero = dist == 0.0
    return torch.sqrt(dist + zero * 1e-12) * (~zero)


def triplet_mask(labels):
    eye = torch.eye(labels.size(0), dtype=torch.bool)
    distinct = ~eye
    i_j_k = distinct.unsqueeze(2) & distinct.unsqueeze(1) & distinct.unsqueeze(0)
    same = labels.unsqueeze(0) == labels.unsqueeze(1)
    return i_j_k & same.unsqueeze(2) & ~same.unsqueeze(1)


class BatchAllTripletLoss(nn.Module):
    def __init__(self, margin=0.3, in_dim=5, dim=4):
        super().__init__()
        self.margin = margin
        self.embed = nn.Linear(in_dim, dim)

    def forward(self, x, labels):
        emb = F.normalize(self.embed(x), dim=1)
        dist = pairwise_distances(emb, squared=True)
        losses = dist.unsqueeze(2) - dist.unsqueeze(1) + self.margin
        losses = F.relu(losses)
        mask = triplet_mask(labels) & (losses > 0)
        active = losses[mask]
        if active.numel() == 0:
            return emb.sum() * 0.0, mask.sum()
        return active.mean(), mask.sum()


def load():
    return torch.compile(BatchAllTripletLoss())


def cases():
    yield from build(load, lambda: (randn(6, 5), torch.tensor([0, 0, 1, 1, 2, 2])), "base grad")
    yield from build(load, lambda: (randn(6, 5), torch.zeros(6, dtype=torch.long)), "base grad", tag="same-")


EXPECT = {'topic': 'metric_learning',
 'kind': 'any_active_triplets',
 'rewrites': [],
 'breaks': {40: 2},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['close', 'grad-close'],
 'unsafe': ['close', 'finite-grad', 'grad-close']}
