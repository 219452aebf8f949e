"""Histogram equalisation of byte images as in torchvision, before a small classifier."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints


def _scale_channel(img_chan):
    hist = torch.bincount(img_chan.reshape(-1), minlength=256)
    nonzero_hist = hist[hist != 0]
    step = torch.div(nonzero_hist[:-1].sum(), 255, rounding_mode="floor")
    if step == 0:
        return img_chan
    lut = torch.div(torch.cumsum(hist, 0) + torch.div(step, 2, rounding_mode="floor"), step, rounding_mode="floor")
    lut = F.pad(lut, [1, 0])[:-1].clamp(0, 255)
    return lut[img_chan.to(torch.int64)].to(torch.uint8)


def equalize(img):
    return torch.stack([_scale_channel(img[c]) for c in range(img.size(0))])


class XrayClassifier(nn.Module):
    def __init__(self, channels=2, classes=3):
        super().__init__()
        self.conv = nn.Conv2d(channels, 4, 3, stride=2)
        self.fc = nn.Linear(4, classes)

    def forward(self, images):
        images = torch.stack([equalize(img) for img in images])
        x = images.float() / 255.0 - 0.5
        return self.fc(self.conv(x).relu().mean(dim=(2, 3))), images


def load():
    return torch.compile(XrayClassifier())


def cases():
    def noisy(lo, hi):
        return (ints(lo, hi, 1, 2, 24, 24).to(torch.uint8),)

    yield from build(load, lambda: noisy(0, 256), "base")
    yield from build(load, lambda: noisy(60, 90), "base", tag="narrow-")
    yield from build(load, lambda: (torch.full((1, 2, 24, 24), 9, dtype=torch.uint8),), "base", tag="flat-")
    yield from build(load, lambda: (ints(0, 256, 1, 2, 6, 6).to(torch.uint8),), "base", tag="tiny-")

EXPECT = {'topic': 'vision',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {11: 3, 12: 1, 14: 2},
 'gb': ['GB0036', 'GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 11,
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
