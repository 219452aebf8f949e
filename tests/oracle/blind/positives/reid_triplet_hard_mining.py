"""Triplet loss with batch hard mining."""

import torch
import torch.nn as nn

from fxkit import build, randn


class TripletLoss(nn.Module):
    def __init__(self, margin=0.3):
        super().__init__()
        self.margin = margin
        self.ranking_loss = nn.MarginRankingLoss(margin=margin)

    def forward(self, inputs, targets):
        n = inputs.size(0)
        dist = torch.pow(inputs, 2).sum(dim=1, keepdim=True).expand(n, n)
        dist = dist + dist.t()
        dist = dist - 2 * inputs @ inputs.t()
        dist = dist.clamp(min=1e-12).sqrt()
        mask = targets.expand(n, n).eq(targets.expand(n, n).t())
        dist_ap, dist_an = [], []
        for i in range(n):
            dist_ap.append(dist[i][mask[i]].max().unsqueeze(0))
            dist_an.append(dist[i][mask[i] == 0].min().unsqueeze(0))
        dist_ap = torch.cat(dist_ap)
        dist_an = torch.cat(dist_an)
        y = torch.ones_like(dist_an)
        loss = self.ranking_loss(dist_an, dist_ap, y)
        prec = (dist_an > dist_ap).float().mean()
        return loss, prec


def load():
    return torch.compile(TripletLoss())


def cases():
    yield from build(load, lambda: (randn(6, 4), torch.tensor([0, 0, 1, 1, 2, 2])), "base grad big+grad")
    yield from build(load, lambda: (randn(5, 4), torch.tensor([3, 1, 1, 1, 7])), "base grad", tag="lone-")


EXPECT = {'topic': 'metric_learning',
 'rewrites': ['R30'],
 'breaks': {24: 1},
 'gb': ['GB0036', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
