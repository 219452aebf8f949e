"""Geometry relaxation: the step is shortened to a trust radius when its largest component norm exceeds it."""

import torch
from torch import nn

from fxkit import build, randn


class LearnedStep(nn.Module):
    """Per-atom displacement from invariant features."""

    def __init__(self, dim=3, radius=0.5):
        super().__init__()
        self.mix = nn.Linear(dim, dim, bias=False)
        self.radius = radius

    def displacement(self, forces):
        step = self.mix(forces)
        return step - step.mean(0, keepdim=True)

    def limit(self, step):
        longest = step.norm(dim=-1).max()
        if longest > self.radius:
            step = step * (self.radius / longest)
        return step

    def forward(self, pos, forces):
        step = self.limit(self.displacement(forces))
        return pos + step, (step ** 2).sum()


def relaxer():
    return torch.compile(LearnedStep())


def cases():
    yield from build(relaxer, lambda: (randn(4, 3), randn(4, 3) * 0.1), "base", tag="short-")
    yield from build(relaxer, lambda: (randn(4, 3), randn(4, 3) * 9), "base", tag="long-")
    yield from build(relaxer, lambda: (randn(4, 3), torch.zeros(4, 3)), "base", tag="rest-")

EXPECT = {'topic': 'chemistry',
 'verdict': 'any correct rewrite',
 'obligations': ['O5'],
 'breaks': {23: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['nan positions'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
