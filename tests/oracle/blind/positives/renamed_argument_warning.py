"""A forecasting layer still takes an argument under its old name and says so."""

import functools
import warnings

import torch
import torch.nn as nn

from fxkit import build, randn


def renamed_argument(old, new):
    """Decorator for methods whose keyword `old` is called `new` since version 0.4."""

    def decorate(fn):
        @functools.wraps(fn)
        def wrapper(self, *args, **kwargs):
            if old in kwargs:
                warnings.warn(f"`{old}` is deprecated, use `{new}` instead", FutureWarning)
                kwargs[new] = kwargs.pop(old)
            return fn(self, *args, **kwargs)

        return wrapper

    return decorate


class RevIN(nn.Module):
    def __init__(self, num_features, eps=1e-5):
        super().__init__()
        self.eps = eps
        self.affine_weight = nn.Parameter(torch.ones(num_features))
        self.affine_bias = nn.Parameter(torch.zeros(num_features))

    @renamed_argument("denorm", "inverse")
    def forward(self, x, stats=None, inverse=False):
        if inverse:
            mean, std = stats
            return (x - self.affine_bias) / self.affine_weight * std + mean
        mean = x.mean(dim=1, keepdim=True).detach()
        std = (x.var(dim=1, keepdim=True, unbiased=False) + self.eps).sqrt().detach()
        return (x - mean) / std * self.affine_weight + self.affine_bias, (mean, std)


class DLinear(nn.Module):
    def __init__(self, seq_len=6, pred_len=3, channels=2):
        super().__init__()
        self.revin = RevIN(channels)
        self.linear = nn.Linear(seq_len, pred_len)

    def forward(self, x):
        h, stats = self.revin(x)
        h = self.linear(h.transpose(1, 2)).transpose(1, 2)
        return self.revin(h, stats, denorm=True)


def load():
    return torch.compile(DLinear())


def cases():
    yield from build(load, lambda: (randn(2, 6, 2),), "base grad zero nan")

EXPECT = {'topic': 'timeseries',
 'kind': 'host',
 'rewrites': [],
 'breaks': {19: 2},
 'gb': ['GB0007'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['compiled-silent'],
 'unsafe': ['close',
            'compiled-silent',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'log-site',
            'number-tensor',
            'requires-grad',
            'shown-history']}
