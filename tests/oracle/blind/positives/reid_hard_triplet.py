"""Person re-identification: batch-hard triplet loss with softmax classification on top."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


def euclidean_dist(x: torch.Tensor) -> torch.Tensor:
    m = x.size(0)
    xx = torch.pow(x, 2).sum(dim=1, keepdim=True).expand(m, m)
    dist = xx + xx.t() - 2 * x @ x.t()
    return dist.clamp(min=1e-12).sqrt()  # for numerical stability


class TripletLoss(nn.Module):
    """Triplet loss with hard positive/negative mining.

    Reference: Hermans et al. In Defense of the Triplet Loss for Person Re-Identification. arXiv:1703.07737.
    """

    def __init__(self, margin: float = 0.3):
        super().__init__()
        self.ranking_loss = nn.MarginRankingLoss(margin=margin)

    def forward(self, inputs: torch.Tensor, targets: torch.Tensor):
        """inputs: [B, D]; every identity occurs in the batch together with some other one"""
        n = inputs.size(0)
        dist = euclidean_dist(inputs)

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
        loss = self.ranking_loss(dist_an, dist_ap, y)
        prec = (dist_an > dist_ap).float().mean()
        return loss, prec


class ReIDModel(nn.Module):
    def __init__(self, in_features=8, feat_dim=5, num_ids=4, margin=0.3):
        super().__init__()
        self.embed = nn.Linear(in_features, feat_dim)
        self.bottleneck = nn.LayerNorm(feat_dim)
        self.classifier = nn.Linear(feat_dim, num_ids, bias=False)
        self.triplet = TripletLoss(margin)

    def forward(self, x, pids):
        feat = self.embed(x)
        tri, prec = self.triplet(feat, pids)
        ce = F.cross_entropy(self.classifier(self.bottleneck(feat)), pids)
        return tri + ce, prec


def make(**kw):
    model = ReIDModel(**kw)
    model.compile()
    return model


def cases():
    yield from build(make, lambda: (randn(6, 8), torch.tensor([0, 0, 1, 1, 2, 2])), "base grad")
    yield from build(make, lambda: (randn(4, 8), torch.tensor([3, 1, 3, 0])), "base", tag="uneven-")
    yield from build(lambda: make(margin=2.0), lambda: (randn(2, 8), torch.tensor([0, 1])), "base", tag="pair-")

EXPECT = {'topic': 're-identification',
 'rewrites': [],
 'breaks': {36: 4},
 'gb': ['GB0036', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite', 'finite-grad', 'grad-close', 'close']}
