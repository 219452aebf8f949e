"""Lane regression loss: only lanes with two visible points count; slope term for lanes that are long enough."""

import torch
from torch import nn

from fxkit import build, randn


class LaneLoss(nn.Module):
    def __init__(self, slope_weight=0.1, min_points=2):
        super().__init__()
        self.slope_weight = slope_weight
        self.min_points = min_points
        self.log_vars = {}

    @staticmethod
    def _slope(x, vis):
        d = x[1:] - x[:-1]
        both = vis[1:] * vis[:-1]
        return (d * both).sum() / both.sum().clamp(min=1.0)

    def forward(self, pred, target, visible):
        n_used = 0
        loss = pred.sum() * 0.0
        for lane_pred, lane_gt, vis in zip(pred, target, visible):
            if vis.sum() < self.min_points:
                continue
            err = (lane_pred - lane_gt).abs() * vis
            loss = loss + err.sum() / vis.sum()
            loss = loss + self.slope_weight * (self._slope(lane_pred, vis) - self._slope(lane_gt, vis)).abs()
            n_used += 1
        if n_used > 0:
            loss = loss / n_used
        self.log_vars["lane_loss"] = loss.item()
        return loss


def vis(*rows):
    return torch.tensor(rows, dtype=torch.float32)


def cases():
    make = lambda: torch.compile(LaneLoss())
    yield from build(make, lambda: (randn(3, 4), randn(3, 4, seed=2), vis([1, 1, 1, 0], [0, 1, 0, 0], [1, 1, 1, 1])), "base grad", tag="mixed-")
    yield from build(make, lambda: (randn(2, 4), randn(2, 4, seed=2), torch.ones(2, 4)), "base grad", tag="all-")
    yield from build(make, lambda: (randn(2, 4), randn(2, 4, seed=2), torch.zeros(2, 4)), "base grad", tag="none-")


EXPECT = {'topic': 'driving',
 'rewrites': [],
 'breaks': {26: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'number-tensor', 'close', 'grad-close']}
