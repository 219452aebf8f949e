"""Ternary weight networks: threshold at 0.7 of the mean magnitude, scale from the weights that survive."""

import torch
from torch import nn
import torch.nn.functional as F

from fxkit import build, randn


class TernaryLinear(nn.Linear):
    """Straight-through ternarisation; `report` prints the sparsity of the layer."""

    def __init__(self, in_features, out_features, factor=0.7, report=False):
        super().__init__(in_features, out_features)
        self.factor = factor
        self.report = report

    def delta(self):
        return self.factor * self.weight.detach().abs().mean()

    def ternary(self):
        w = self.weight.detach()
        big = w.abs() > self.delta()
        if big.any():
            alpha = w.abs()[big].mean()
        else:
            alpha = w.new_zeros(())
        q = alpha * torch.sign(w) * big
        if self.report:
            zeros = 1.0 - big.float().mean().item()
            print("ternary sparsity {:.2f}".format(zeros))
        return q

    def forward(self, x):
        w = self.weight + (self.ternary() - self.weight).detach()
        return F.linear(x, w, self.bias)


def layer(**kw):
    fill = kw.pop("fill", None)

    def factory():
        m = TernaryLinear(4, 3, **kw)
        if fill is not None:
            nn.init.constant_(m.weight, fill)
        return torch.compile(m)

    return factory


def cases():
    yield from build(layer(), lambda: (randn(2, 4),), "base grad", tag="usual-")
    yield from build(layer(report=True), lambda: (randn(2, 4),), "base", tag="report-")
    yield from build(layer(factor=50.0), lambda: (randn(2, 4),), "base grad", tag="none-")
    yield from build(layer(fill=0.0, report=True), lambda: (randn(2, 4),), "base", tag="zero-")


EXPECT = {'topic': 'quantization',
 'rewrites': [],
 'breaks': {24: 2, 25: 1, 30: 2, 31: 2},
 'gb': ['GB0036', 'GB0059', 'GB0124', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'close', 'grad-close']}
