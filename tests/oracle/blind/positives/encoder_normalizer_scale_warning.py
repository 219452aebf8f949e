"""Encoder normaliser of pytorch-forecasting in front of a small forecaster."""

import warnings

import torch
from torch import nn

from fxkit import build, rand, randn


class EncoderNormalizer(nn.Module):
    def __init__(self, method="standard", center=True, max_length=None, eps=1e-8):
        super().__init__()
        assert method in ("standard", "robust", "identity"), f"method has invalid value {method}"
        self.method = method
        self.center = center
        self.max_length = max_length
        self.eps = eps

    def _slice(self, y):
        return y if self.max_length is None else y[..., -self.max_length :]

    def fit(self, y):
        y = self._slice(y)
        if self.method == "identity":
            self.center_ = torch.zeros(y.size()[:-1])
            self.scale_ = torch.ones(y.size()[:-1])
        elif self.method == "standard":
            self.center_ = torch.mean(y, dim=-1)
            self.scale_ = torch.std(y, dim=-1) + self.eps
        else:
            self.center_ = torch.quantile(y, 0.5, dim=-1)
            q_75 = torch.quantile(y, 0.75, dim=-1)
            q_25 = torch.quantile(y, 0.25, dim=-1)
            self.scale_ = (q_75 - q_25) / 2.0 + self.eps
        if not self.center and self.method != "identity":
            self.scale_ = self.center_
            self.center_ = torch.zeros_like(self.scale_)

        if (self.scale_ < 1e-7).any():
            warnings.warn(
                "scale is below 1e-7 - consider not centering "
                "the data or using data with higher variance for numerical stability",
                UserWarning,
            )
        return self.center_, self.scale_


class Forecaster(nn.Module):
    def __init__(self, horizon=2, **kw):
        super().__init__()
        self.normalizer = EncoderNormalizer(**kw)
        self.rnn = nn.Linear(4, horizon)

    def forward(self, y):
        center, scale = self.normalizer.fit(y)
        y = (y - center[:, None]) / scale[:, None]
        return self.rnn(y[:, -4:]) * scale[:, None] + center[:, None]


def load(**kw):
    return torch.compile(Forecaster(**kw))


def cases():
    yield from build(load, lambda: (randn(3, 6),), "base grad zero nan")
    yield from build(lambda: load(method="robust", max_length=4), lambda: (randn(3, 6),), "base zero", tag="robust-")
    yield from build(lambda: load(center=False), lambda: (rand(3, 6) - 0.2,), "base pos neg", tag="uncentred-")
    yield from build(lambda: load(method="identity"), lambda: (randn(2, 5),), "base", tag="identity-")


EXPECT = {'topic': 'time series',
 'rewrites': [],
 'breaks': {40: 5, 41: 1},
 'gb': ['GB0007', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site', 'shown-history']}
