"""Experts are put in order of their load; of two with the same load the later one comes first."""

import torch
from torch import nn

from fxkit import build, randn


class ExpertSorter(nn.Module):
    def __init__(self, experts=5, dim=3):
        super().__init__()
        self.experts = experts
        self.scale = nn.Parameter(torch.linspace(0.5, 1.5, experts))

    def loads(self, assignment):
        return torch.zeros(self.experts).index_add(0, assignment, torch.ones(assignment.shape[0]))

    def forward(self, hidden, assignment):
        load = self.loads(assignment)
        order = sorted(range(self.experts), key=lambda e: load[e].item())[::-1]
        ranked = (hidden * self.scale[:, None])[order]
        return ranked, load


def load():
    return torch.compile(ExpertSorter())


def cases():
    yield from build(load, lambda: (randn(5, 3), torch.tensor([0, 0, 1, 2, 2, 4])), "base grad nan")
    yield from build(load, lambda: (randn(5, 3), torch.tensor([3, 1, 4, 0, 2])), "base", tag="even-")

EXPECT = {'topic': 'moe',
 'verdict': 'any correct rewrite',
 'obligations': ['O15', 'R28'],
 'breaks': {20: 2},
 'gb': ['GB0124'],
 'naive_differs_in': ['nan positions', 'values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
