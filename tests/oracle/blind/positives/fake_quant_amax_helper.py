"""Fake quantisation of activations: a helper computes the scale from the largest magnitude."""

from dataclasses import dataclass

import torch
from torch import nn

from fxkit import build, randn


@dataclass
class QuantConfig:
    bits: int = 8
    min_amax: float = 1e-5

    @property
    def qmax(self):
        return 2 ** (self.bits - 1) - 1


def scale_from_amax(amax, config):
    """Symmetric scale; amax is a plain number."""
    return max(amax, config.min_amax) / config.qmax


def fake_quantize(x, config):
    scale = scale_from_amax(x.detach().abs().max().item(), config)
    q = torch.clamp(torch.round(x / scale), -config.qmax - 1, config.qmax)
    return x + (q * scale - x).detach()


class QuantLinear(nn.Module):
    def __init__(self, n_in, n_out, config=QuantConfig()):
        super().__init__()
        self.config = config
        self.linear = nn.Linear(n_in, n_out)

    def forward(self, x):
        weight = fake_quantize(self.linear.weight, self.config)
        return nn.functional.linear(fake_quantize(x, self.config), weight, self.linear.bias)


def load():
    return torch.compile(nn.Sequential(QuantLinear(4, 6), nn.ReLU(), QuantLinear(6, 3)))


def cases():
    yield from build(load, lambda: (randn(5, 4),), "base grad zero big")

EXPECT = {'topic': 'inference',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {27: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 10,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
