"""Task aligned assigner: anchors that were given to more than one box keep the box of highest overlap."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, rand, randn


def select_highest_overlaps(mask_pos, overlaps, n_max_boxes):
    """mask_pos, overlaps: (b, n_max_boxes, n_anchors)."""
    fg_mask = mask_pos.sum(-2)
    if fg_mask.max() > 1:  # one anchor is assigned to several boxes
        mask_multi_gts = (fg_mask.unsqueeze(1) > 1).expand(-1, n_max_boxes, -1)
        max_overlaps_idx = overlaps.argmax(1)
        is_max_overlaps = F.one_hot(max_overlaps_idx, n_max_boxes).permute(0, 2, 1).to(overlaps.dtype)
        mask_pos = torch.where(mask_multi_gts, is_max_overlaps, mask_pos).float()
        fg_mask = mask_pos.sum(-2)
    target_gt_idx = mask_pos.argmax(-2)
    return target_gt_idx, fg_mask, mask_pos


class AssignedLoss(nn.Module):
    def __init__(self, dim=4, topk=2):
        super().__init__()
        self.score = nn.Linear(dim, 1)
        self.topk = topk

    def candidates(self, metric):
        index = metric.topk(self.topk, dim=-1).indices
        mask = torch.zeros_like(metric).scatter_(-1, index, 1.0)
        return mask * (metric > 0.1)

    def forward(self, feats, overlaps):
        scores = self.score(feats).squeeze(-1).sigmoid()
        metric = scores[:, None].detach() * overlaps
        mask_pos = self.candidates(metric)
        target_gt_idx, fg_mask, mask_pos = select_highest_overlaps(mask_pos, overlaps, overlaps.shape[1])
        target = (overlaps * mask_pos).amax(dim=1)
        loss = F.binary_cross_entropy(scores, target, reduction="none").mean()
        return loss, target_gt_idx, fg_mask


def load():
    return torch.compile(AssignedLoss())


def apart():
    overlaps = torch.zeros(2, 2, 6)
    overlaps[:, 0, :2] = 0.9
    overlaps[:, 1, 3:5] = 0.8
    return overlaps


def cases():
    yield from build(load, lambda: (randn(2, 6, 4), rand(2, 3, 6)), "base grad big")
    yield from build(load, lambda: (randn(2, 6, 4), apart()), "base", tag="apart-")

EXPECT = {'topic': 'detection',
 'kind': 'branches',
 'rewrites': [],
 'breaks': {13: 3},
 'gb': ['GB0170'],
 'skips': 0,
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
