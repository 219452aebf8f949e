"""Homoscedastic uncertainty weighting; tasks without any label in the batch are left out."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, rand, randn


class UncertaintyMultiTask(nn.Module):
    def __init__(self, dim=6, classes=3):
        super().__init__()
        self.trunk = nn.Linear(dim, dim)
        self.seg, self.depth, self.normal = nn.Linear(dim, classes), nn.Linear(dim, 1), nn.Linear(dim, 3)
        self.log_vars = nn.Parameter(torch.zeros(3))

    def losses(self, x, seg, depth, normal):
        h = torch.relu(self.trunk(x))
        has_depth = depth > 0
        seg_loss = F.cross_entropy(self.seg(h), seg)
        depth_loss = ((self.depth(h).squeeze(-1) - depth).abs() * has_depth).sum() / has_depth.sum().clamp(min=1)
        normal_loss = (1 - F.cosine_similarity(self.normal(h), normal, dim=-1)) * (normal.abs().sum(-1) > 0)
        return [seg_loss, depth_loss, normal_loss.mean()]

    def forward(self, x, seg, depth, normal):
        total = torch.zeros((), device=x.device)
        for i, loss in enumerate(self.losses(x, seg, depth, normal)):
            if loss > 0:
                total = total + torch.exp(-self.log_vars[i]) * loss + self.log_vars[i]
        return total


def load():
    return torch.compile(UncertaintyMultiTask())


def cases():
    yield from build(load, lambda: (randn(5, 6), ints(0, 3, 5), rand(5), randn(5, 3)), "base grad")
    yield from build(load, lambda: (randn(5, 6), ints(0, 3, 5), torch.zeros(5), randn(5, 3)), "base grad", tag="nodepth-")
    yield from build(load, lambda: (randn(5, 6), ints(0, 3, 5), torch.zeros(5), torch.zeros(5, 3)), "base", tag="segonly-")


EXPECT = {'topic': 'multitask',
 'rewrites': [],
 'breaks': {28: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['finite', 'finite-grad', 'grad-none-zero']}
