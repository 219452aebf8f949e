"""Per-stage totals were made by multiplying a list: all entries are one tensor, and every write is seen in all of them."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class Stage(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.fc = nn.Linear(dim, dim)

    def forward(self, x):
        return torch.tanh(self.fc(x))


class Cascade(nn.Module):
    """Stages refine an estimate; the loss of a stage is counted when it exceeds the margin."""

    def __init__(self, dim=3, stages=3, margin=0.4):
        super().__init__()
        self.stages = nn.ModuleList(Stage(dim) for _ in range(stages))
        self.margin = margin

    @torch.no_grad()
    def forward(self, x, y):
        totals = [torch.zeros(())] * len(self.stages)
        for i, stage in enumerate(self.stages):
            x = x + stage(x)
            loss = F.mse_loss(x, y)
            if loss > self.margin:
                totals[i] += loss
        return x, totals[0] + 2 * totals[1] + 3 * totals[2]


def load():
    return torch.compile(Cascade())


def cases():
    yield from build(load, lambda: (randn(4, 3), randn(4, 3, seed=1)), "base zero nan")
    yield from build(load, lambda: (0.1 * randn(4, 3), 0.2 * randn(4, 3, seed=1)), "base", tag="near-")

EXPECT = {'topic': 'training',
 'kind': 'branch',
 'verdict': 'any correct rewrite',
 'obligations': ['aliasing', 'list multiplication'],
 'breaks': {33: 2},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['values'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
