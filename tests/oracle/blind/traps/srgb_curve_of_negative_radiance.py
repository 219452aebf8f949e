"""Radiance is brought to sRGB by two pieces, of which the power has no derivative for values that are not positive."""

import torch
from torch import nn

from fxkit import build, randn


def linear_to_srgb(linear):
    srgb = torch.empty_like(linear)
    dark = linear <= 0.0031308
    srgb[dark] = 12.92 * linear[dark]
    bright = ~dark
    srgb[bright] = 1.055 * linear[bright] ** (1 / 2.4) - 0.055
    return srgb


class SphericalHarmonicColor(nn.Module):
    def __init__(self, degree_coeffs=4):
        super().__init__()
        self.coeffs = nn.Parameter(0.4 * torch.randn(degree_coeffs, 3))

    def forward(self, dirs):
        basis = torch.cat([torch.full_like(dirs[:, :1], 0.2821), 0.4886 * dirs], dim=1)
        return basis @ self.coeffs


class TonemappedRenderer(nn.Module):
    def __init__(self, exposure=1.5):
        super().__init__()
        self.color = SphericalHarmonicColor()
        self.log_exposure = nn.Parameter(torch.tensor(exposure).log())

    def forward(self, dirs, opacity):
        radiance = self.color(dirs) * opacity.unsqueeze(-1)
        return linear_to_srgb(radiance * self.log_exposure.exp())


def load():
    return torch.compile(TonemappedRenderer())


def cases():
    yield from build(load, lambda: (randn(5, 3), torch.tensor([1.0, 0.0, 0.5, 0.0, 1.0])), "base grad zero nan")

EXPECT = {'topic': 'nerf',
 'kind': 'mask',
 'verdict': 'any correct rewrite',
 'obligations': ['finite gradients of the untaken arm'],
 'breaks': {12: 2, 14: 2},
 'gb': ['GB0036'],
 'naive_differs_in': ['gradients'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
