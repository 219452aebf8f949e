"""Post training quantisation: an observer turns its running range into a scale and a zero point by Python arithmetic."""

import torch
from torch import nn

from fxkit import build, randn


class MinMaxObserver(nn.Module):
    def __init__(self, quant_min=0, quant_max=255, eps=1e-6):
        super().__init__()
        self.quant_min, self.quant_max, self.eps = quant_min, quant_max, eps
        self.register_buffer("min_val", torch.tensor(0.0))
        self.register_buffer("max_val", torch.tensor(0.0))

    def observe(self, x):
        x = x.detach()
        self.min_val.copy_(torch.minimum(self.min_val, x.min()))
        self.max_val.copy_(torch.maximum(self.max_val, x.max()))

    def qparams(self):
        lo, hi = self.min_val.item(), self.max_val.item()
        scale = max((hi - lo) / (self.quant_max - self.quant_min), self.eps)
        zero_point = self.quant_min - round(lo / scale)
        return scale, max(self.quant_min, min(self.quant_max, zero_point))


class FakeQuantLinear(nn.Module):
    def __init__(self, dim=4, out=3):
        super().__init__()
        self.linear = nn.Linear(dim, out)
        self.observer = MinMaxObserver()

    def forward(self, x):
        self.observer.observe(x)
        scale, zero_point = self.observer.qparams()
        q = (x / scale + zero_point).round().clamp(self.observer.quant_min, self.observer.quant_max)
        x = x + ((q - zero_point) * scale - x).detach()
        return self.linear(x)


def load():
    return torch.compile(FakeQuantLinear())


def cases():
    yield from build(load, lambda: (randn(3, 4),), "base grad zero pos big")

EXPECT = {'topic': 'quantisation',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {22: 3},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
