"""A whitening layer warns of degenerate scales; the test harness turns its warning into an error and retries."""

import warnings

import torch
from torch import nn

from fxkit import build, randn


class Whitening(nn.Module):
    def __init__(self, dim=3, eps=1e-3):
        super().__init__()
        self.eps = eps
        self.register_buffer("seen", torch.zeros(()))
        self.register_buffer("scale", torch.ones(dim))

    def forward(self, x):
        scale = x.std(dim=0)
        if scale.min() < self.eps:
            warnings.warn("degenerate feature", RuntimeWarning)
            scale = scale.clamp(min=self.eps)
        self.seen.add_(1)
        self.scale.copy_(scale.detach())
        return (x - x.mean(dim=0)) / scale


class StrictRunner:
    def __init__(self):
        self.module = Whitening()
        self.whiten = torch.compile(self.module)

    def run(self, x):
        with warnings.catch_warnings():
            warnings.simplefilter("error", RuntimeWarning)
            try:
                out = self.whiten(x)
            except RuntimeWarning as w:
                out = str(w)
        return out, self.module.seen.clone()


def load():
    return StrictRunner().run


def cases():
    yield from build(load, lambda: (randn(6, 3),), "base grad big")
    yield from build(load, lambda: (randn(6, 3) * torch.tensor([1.0, 0.0, 1.0]),), "base", tag="constant-")

EXPECT = {'topic': 'numerics',
 'kind': 'branch',
 'verdict': 'any correct rewrite',
 'obligations': ['effects', 'warnings that raise', 'O1'],
 'breaks': {20: 1},
 'gb': ['GB0007', 'GB0170'],
 'naive_differs_in': ['state', 'result'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
