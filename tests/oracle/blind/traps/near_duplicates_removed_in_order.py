"""Active learning: a candidate is dropped if it is close to one that was kept before it, not to any earlier one."""

import torch
from torch import nn

from fxkit import build, randn


def keep_distinct(feats, radius):
    kept = []
    flags = torch.zeros(len(feats), dtype=torch.bool)
    for i in range(len(feats)):
        if all((feats[i] - feats[j]).norm() > radius for j in kept):
            kept.append(i)
            flags[i] = True
    return flags


class CandidateScorer(nn.Module):
    def __init__(self, dim=2, radius=1.0):
        super().__init__()
        self.score = nn.Linear(dim, 1)
        self.radius = radius

    def forward(self, feats):
        flags = keep_distinct(feats.detach(), self.radius)
        scores = self.score(feats).squeeze(-1)
        return torch.where(flags, scores, torch.zeros_like(scores)), flags


def load():
    return torch.compile(CandidateScorer())


def chain(step):
    return (torch.stack([torch.arange(6.0) * step, torch.zeros(6)], dim=-1),)


def cases():
    yield from build(load, lambda: chain(0.7), "base grad nan")
    yield from build(load, lambda: chain(0.3), "base", tag="dense-")
    yield from build(load, lambda: (3 * randn(6, 2),), "base", tag="wide-")

EXPECT = {'topic': 'training',
 'kind': 'loops',
 'verdict': 'any correct rewrite',
 'obligations': ['earlier decisions count', 'a comparison with NaN'],
 'breaks': {13: 3},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
