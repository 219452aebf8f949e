"""Stochastic depth after a popular repository: a Bernoulli variable decides whether the residual branch is run at all."""

import torch
from torch import nn

from fxkit import build, randn


class StoDepthBlock(nn.Module):
    def __init__(self, channels, prob, multFlag=True):
        super().__init__()
        self.conv1 = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.norm1 = nn.GroupNorm(2, channels)
        self.conv2 = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.norm2 = nn.GroupNorm(2, channels)
        self.prob = prob
        self.multFlag = multFlag

    def branch(self, x):
        out = torch.relu(self.norm1(self.conv1(x)))
        return self.norm2(self.conv2(out))

    def forward(self, x):
        identity = x.clone()
        if self.training:
            if torch.bernoulli(torch.full((1,), self.prob)).item() == 1:
                out = self.branch(x) + identity
            else:
                out = identity
        else:
            out = self.branch(x)
            out = self.prob * out + identity if self.multFlag else out + identity
        return torch.relu(out)


class Stage(nn.Module):
    def __init__(self, channels=4, depth=2, last=0.4):
        super().__init__()
        step = (1.0 - last) / depth
        self.blocks = nn.ModuleList(StoDepthBlock(channels, 1.0 - step * (i + 1)) for i in range(depth))

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return x.mean(dim=(2, 3))


def load():
    return torch.compile(Stage())


def load_eval():
    return torch.compile(Stage().eval())


def cases():
    yield from build(load, lambda: (randn(2, 4, 5, 5),), "base grad")
    yield from build(load_eval, lambda: (randn(2, 4, 5, 5),), "base", tag="eval-")

EXPECT = {'topic': 'vision',
 'kind': 'random choice',
 'rewrites': [],
 'breaks': {26: 2},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 4,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
