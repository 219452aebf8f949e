"""Metrics of a separation model: what is no single number is left out of the log by the exception of item()."""

import torch
from torch import nn

from fxkit import build, randn


class SiSDR(nn.Module):
    """Scale invariant ratio in decibels, over the last dimension."""

    def forward(self, est, ref, eps=1e-8):
        scale = (est * ref).sum(-1, keepdim=True) / (ref.square().sum(-1, keepdim=True) + eps)
        target = scale * ref
        noise = est - target
        return 10 * torch.log10((target.square().sum(-1) + eps) / (noise.square().sum(-1) + eps))


class SeparationMetrics(nn.Module):
    def __init__(self):
        super().__init__()
        self.metric = SiSDR()
        self.gain = nn.Parameter(torch.ones(()))

    def forward(self, est, ref):
        return self.metric(self.gain * est, ref).squeeze(0).item()


class Validator:
    def __init__(self):
        self.metrics = torch.compile(SeparationMetrics())
        self.log = []

    def validate(self, est, ref):
        try:
            self.log.append(self.metrics(est, ref))
        except (RuntimeError, ValueError):
            self.log.append(None)
        return self.log


def load():
    return Validator().validate


def cases():
    yield from build(load, lambda: (randn(1, 8), randn(1, 8, seed=1)), "base big")
    yield from build(load, lambda: (randn(3, 8), randn(3, 8, seed=1)), "base", tag="batch-")

EXPECT = {'topic': 'audio',
 'kind': 'numbers',
 'verdict': 'any correct rewrite',
 'obligations': ['exceptions', 'number of elements'],
 'breaks': {26: 2},
 'gb': ['GB0124'],
 'naive_differs_in': ['type'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
