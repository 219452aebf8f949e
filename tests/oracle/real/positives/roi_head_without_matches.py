"""A RoI head without a matched proposal returns zero losses under the same names."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import bools, build, randn


class BoxHead(nn.Module):
    def __init__(self, dim=4, beta=1.0):
        super().__init__()
        self.box_reg = nn.Linear(dim, 4)
        self.cls_score = nn.Linear(dim, 1)
        self.beta = beta

    def box_error(self, deltas, targets):
        diff = (deltas - targets).abs()
        return torch.where(diff < self.beta, 0.5 * diff * diff / self.beta, diff - 0.5 * self.beta).sum(dim=-1)

    def forward(self, roi_feats, targets, matched):
        deltas = self.box_reg(roi_feats)
        scores = self.cls_score(roi_feats).squeeze(-1)
        weights = matched.to(deltas.dtype)
        if not matched.any():
            return {"loss_box": deltas.sum() * 0.0, "loss_cls": F.softplus(scores).mean()}
        loss_box = (self.box_error(deltas, targets) * weights).sum() / weights.sum()
        return {"loss_box": loss_box, "loss_cls": F.binary_cross_entropy_with_logits(scores, weights)}


def load():
    return torch.compile(BoxHead())


def cases():
    yield from build(load, lambda: (randn(5, 4), randn(5, 4, seed=1), bools(5)), "base grad big true false false+grad")

EXPECT = {'topic': 'detection',
 'rewrites': ['R6'],
 'breaks': {25: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['close', 'grad-none-zero'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
