"""Weather model post-processing: units, negative precipitation, relative humidity above 100 percent."""

import warnings

import numpy as np
import torch
from torch import nn

from fxkit import build, rand, randn

_STD = np.array([2.0, 0.5, 30.0], dtype=np.float32)
_MEAN = np.array([280.0, 0.3, 60.0], dtype=np.float32)


class PostProcess(nn.Module):
    """Channels: temperature, precipitation, relative humidity."""

    def __init__(self, tolerance=0.05):
        super().__init__()
        self.register_buffer("std", torch.from_numpy(_STD.copy()))
        self.register_buffer("mean", torch.from_numpy(_MEAN.copy()))
        self.tolerance = tolerance
        self.warned = False

    def _dry(self, precip):
        negative = precip < 0
        frac = negative.float().mean().item()
        if frac > self.tolerance and not self.warned:
            warnings.warn("negative precipitation in %.1f%% of the cells" % (100 * frac))
            self.warned = True
        precip = precip.clone()
        precip[negative] = 0.0
        return precip

    def forward(self, x):
        x = x * self.std[:, None, None] + self.mean[:, None, None]
        temp, precip, rh = x.unbind(0)
        precip = self._dry(precip)
        if rh.max() > 100:
            excess = (rh - 100).clamp(min=0).sum() / rh.numel()
            rh = rh.clamp(max=100.0)
        else:
            excess = rh.new_zeros(())
        snow = torch.where(temp < 273.15, precip, torch.zeros_like(precip))
        return torch.stack([temp, precip, rh]), snow.sum(), excess


def cases():
    make = lambda **kw: lambda: torch.compile(PostProcess(**kw))
    yield from build(make(), lambda: (randn(3, 3, 3),), "base", tag="usual-")
    yield from build(make(), lambda: (rand(3, 3, 3),), "base", tag="wet-")
    yield from build(make(), lambda: (randn(3, 3, 3) * 4,), "base", tag="wild-")
    yield from build(make(tolerance=2.0), lambda: (randn(3, 3, 3),), "base", tag="quiet-")


EXPECT = {'topic': 'weather',
 'rewrites': [],
 'breaks': {27: 1, 29: 1, 39: 1},
 'gb': ['GB0007', 'GB0124', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'number-tensor', 'close', 'grad-close']}
