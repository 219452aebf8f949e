"""A critic projects its weight after it was used; a write that was not needed would spoil the backward pass."""

import torch
from torch import nn

from fxkit import build, randn


class ProjectedCritic(nn.Module):
    def __init__(self, dim=4, limit=3.0):
        super().__init__()
        self.hidden = nn.Parameter(torch.randn(dim, dim) * 0.4)
        self.out = nn.Parameter(torch.randn(dim))
        self.limit = limit

    def project(self):
        with torch.no_grad():
            norm = self.hidden.norm()
            if norm > self.limit:
                self.hidden.mul_(self.limit / norm)

    def forward(self, x):
        h = torch.relu(torch.relu(x @ self.hidden) @ self.hidden)
        score = h @ self.out
        self.project()
        return score


def load():
    return torch.compile(ProjectedCritic())


def load_large():
    return torch.compile(ProjectedCritic(limit=0.5))


def cases():
    yield from build(load, lambda: (randn(3, 4),), "base grad")
    yield from build(load_large, lambda: (randn(3, 4),), "base", tag="large-")

EXPECT = {'topic': 'gan',
 'kind': 'branch',
 'verdict': 'decline',
 'obligations': ['gradients', 'version counter'],
 'breaks': {19: 3},
 'gb': ['GB0170'],
 'naive_differs_in': ['gradients'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
