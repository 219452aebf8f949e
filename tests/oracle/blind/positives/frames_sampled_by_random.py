"""Video encoder: a random subset of the frames is encoded while training."""

import random

import torch
from torch import nn

from fxkit import build, randn


class FrameEncoder(nn.Module):
    def __init__(self, dim=4, keep=3):
        super().__init__()
        self.embed = nn.Linear(dim, dim)
        self.attn = nn.Linear(dim, 1)
        self.keep = keep

    def pool(self, frames):
        h = torch.relu(self.embed(frames))
        return (torch.softmax(self.attn(h), dim=1) * h).sum(1)

    def forward(self, video):
        if self.training and video.size(1) > self.keep:
            picked = sorted(random.sample(range(video.size(1)), self.keep))
            video = video[:, picked]
        return self.pool(video)


def load():
    return torch.compile(FrameEncoder())


def load_eval():
    return torch.compile(FrameEncoder().eval())


def cases():
    yield from build(load, lambda: (randn(2, 6, 4),), "base grad")
    yield from build(load, lambda: (randn(2, 2, 4),), "base", tag="short-")
    yield from build(load_eval, lambda: (randn(2, 6, 4),), "base", tag="eval-")

EXPECT = {'topic': 'video',
 'kind': 'random choice',
 'rewrites': [],
 'breaks': {24: 3},
 'gb': ['GB0007', 'GB0207'],
 'skips': 0,
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
