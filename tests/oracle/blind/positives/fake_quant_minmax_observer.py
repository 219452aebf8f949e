"""Quantisation aware training with a moving min/max observer."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, randn


class MinMaxFakeQuant(nn.Module):
    def __init__(self, bits=8, momentum=0.1, symmetric=False):
        super().__init__()
        self.qmin, self.qmax = (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) if symmetric else (0, 2**bits - 1)
        self.momentum = momentum
        self.symmetric = symmetric
        self.register_buffer("min_val", torch.tensor(0.0))
        self.register_buffer("max_val", torch.tensor(0.0))
        self.eps = torch.finfo(torch.float32).eps

    def qparams(self):
        if self.symmetric:
            bound = torch.maximum(self.max_val, -self.min_val)
            return (bound / (self.qmax + 0.5)).clamp(min=self.eps), torch.zeros((), dtype=torch.int32)
        lo, hi = self.min_val.clamp(max=0.0), self.max_val.clamp(min=0.0)
        scale = ((hi - lo) / (self.qmax - self.qmin)).clamp(min=self.eps)
        zero_point = (self.qmin - torch.round(lo / scale)).clamp(self.qmin, self.qmax).int()
        return scale, zero_point

    def forward(self, x):
        if self.training:
            lo, hi = torch.aminmax(x.detach())
            self.min_val += self.momentum * (lo - self.min_val)
            self.max_val += self.momentum * (hi - self.max_val)
        scale, zero_point = self.qparams()
        return torch.fake_quantize_per_tensor_affine(x, scale.item(), int(zero_point), self.qmin, self.qmax)


class QLinear(nn.Module):
    def __init__(self, symmetric=False):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(3, 5))
        self.act = MinMaxFakeQuant(symmetric=symmetric)

    def forward(self, x):
        return F.linear(self.act(x), self.weight)


def load():
    return torch.compile(QLinear())


def load_symmetric():
    return torch.compile(QLinear(symmetric=True))


def cases():
    yield from build(load, lambda: (randn(4, 5),), "base pos neg grad")
    yield from build(load_symmetric, lambda: (randn(4, 5),), "base grad", tag="sym-")


EXPECT = {'topic': 'quantization',
 'rewrites': ['R22'],
 'breaks': {-1: 5, 35: 4},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
