"""Depth maps are scaled down for the display; the detached copy shares its memory with the prediction."""

import torch
from torch import nn

from fxkit import build, rand


def for_display(depth):
    shown = depth.detach()
    peak = shown.max()
    if peak > 1.0:
        shown.div_(peak)
    return shown


class DepthNet(nn.Module):
    def __init__(self, channels=4, gain=1.0):
        super().__init__()
        self.conv = nn.Conv2d(3, channels, 3, padding=1)
        self.out = nn.Conv2d(channels, 1, 1)
        self.gain = gain

    def forward(self, image):
        return nn.functional.softplus(self.out(torch.relu(self.conv(image)))) * self.gain


class Preview(nn.Module):
    def __init__(self, gain=1.0):
        super().__init__()
        self.net = DepthNet(gain=gain)

    @torch.no_grad()
    def forward(self, image, reference):
        depth = self.net(image)
        shown = for_display(depth)
        error = (depth - reference).abs().mean()
        return depth, shown.clone(), error


def load(gain=1.0):
    return torch.compile(Preview(gain))


def cases():
    yield from build(lambda: load(0.1), lambda: (rand(1, 3, 4, 4), rand(1, 1, 4, 4)), "base", tag="near-")
    yield from build(lambda: load(5.0), lambda: (rand(1, 3, 4, 4), rand(1, 1, 4, 4)), "base zero", tag="far-")

EXPECT = {'topic': 'depth',
 'kind': 'branch',
 'verdict': 'any correct rewrite',
 'obligations': ['aliasing of detach'],
 'breaks': {12: 2},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
