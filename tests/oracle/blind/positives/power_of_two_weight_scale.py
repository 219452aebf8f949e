"""Weights for a microcontroller: the scale of a layer is the power of two that just holds its largest weight."""

import math
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


@dataclass
class QConfig:
    bits: int = 8
    floor: float = 1e-6

    @property
    def qmax(self):
        return 2 ** (self.bits - 1) - 1


def pow2_quantize(w: torch.Tensor, cfg: QConfig):
    """Symmetric fake quantisation whose scale is a shift."""
    amax = max(w.detach().abs().max().item(), cfg.floor)
    exponent = math.ceil(math.log2(amax / cfg.qmax))
    scale = 2.0 ** exponent
    q = torch.clamp(torch.round(w / scale), -cfg.qmax - 1, cfg.qmax) * scale
    return w + (q - w).detach()  # straight through


class ShiftLinear(nn.Linear):
    def __init__(self, n_in, n_out, cfg=QConfig()):
        super().__init__(n_in, n_out)
        self.cfg = cfg

    def forward(self, x):
        return F.linear(x, pow2_quantize(self.weight, self.cfg), self.bias)


def load(bits=8, gain=1.0):
    net = nn.Sequential(ShiftLinear(5, 6, QConfig(bits)), nn.ReLU(), ShiftLinear(6, 2, QConfig(bits)))
    with torch.no_grad():
        net[0].weight.mul_(gain)
    return torch.compile(net)


def cases():
    yield from build(load, lambda: (randn(3, 5),), "base grad nan")
    yield from build(lambda: load(4, 37.0), lambda: (randn(3, 5),), "base", tag="wide-")
    yield from build(lambda: load(4, 0.0), lambda: (randn(3, 5),), "base", tag="dead-")

EXPECT = {'topic': 'quantisation',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {25: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 6,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad']}
