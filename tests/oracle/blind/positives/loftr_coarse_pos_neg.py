"""Coarse matching loss with a corner case: a pair of images without any match, or with nothing but matches."""

import torch
from torch import nn

from fxkit import build, randn


class CoarseMatching(nn.Module):
    def __init__(self, dim=4, alpha=0.25, gamma=2.0, pos_weight=1.0, neg_weight=1.0):
        super().__init__()
        self.proj = nn.Linear(dim, dim)
        self.alpha = alpha
        self.gamma = gamma
        self.pos_w = pos_weight
        self.neg_w = neg_weight

    def compute_coarse_loss(self, conf, conf_gt):
        pos_mask, neg_mask = conf_gt == 1, conf_gt == 0
        c_pos_w, c_neg_w = self.pos_w, self.neg_w
        # corner case: no gt coarse-level match at all
        if not pos_mask.any():  # assign a wrong gt
            pos_mask[0, 0, 0] = True
            c_pos_w = 0.0
        if not neg_mask.any():
            neg_mask[0, 0, 0] = True
            c_neg_w = 0.0
        conf = torch.clamp(conf, 1e-6, 1 - 1e-6)
        loss_pos = -self.alpha * torch.pow(1 - conf[pos_mask], self.gamma) * conf[pos_mask].log()
        loss_neg = -(1 - self.alpha) * torch.pow(conf[neg_mask], self.gamma) * (1 - conf[neg_mask]).log()
        return c_pos_w * loss_pos.mean() + c_neg_w * loss_neg.mean()

    def forward(self, feat_c0, feat_c1, conf_gt):
        feat_c0, feat_c1 = self.proj(feat_c0), self.proj(feat_c1)
        sim_matrix = torch.einsum("nlc,nsc->nls", feat_c0, feat_c1)
        conf_matrix = sim_matrix.softmax(1) * sim_matrix.softmax(2)
        return self.compute_coarse_loss(conf_matrix, conf_gt), conf_matrix


def load():
    return torch.compile(CoarseMatching())


def cases():
    def args(conf_gt):
        return lambda: (randn(1, 3, 4), randn(1, 3, 4, seed=1), torch.tensor([conf_gt]))

    yield from build(load, args([[0, 1, 0], [1, 0, 0], [0, 0, 0]]), "base grad")
    yield from build(load, args([[0, 0, 0], [0, 0, 0], [0, 0, 0]]), "base grad", tag="none-")
    yield from build(load, args([[1, 1, 1], [1, 1, 1], [1, 1, 1]]), "base", tag="all-")

EXPECT = {'topic': 'matching',
 'kind': 'masks',
 'rewrites': [],
 'breaks': {22: 2, 25: 2, 29: 3, 30: 3},
 'gb': ['GB0036', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 8,
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
