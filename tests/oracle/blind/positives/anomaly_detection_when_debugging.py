"""A forecaster runs its encoder under anomaly detection when the config says debug."""

from dataclasses import dataclass

import torch
from torch import nn

from fxkit import build, randn


@dataclass
class Config:
    channels: int = 3
    hidden: int = 5
    horizon: int = 2
    detect_anomaly: bool = False


class Forecaster(nn.Module):
    def __init__(self, cfg: Config):
        super().__init__()
        self.cfg = cfg
        self.encoder = nn.Linear(cfg.channels, cfg.hidden)
        self.decoder = nn.Linear(cfg.hidden, cfg.horizon)

    def forward(self, series):
        """series: (B, T, channels)"""
        mean = series.mean(dim=1, keepdim=True)
        std = series.std(dim=1, keepdim=True) + 1e-5
        with torch.autograd.set_detect_anomaly(self.cfg.detect_anomaly):
            h = torch.relu(self.encoder((series - mean) / std)).mean(dim=1)
            out = self.decoder(h)
        return out * std[:, 0, :1] + mean[:, 0, :1]


def load(**options):
    return torch.compile(Forecaster(Config(**options)))


def cases():
    yield from build(load, lambda: (randn(2, 6, 3),), "base grad big")
    yield from build(lambda: load(hidden=3), lambda: (randn(2, 6, 3),), "base", tag="small-")

EXPECT = {'topic': 'training',
 'kind': 'host',
 'rewrites': [],
 'breaks': {30: 3},
 'gb': ['GB0008', 'GB0142'],
 'skips': 1,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
