"""Gradual magnitude pruning: the sparsity follows a cubic schedule of the step, which is kept in a buffer."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class GradualPruner(nn.Module):
    def __init__(self, initial=0.0, final=0.8, begin=1, end=5):
        super().__init__()
        self.initial, self.final = initial, final
        self.begin, self.end = begin, end
        self.register_buffer("step", torch.tensor(0))

    def sparsity(self):
        step = min(max(self.step.item(), self.begin), self.end)
        progress = (step - self.begin) / (self.end - self.begin)
        return self.final + (self.initial - self.final) * (1.0 - progress) ** 3

    def mask(self, weight):
        magnitudes = weight.detach().abs().flatten()
        k = int(self.sparsity() * magnitudes.numel())
        if k == 0:
            return torch.ones_like(weight)
        threshold = magnitudes.kthvalue(k).values
        return (weight.detach().abs() > threshold).to(weight.dtype)


class PrunedLinear(nn.Module):
    def __init__(self, dim=5, out=4, final=0.8, end=5):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(out, dim))
        self.pruner = GradualPruner(final=final, end=end)

    def forward(self, x):
        mask = self.pruner.mask(self.weight)
        self.pruner.step += 1
        return F.linear(x, self.weight * mask), mask.mean()


class Loop:
    def __init__(self, **kw):
        self.layer = PrunedLinear(**kw)
        self.apply = torch.compile(self.layer)

    def run(self, x):
        return [self.apply(x) for _ in range(4)]


def load(**kw):
    return Loop(**kw).run


def cases():
    yield from build(load, lambda: (randn(3, 5),), "base grad")
    yield from build(lambda: load(final=0.5, end=3), lambda: (randn(3, 5),), "base", tag="half-")

EXPECT = {'topic': 'pruning',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {18: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 12,
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
