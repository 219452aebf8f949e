"""Running statistics must not see a batch that is refused."""

import torch
from torch import nn

from fxkit import build, randn


class RunningNorm(nn.Module):
    """Normalises series by running mean and deviation, as reversible instance norm does."""

    def __init__(self, channels=3, momentum=0.2):
        super().__init__()
        self.momentum = momentum
        self.register_buffer("mean", torch.zeros(channels))
        self.register_buffer("var", torch.ones(channels))

    def forward(self, series):
        if not torch.isfinite(series).all():
            raise ValueError("series has missing values, impute them first")
        batch_mean = series.mean(dim=(0, 1))
        batch_var = series.var(dim=(0, 1))
        self.mean.lerp_(batch_mean, self.momentum)
        self.var.lerp_(batch_var, self.momentum)
        return (series - self.mean) / (self.var + 1e-5).sqrt()


class Pipeline:
    def __init__(self):
        self.norm = RunningNorm()
        self.normalize = torch.compile(self.norm)
        self.skipped = 0

    def push(self, series):
        try:
            out = self.normalize(series)
        except ValueError:
            self.skipped += 1
            out = None
        return out, self.norm.mean.clone()


def load():
    return Pipeline().push


def cases():
    yield from build(load, lambda: (randn(2, 5, 3),), "base big")
    yield from build(load, lambda: (randn(2, 5, 3),), "nan inf", tag="hole-")

EXPECT = {'topic': 'timeseries',
 'kind': 'branch',
 'verdict': 'any correct rewrite',
 'obligations': ['R18', 'exceptions'],
 'breaks': {19: 1, 20: 1},
 'gb': ['GB0088', 'GB0170'],
 'naive_differs_in': ['inf positions', 'nan positions'],
 'unsafe': ['compiled-exception-type', 'finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
