"""Gradient monitor of a large-batch run: the expensive second check is only made when the first one fires."""

import torch
from torch import nn

from fxkit import build, randn


class GradientMonitor(nn.Module):
    """Flags a step as suspicious by its norm, then by its kurtosis; `deep_checks` counts the second test."""

    def __init__(self, norm_limit=3.0, kurtosis_limit=2.0):
        super().__init__()
        self.norm_limit = norm_limit
        self.kurtosis_limit = kurtosis_limit
        self.deep_checks = 0
        self.register_buffer("ema", torch.zeros(()))

    def large(self, grad):
        norm = grad.norm()
        self.ema.lerp_(norm, 0.1)
        return norm > self.norm_limit

    def heavy_tailed(self, grad):
        self.deep_checks += 1
        centred = grad - grad.mean()
        var = centred.pow(2).mean().clamp(min=1e-8)
        return centred.pow(4).mean() / var ** 2 > self.kurtosis_limit

    @torch.no_grad()
    def forward(self, grad):
        if self.large(grad) and self.heavy_tailed(grad):
            grad = grad * (self.norm_limit / grad.norm())
        return grad.sign() * grad.abs().sqrt()


def cases():
    make = lambda: torch.compile(GradientMonitor())
    yield from build(make, lambda: (randn(8) * 0.1,), "base", tag="small-")
    yield from build(make, lambda: (randn(8) * 9,), "base", tag="large-")
    yield from build(make, lambda: (torch.ones(8) * 9,), "base", tag="flat-")
    yield from build(make, lambda: (randn(8) + torch.arange(8).eq(3) * 40.0,), "base", tag="spiky-")

EXPECT = {'topic': 'optimizer',
 'verdict': 'any correct rewrite',
 'obligations': ['R3', 'O3'],
 'breaks': {32: 2},
 'gb': ['GB0170'],
 'naive_differs_in': ['value'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
