"""CenterNet's modified focal loss: divided by the number of peaks, if the heatmap has any."""

import torch
from torch import nn

from fxkit import build, rand, randn


def _neg_loss(pred, gt):
    pos_inds = gt.eq(1).float()
    neg_inds = gt.lt(1).float()
    neg_weights = torch.pow(1 - gt, 4)
    loss = 0
    pos_loss = torch.log(pred) * torch.pow(1 - pred, 2) * pos_inds
    neg_loss = torch.log(1 - pred) * torch.pow(pred, 2) * neg_weights * neg_inds
    num_pos = pos_inds.float().sum()
    pos_loss = pos_loss.sum()
    neg_loss = neg_loss.sum()
    if num_pos == 0:
        loss = loss - neg_loss
    else:
        loss = loss - (pos_loss + neg_loss) / num_pos
    return loss


class FocalLoss(nn.Module):
    def __init__(self):
        super().__init__()
        self.neg_loss = _neg_loss

    def forward(self, out, target):
        return self.neg_loss(out, target)


class CtdetLoss(nn.Module):
    def __init__(self, dim=3, classes=2, num_stacks=2, wh_weight=0.1):
        super().__init__()
        self.heads = nn.ModuleList(nn.Conv2d(dim, classes + 2, 1) for _ in range(num_stacks))
        self.crit = FocalLoss()
        self.classes, self.num_stacks, self.wh_weight = classes, num_stacks, wh_weight

    def forward(self, feats, heatmap, wh):
        hm_loss, wh_loss = 0, 0
        for head in self.heads:
            out = head(feats)
            hm = torch.clamp(out[:, : self.classes].sigmoid(), min=1e-4, max=1 - 1e-4)
            hm_loss += self.crit(hm, heatmap) / self.num_stacks
            wh_loss += (out[:, self.classes :] - wh).abs().mean() / self.num_stacks
        loss = hm_loss + self.wh_weight * wh_loss
        return loss, {"loss": loss, "hm_loss": hm_loss, "wh_loss": wh_loss}


def load():
    return torch.compile(CtdetLoss())


def peaks():
    hm = 0.8 * rand(1, 2, 4, 4)
    hm[0, 0, 1, 2] = 1.0
    hm[0, 1, 3, 3] = 1.0
    return hm


def cases():
    yield from build(load, lambda: (randn(1, 3, 4, 4), peaks(), rand(1, 2, 4, 4)), "base grad nan big")
    yield from build(load, lambda: (randn(1, 3, 4, 4), 0.8 * rand(1, 2, 4, 4), rand(1, 2, 4, 4)), "base grad", tag="empty-")

EXPECT = {'topic': 'detection',
 'kind': 'branches',
 'rewrites': [],
 'breaks': {19: 3},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 4,
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
