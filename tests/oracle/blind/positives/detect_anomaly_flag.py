"""Encoder layers with a debug switch that asserts finite activations and names the culprit."""

import torch
import torch.nn as nn

from fxkit import build, randn


class DebugConfig:
    def __init__(self, check_finite):
        self.check_finite = check_finite


class EncoderLayer(nn.Module):
    def __init__(self, dim, gain):
        super().__init__()
        self.fc = nn.Linear(dim, dim)
        self.gain = gain

    def forward(self, x):
        return x + self.fc(torch.tanh(x)) * self.gain


class Encoder(nn.Module):
    def __init__(self, config, dim=4, gains=(1.0, 1e38, 1.0)):
        super().__init__()
        self.config = config
        self.layers = nn.ModuleList(EncoderLayer(dim, g) for g in gains)

    def check(self, x, name):
        if not self.config.check_finite:
            return
        assert torch.isfinite(x).all(), f"non-finite activations after {name}"

    @torch.compile
    def forward(self, x):
        self.check(x, "input")
        for i, layer in enumerate(self.layers):
            x = layer(x)
            self.check(x, f"layer {i}")
        return x


def make_checked():
    return Encoder(DebugConfig(True))


def make_unchecked():
    return Encoder(DebugConfig(False))


def make_tame():
    return Encoder(DebugConfig(True), gains=(1.0, 0.5))


def cases():
    yield from build(make_tame, lambda: (randn(3, 4),), "base nan grad")
    yield from build(make_checked, lambda: (randn(3, 4) * 9,), "base inf", tag="blow-")
    yield from build(make_unchecked, lambda: (randn(3, 4),), "base", tag="off-")

EXPECT = {'topic': 'debugging',
 'rewrites': [],
 'breaks': {33: 3},
 'gb': ['GB0088', 'GB0170', 'GB7000'],
 'skips': 2,
 'graphs_per_call': 7,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
