"""RetinaNet box regression loss with the no-foreground early return."""

import torch
import torch.nn as nn

from fxkit import build, randn


def smooth_l1(pred, target, beta):
    n = torch.abs(pred - target)
    return torch.where(n < beta, 0.5 * n * n / beta, n - 0.5 * beta)


class RegressionHead(nn.Module):
    def __init__(self, channels, beta=0.11):
        super().__init__()
        self.bbox_reg = nn.Linear(channels, 4)
        self.beta = beta

    @torch.compile
    def compute_loss(self, features, matched_gt, matched_idxs):
        """matched_idxs: -1 background, -2 between thresholds, otherwise the index of the box."""
        bbox_regression = self.bbox_reg(features)
        foreground = matched_idxs >= 0
        num_foreground = foreground.sum().item()
        if num_foreground == 0:
            return bbox_regression.sum() * 0.0
        loss = smooth_l1(bbox_regression[foreground], matched_gt[foreground], self.beta).sum()
        return loss / max(1, num_foreground)


def make_head():
    return RegressionHead(6).compute_loss


MATCHED = torch.tensor([-1, 0, 1, -2, 0, 2])
NONE = torch.tensor([-1, -1, -2, -1, -2, -1])


def cases():
    yield from build(make_head, lambda: (randn(6, 6), randn(6, 4), MATCHED.clone()), "base grad")
    yield from build(make_head, lambda: (randn(6, 6), randn(6, 4), NONE.clone()), "base grad", tag="none-")
    yield from build(make_head, lambda: (randn(6, 6), randn(6, 4), MATCHED.flip(0)), "big", tag="flip-")

EXPECT = {'topic': 'detection',
 'rewrites': [],
 'breaks': {25: 1, 28: 1},
 'gb': ['GB0036', 'GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['grad-none-zero', 'grad-close', 'close', 'finite-grad', 'requires-grad']}
