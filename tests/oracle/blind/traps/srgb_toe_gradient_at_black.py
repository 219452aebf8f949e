"""Exposure fitting of a renderer: a single exposure value goes through the sRGB transfer curve."""

import torch
from torch import nn

from fxkit import rand


def srgb_encode(v):
    if v <= 0.0031308:
        return v * 12.92
    return 1.055 * v ** (1 / 2.4) - 0.055


class ExposureFit(nn.Module):
    """`offset` is learned in linear light; black frames are common at the start of a shot."""

    def __init__(self, offset=0.0):
        super().__init__()
        self.offset = nn.Parameter(torch.tensor(offset))
        self.gain = nn.Parameter(torch.tensor(1.0))

    def forward(self, linear, reference):
        level = (linear.mean() * self.gain + self.offset).clamp(min=0.0)
        encoded = srgb_encode(level)
        return (encoded - reference).abs(), encoded


def shot(scale, **kw):
    def make():
        frame = (rand(2, 3) * scale).requires_grad_()
        return torch.compile(ExposureFit(**kw)), (frame, torch.tensor(0.4)), {}

    return make


def cases():
    yield "bright", shot(1.0)
    yield "dim", shot(0.002)
    yield "black", shot(0.0)
    yield "lifted-black", shot(0.0, offset=0.05)


EXPECT = {'topic': 'rendering',
 'verdict': 'any correct rewrite',
 'obligations': ['O5'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['gradients', 'nan positions'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'grad-close']}
