"""Video memory that keeps the most surprising frame as it is."""

import torch
import torch.nn as nn

from fxkit import build, randn


class FrameMemory(nn.Module):
    def __init__(self, dim=4, margin=0.5):
        super().__init__()
        self.margin = margin
        self.score = nn.Linear(dim, 1)
        self.memory = torch.zeros(3, dim)
        self.best = torch.tensor(-1e4)

    @torch.no_grad()
    def forward(self, feats):
        surprise = self.score(feats - self.memory).abs().mean()
        if surprise > self.best + self.margin:
            self.memory = feats
            self.best = surprise
        attn = torch.softmax(feats @ self.memory.t(), dim=-1)
        return attn @ self.memory


def load():
    return torch.compile(FrameMemory())


def cases():
    yield from build(load, lambda: (randn(3, 4),), "base big zero")


EXPECT = {'topic': 'video',
 'verdict': 'any correct rewrite',
 'obligations': ['O11', 'R8'],
 'breaks': {-1: 2, 20: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['alias'],
 'unsafe': []}
