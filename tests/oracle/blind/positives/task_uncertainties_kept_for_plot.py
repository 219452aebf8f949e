"""Multi-task learning with learned uncertainties; the weights of the last step are kept as numbers for a plot."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class UncertaintyWeighting(nn.Module):
    def __init__(self, tasks, keep=2):
        super().__init__()
        self.tasks = tasks
        self.log_vars = nn.Parameter(torch.linspace(-0.5, 0.5, len(tasks)))
        self.last = {}
        self.keep = keep

    def forward(self, losses):
        total = 0
        precision = torch.exp(-self.log_vars)
        for i, task in enumerate(self.tasks):
            total = total + precision[i] * losses[task] + self.log_vars[i]
            self.last[task] = {"loss": losses[task].item(), "weight": precision[i].item()}
        return total


class DepthAndNormals(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.trunk = nn.Linear(dim, dim)
        self.depth, self.normals = nn.Linear(dim, 1), nn.Linear(dim, 3)
        self.weighting = UncertaintyWeighting(["depth", "normals"])

    def forward(self, x, depth, normals):
        h = F.gelu(self.trunk(x))
        losses = {"depth": F.l1_loss(self.depth(h), depth),
                  "normals": 1 - F.cosine_similarity(self.normals(h), normals, dim=-1).mean()}
        return self.weighting(losses)


def load():
    return torch.compile(DepthAndNormals())


def cases():
    yield from build(load, lambda: (randn(3, 4), randn(3, 1), randn(3, 3)), "base grad zero")

EXPECT = {'topic': 'multi task',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {23: 3},
 'gb': ['GB0124', 'GB7000'],
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
