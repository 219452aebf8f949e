"""A masked batch norm with the cumulative moving average of the reference implementation."""

import torch
from torch import nn

from fxkit import build, randn


class SequenceBatchNorm(nn.Module):
    """Momentum None means a plain average over all batches seen."""

    def __init__(self, features, eps=1e-5, momentum=None):
        super().__init__()
        self.eps, self.momentum = eps, momentum
        self.weight = nn.Parameter(torch.ones(features))
        self.bias = nn.Parameter(torch.zeros(features))
        self.register_buffer("running_mean", torch.zeros(features))
        self.register_buffer("running_var", torch.ones(features))
        self.register_buffer("num_batches_tracked", torch.tensor(0, dtype=torch.long))

    def forward(self, x):
        if self.momentum is None:
            exponential_average_factor = 0.0
        else:
            exponential_average_factor = self.momentum
        if self.training:
            self.num_batches_tracked.add_(1)
            if self.momentum is None:  # use cumulative moving average
                exponential_average_factor = 1.0 / float(self.num_batches_tracked)
            mean = x.mean(dim=(0, 2))
            var = x.var(dim=(0, 2), unbiased=False)
            with torch.no_grad():
                n = x.numel() / x.size(1)
                self.running_mean.lerp_(mean, exponential_average_factor)
                self.running_var.copy_(exponential_average_factor * var * n / (n - 1)
                                       + (1 - exponential_average_factor) * self.running_var)
        else:
            mean, var = self.running_mean, self.running_var
        x = (x - mean[None, :, None]) / torch.sqrt(var[None, :, None] + self.eps)
        return x * self.weight[None, :, None] + self.bias[None, :, None]


def load():
    return torch.compile(SequenceBatchNorm(3))


def load_with_momentum():
    return torch.compile(SequenceBatchNorm(3, momentum=0.1))


def load_eval():
    return torch.compile(SequenceBatchNorm(3).eval())


def cases():
    yield from build(load, lambda: (randn(2, 3, 5),), "base grad zero nan")
    yield from build(load_with_momentum, lambda: (randn(2, 3, 5),), "base", tag="momentum-")
    yield from build(load_eval, lambda: (randn(2, 3, 5),), "base", tag="eval-")

EXPECT = {'topic': 'training',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {29: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'number-tensor', 'requires-grad']}
