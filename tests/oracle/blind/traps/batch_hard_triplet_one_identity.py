"""Re-identification: the batch-hard triplet loss raises when a batch holds one identity only."""

import torch
from torch import nn

from fxkit import build, randn


def euclidean_dist(x, y):
    m, n = x.size(0), y.size(0)
    xx = torch.pow(x, 2).sum(1, keepdim=True).expand(m, n)
    yy = torch.pow(y, 2).sum(1, keepdim=True).expand(n, m).t()
    dist = xx + yy - 2 * x @ y.t()
    return dist.clamp(min=1e-12).sqrt()  # for numerical stability


class TripletLoss(nn.Module):
    def __init__(self, margin=0.3, dim=4, feat=5):
        super().__init__()
        self.margin = margin
        self.embed = nn.Linear(dim, feat)
        self.ranking_loss = nn.MarginRankingLoss(margin=margin)

    def forward(self, images, targets):
        inputs = self.embed(images)
        n = inputs.size(0)
        dist = euclidean_dist(inputs, inputs)
        # For each anchor, find the hardest positive and negative
        mask = targets.expand(n, n).eq(targets.expand(n, n).t())
        dist_ap, dist_an = [], []
        for i in range(n):
            dist_ap.append(dist[i][mask[i]].max().unsqueeze(0))
            dist_an.append(dist[i][mask[i] == 0].min().unsqueeze(0))
        dist_ap = torch.cat(dist_ap)
        dist_an = torch.cat(dist_an)
        # Compute ranking hinge loss
        y = torch.ones_like(dist_an)
        return self.ranking_loss(dist_an, dist_ap, y)


def load():
    return torch.compile(TripletLoss())


def cases():
    yield from build(load, lambda: (randn(4, 4), torch.tensor([0, 0, 1, 1])), "base grad nan")
    yield from build(load, lambda: (randn(4, 4), torch.tensor([0, 1, 2, 3])), "base grad", tag="singles-")
    yield from build(load, lambda: (randn(3, 4), torch.tensor([2, 2, 2])), "base grad", tag="one-")

EXPECT = {'topic': 'vision',
 'kind': 'masks',
 'verdict': 'decline',
 'obligations': ['exceptions'],
 'breaks': {32: 1},
 'gb': ['GB0036', 'GB7000'],
 'naive_differs_in': ['exception'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad',
            'shown-history']}
