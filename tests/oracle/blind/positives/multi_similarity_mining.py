"""Multi-similarity loss: each anchor mines its hard pairs, and is left out if it has none."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class MultiSimilarityLoss(nn.Module):
    def __init__(self, thresh=0.5, margin=0.1, scale_pos=2.0, scale_neg=10.0):
        super().__init__()
        self.thresh = thresh
        self.margin = margin
        self.scale_pos = scale_pos
        self.scale_neg = scale_neg

    def forward(self, feats, labels):
        batch_size = feats.size(0)
        sim_mat = torch.matmul(feats, torch.t(feats))
        epsilon = 1e-5
        loss = list()
        for i in range(batch_size):
            pos_pair_ = sim_mat[i][labels == labels[i]]
            pos_pair_ = pos_pair_[pos_pair_ < 1 - epsilon]
            neg_pair_ = sim_mat[i][labels != labels[i]]
            if len(pos_pair_) < 1 or len(neg_pair_) < 1:
                continue
            neg_pair = neg_pair_[neg_pair_ + self.margin > pos_pair_.min()]
            pos_pair = pos_pair_[pos_pair_ - self.margin < neg_pair_.max()]
            if len(neg_pair) < 1 or len(pos_pair) < 1:
                continue
            # weighting step
            pos_loss = 1.0 / self.scale_pos * torch.log(1 + torch.sum(torch.exp(-self.scale_pos * (pos_pair - self.thresh))))
            neg_loss = 1.0 / self.scale_neg * torch.log(1 + torch.sum(torch.exp(self.scale_neg * (neg_pair - self.thresh))))
            loss.append(pos_loss + neg_loss)
        if len(loss) == 0:
            return torch.zeros([], requires_grad=True)
        return sum(loss) / batch_size


class Embedder(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.fc = nn.Linear(dim, 3)
        self.loss = MultiSimilarityLoss()

    def forward(self, x, labels):
        return self.loss(F.normalize(self.fc(x), dim=-1), labels)


def load():
    return torch.compile(Embedder())


def cases():
    yield from build(load, lambda: (randn(5, 4), torch.tensor([0, 0, 1, 1, 2])), "base grad")
    yield from build(load, lambda: (randn(3, 4), torch.tensor([0, 0, 1])), "base", tag="small-")

EXPECT = {'topic': 'metric learning',
 'kind': 'loop over examples',
 'rewrites': [],
 'breaks': {24: 4},
 'gb': ['GB0036', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 1,
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
