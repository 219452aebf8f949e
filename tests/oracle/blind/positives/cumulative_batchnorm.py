"""Batch normalisation of a segmentation net with a cumulative average when momentum is None."""

import torch
import torch.nn as nn

from fxkit import build, randn


class CumulativeBatchNorm(nn.Module):
    def __init__(self, num_features, eps=1e-5, momentum=None):
        super().__init__()
        self.eps = eps
        self.momentum = momentum
        self.weight = nn.Parameter(torch.ones(num_features))
        self.bias = nn.Parameter(torch.zeros(num_features))
        self.register_buffer("running_mean", torch.zeros(num_features))
        self.register_buffer("running_var", torch.ones(num_features))
        self.register_buffer("num_batches_tracked", torch.tensor(0, dtype=torch.long))

    def average_factor(self):
        self.num_batches_tracked += 1
        if self.momentum is None:  # use cumulative moving average
            return 1.0 / float(self.num_batches_tracked)
        return self.momentum

    def forward(self, x):
        if self.training:
            eaf = self.average_factor()
            mean = x.mean((0, 2, 3))
            var = x.var((0, 2, 3), unbiased=False)
            n = x.numel() / x.size(1)
            with torch.no_grad():
                self.running_mean.copy_(eaf * mean + (1 - eaf) * self.running_mean)
                self.running_var.copy_(eaf * var * n / (n - 1) + (1 - eaf) * self.running_var)
        else:
            mean, var = self.running_mean, self.running_var
        x = (x - mean[None, :, None, None]) / torch.sqrt(var[None, :, None, None] + self.eps)
        return x * self.weight[None, :, None, None] + self.bias[None, :, None, None]


class Block(nn.Module):
    def __init__(self, momentum=None):
        super().__init__()
        self.conv = nn.Conv2d(2, 3, 1)
        self.norm = CumulativeBatchNorm(3, momentum=momentum)

    def forward(self, x):
        return torch.relu(self.norm(self.conv(x)))


def make_block():
    return torch.compile(Block())


def make_fixed():
    return torch.compile(Block(0.1))


def make_eval():
    return torch.compile(Block().eval())


def cases():
    yield from build(make_block, lambda: (randn(2, 2, 3, 3),), "base grad")
    yield from build(make_fixed, lambda: (randn(2, 2, 3, 3),), "base", tag="fixed-")
    yield from build(make_eval, lambda: (randn(2, 2, 3, 3),), "base", tag="eval-")

EXPECT = {'topic': 'medical imaging',
 'rewrites': [],
 'breaks': {23: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
