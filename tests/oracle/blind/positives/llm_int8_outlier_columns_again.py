"""Mixed precision linear layer: outlier feature columns stay in float, the others go through int8."""

import torch
from torch import nn

from fxkit import build, randn


class OutlierLinear(nn.Module):
    def __init__(self, in_features=8, out_features=5, threshold=2.0):
        super().__init__()
        self.threshold = threshold
        weight = torch.randn(out_features, in_features)
        scale = weight.abs().amax(1, keepdim=True) / 127.0
        self.register_buffer("qweight", torch.round(weight / scale).to(torch.int8))
        self.register_buffer("wscale", scale)
        self.bias = nn.Parameter(torch.zeros(out_features))

    @staticmethod
    def quantize_rows(x):
        scale = x.detach().abs().amax(-1, keepdim=True).clamp(min=1e-8) / 127.0
        return torch.round(x / scale).to(torch.int8), scale

    def forward(self, x):
        outlier = (x.detach().abs() > self.threshold).flatten(0, -2).any(0)
        weight = self.qweight.to(x.dtype) * self.wscale
        outlier_idx = torch.nonzero(outlier).flatten()
        out = x[..., outlier_idx] @ weight[:, outlier_idx].t()

        regular = x.masked_fill(outlier, 0.0)
        q, scale = self.quantize_rows(regular)
        acc = q.to(x.dtype) @ self.qweight.to(x.dtype).t()
        return out + acc * scale * self.wscale.t() + self.bias


def load():
    return torch.compile(OutlierLinear())


def cases():
    yield from build(load, lambda: (randn(2, 3, 8),), "base grad small")
    yield from build(load, lambda: (randn(6, 8) * 3,), "base grad", tag="outliers-")


EXPECT = {'topic': 'quantisation',
 'rewrites': [],
 'breaks': {27: 4},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite', 'finite-grad', 'grad-close']}
