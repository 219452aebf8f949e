"""SmoothQuant migration: activation outliers are moved into the weights with a strength chosen per layer."""

import torch
from torch import nn

from fxkit import build, randn


def channel_absmax(x):
    return x.abs().flatten(0, -2).amax(0)


def fake_quant(x, bits=8):
    """Symmetric per-tensor fake quantisation."""
    qmax = 2 ** (bits - 1) - 1
    scale = x.abs().max().clamp(min=1e-8) / qmax
    return torch.round(x / scale).clamp(-qmax - 1, qmax) * scale


class SmoothedLinear(nn.Module):
    def __init__(self, inner, ratio=6.0):
        super().__init__()
        self.inner = inner
        self.ratio = ratio

    def choose_alpha(self, act_max):
        spread = (act_max.max() / act_max.median()).item()
        if spread > 2 * self.ratio:
            return 0.85
        elif spread > self.ratio:
            return 0.7
        return 0.5

    def smoothing(self, act_max, weight_max, alpha):
        return (act_max.clamp(min=1e-5) ** alpha / weight_max.clamp(min=1e-5) ** (1 - alpha)).clamp(min=1e-5)

    @torch.no_grad()
    def forward(self, x):
        act_max = channel_absmax(x)
        weight_max = self.inner.weight.abs().amax(0)
        alpha = self.choose_alpha(act_max)
        s = self.smoothing(act_max, weight_max, alpha)
        y = fake_quant(x / s) @ fake_quant(self.inner.weight * s).t()
        return y + self.inner.bias


def cases():
    make = lambda: torch.compile(SmoothedLinear(nn.Linear(4, 3)))
    yield from build(make, lambda: (randn(2, 5, 4),), "base", tag="even-")
    yield from build(make, lambda: (randn(2, 5, 4) * torch.tensor([1.0, 9.0, 1.0, 1.0]),), "base", tag="outlier-")
    yield from build(make, lambda: (randn(2, 5, 4) * torch.tensor([1.0, 90.0, 1.0, 1.0]),), "base", tag="extreme-")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R6', 'R26'],
 'breaks': {27: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['close'],
 'unsafe': ['close', 'finite']}
