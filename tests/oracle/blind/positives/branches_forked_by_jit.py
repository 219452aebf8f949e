"""An inception block starts its branches with torch.jit.fork and waits for them."""

import torch
from torch import nn

from fxkit import build, randn


class ConvBranch(nn.Module):
    def __init__(self, cin, cout, kernel):
        super().__init__()
        self.conv = nn.Conv1d(cin, cout, kernel, padding=kernel // 2)
        self.act = nn.ReLU()

    def forward(self, x):
        return self.act(self.conv(x))


class InceptionBlock(nn.Module):
    def __init__(self, cin=2, width=3, kernels=(1, 3, 5)):
        super().__init__()
        self.branches = nn.ModuleList(ConvBranch(cin, width, k) for k in kernels)
        self.pool = nn.MaxPool1d(3, stride=1, padding=1)
        self.bottleneck = nn.Conv1d(cin, width, 1)

    def forward(self, x):
        futures = [torch.jit.fork(branch, x) for branch in self.branches]
        pooled = self.bottleneck(self.pool(x))
        outs = [torch.jit.wait(f) for f in futures]
        return torch.cat(outs + [pooled], dim=1)


class InceptionTime(nn.Module):
    def __init__(self, classes=3, width=3):
        super().__init__()
        self.block1 = InceptionBlock(2, width)
        self.block2 = InceptionBlock(4 * width, width)
        self.head = nn.Linear(4 * width, classes)

    def forward(self, x):
        h = self.block2(self.block1(x))
        return self.head(h.mean(dim=-1))


def load():
    return torch.compile(InceptionTime())


def cases():
    yield from build(load, lambda: (randn(2, 2, 9),), "base grad nan")

EXPECT = {'topic': 'time-series',
 'kind': 'jit',
 'rewrites': [],
 'breaks': {27: 4, 29: 1},
 'gb': ['GB0007', 'GB0092', 'GB4347'],
 'skips': 3,
 'graphs_per_call': 7,
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
