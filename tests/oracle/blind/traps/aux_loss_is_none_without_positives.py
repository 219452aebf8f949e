"""The mask branch of a detector has no loss in an image without objects: its place in the result is None."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class MaskBranch(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.fc = nn.Linear(dim, 3)

    def forward(self, feats, masks, positive):
        loss = None
        if positive.any():
            logits = self.fc(feats)
            per_box = F.binary_cross_entropy_with_logits(logits, masks, reduction="none").mean(dim=-1)
            loss = (per_box * positive).sum() / positive.sum()
        return loss


class Detector(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.score = nn.Linear(dim, 1)
        self.mask_branch = MaskBranch(dim)

    def forward(self, feats, masks, positive):
        score_loss = F.binary_cross_entropy_with_logits(self.score(feats).squeeze(-1), positive.float())
        mask_loss = self.mask_branch(feats, masks, positive)
        total = score_loss if mask_loss is None else score_loss + 0.5 * mask_loss
        return total, mask_loss


def load():
    return torch.compile(Detector())


def cases():
    masks = (randn(3, 3) > 0).float()
    yield from build(load, lambda: (randn(3, 4), masks, torch.tensor([True, False, True])), "base grad")
    yield from build(load, lambda: (randn(3, 4), masks, torch.tensor([False, False, False])), "base grad", tag="none-")

EXPECT = {'topic': 'detection',
 'kind': 'branch',
 'verdict': 'decline',
 'obligations': ['is None'],
 'breaks': {17: 2},
 'gb': ['GB0170'],
 'naive_differs_in': ['type'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
