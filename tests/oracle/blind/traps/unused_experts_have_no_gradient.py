"""Experts that no token chose have a gradient of None, by which the trainer skips their update."""

import torch
import torch.nn as nn

from fxkit import build, randn


class Experts(nn.Module):
    def __init__(self, dim=3, experts=3):
        super().__init__()
        self.experts = nn.ModuleList([nn.Linear(dim, dim) for _ in range(experts)])

    def forward(self, x, chosen):
        out = torch.zeros_like(x)
        used = []
        for i, expert in enumerate(self.experts):
            rows = chosen == i
            if rows.any():
                out = out + torch.where(rows[:, None], expert(x), torch.zeros_like(x))
                used.append(i)
        return out, used


def load():
    return torch.compile(Experts())


def cases():
    yield from build(load, lambda: (randn(4, 3), torch.tensor([0, 2, 0, 2])), "base grad")
    yield from build(load, lambda: (randn(4, 3), torch.tensor([1, 1, 0, 2])), "base", tag="all-")

EXPECT = {'topic': 'language',
 'kind': 'mask',
 'verdict': 'any correct rewrite',
 'obligations': ['gradients'],
 'breaks': {19: 1},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['result'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
