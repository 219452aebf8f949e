"""Scale invariant logarithmic loss of a monocular depth network."""

import torch
from torch import nn

from fxkit import build, rand, randn


class SILogLoss(nn.Module):
    """Pixels without ground truth (depth 0) and pixels beyond max_depth are left out."""

    def __init__(self, lambd=0.5, max_depth=10.0):
        super().__init__()
        self.lambd = lambd
        self.max_depth = max_depth

    def forward(self, pred, target):
        valid = (target > 0) & (target < self.max_depth)
        diff_log = torch.log(target[valid]) - torch.log(pred[valid])
        return torch.sqrt(diff_log.pow(2).mean() - self.lambd * diff_log.mean().pow(2))


class DepthHead(nn.Module):
    def __init__(self, dim=3, max_depth=10.0):
        super().__init__()
        self.proj = nn.Conv2d(dim, 1, 1)
        self.max_depth = max_depth
        self.criterion = SILogLoss(max_depth=max_depth)

    def forward(self, feats, target):
        pred = self.max_depth * torch.sigmoid(self.proj(feats)).squeeze(1)
        return pred, self.criterion(pred, target)


def load():
    return torch.compile(DepthHead())


def lidar():
    depth = rand(2, 4, 4) * 14
    return depth * (rand(2, 4, 4, seed=5) < 0.6)


def cases():
    yield from build(load, lambda: (randn(2, 3, 4, 4), lidar()), "base grad zero")
    yield from build(load, lambda: (randn(2, 3, 4, 4), torch.zeros(2, 4, 4)), "base", tag="nolidar-")

EXPECT = {'rewrites': [],
 'topic': 'depth',
 'kind': 'mask',
 'breaks': {19: 3},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': ['close', 'grad-close'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
