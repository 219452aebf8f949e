"""Quantization-aware linear layer with a moving min-max observer."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class MovingAverageMinMax(nn.Module):
    def __init__(self, averaging_constant: float = 0.1, bits: int = 8):
        super().__init__()
        self.averaging_constant = averaging_constant
        self.quant_min, self.quant_max = 0, 2**bits - 1
        self.register_buffer("min_val", torch.tensor(-1.0))
        self.register_buffer("max_val", torch.tensor(1.0))

    @torch.no_grad()
    def forward(self, x: torch.Tensor) -> None:
        lo, hi = torch.aminmax(x.detach())
        self.min_val.add_(self.averaging_constant * (lo - self.min_val))
        self.max_val.add_(self.averaging_constant * (hi - self.max_val))

    def calculate_qparams(self) -> tuple[torch.Tensor, torch.Tensor]:
        lo = self.min_val.clamp(max=0.0)
        hi = self.max_val.clamp(min=0.0)
        scale = ((hi - lo) / float(self.quant_max - self.quant_min)).clamp(min=1e-7)
        zero_point = self.quant_min - torch.round(lo / scale).to(torch.int)
        return scale, zero_point.clamp(self.quant_min, self.quant_max)


def fake_quantize(x: torch.Tensor, scale, zero_point, quant_min: int, quant_max: int) -> torch.Tensor:
    """Straight-through estimator: the gradient passes as if nothing had been rounded."""
    q = torch.clamp(torch.round(x / scale) + zero_point, quant_min, quant_max)
    return x + ((q - zero_point) * scale - x).detach()


class FakeQuantLinear(nn.Module):
    def __init__(self, in_features: int, out_features: int, bits: int = 8):
        super().__init__()
        self.linear = nn.Linear(in_features, out_features)
        self.observer = MovingAverageMinMax(bits=bits)
        self.enabled = True

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if self.training:
            self.observer(x)
        if self.enabled:
            scale, zero_point = self.observer.calculate_qparams()
            x = fake_quantize(x, scale.item(), zero_point.item(), self.observer.quant_min, self.observer.quant_max)
        return F.relu(self.linear(x))


def make(bits=8, training=True, enabled=True):
    layer = FakeQuantLinear(4, 3, bits)
    layer.enabled = enabled
    layer.train(training)
    layer.compile()
    return layer


def cases():
    yield from build(make, lambda: (randn(5, 4),), "base grad big zero pos")
    yield from build(lambda: make(4), lambda: (randn(2, 3, 4),), "base grad", tag="int4-")
    yield from build(lambda: make(training=False), lambda: (randn(2, 4),), "base", tag="eval-")
    yield from build(lambda: make(enabled=False), lambda: (randn(2, 4),), "base", tag="float-")

EXPECT = {'topic': 'quantization',
 'rewrites': [],
 'breaks': {50: 11},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['close'],
 'unsafe': ['close', 'grad-close', 'finite-grad', 'number-tensor']}
