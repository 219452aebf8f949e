"""Stereo matching: end point error weighted by confidence, over pixels that have a true disparity."""

import torch
from torch import nn

from fxkit import build, rand, randn


class DisparityHead(nn.Module):
    """Disparity and its confidence from a feature map."""

    def __init__(self, channels=3, max_disp=16.0):
        super().__init__()
        self.conv = nn.Conv2d(channels, 2, 3, padding=1)
        self.max_disp = max_disp

    def forward(self, feats):
        disp, conf = self.conv(feats).unbind(dim=1)
        return self.max_disp * disp.sigmoid(), conf.sigmoid()


class StereoLoss(nn.Module):
    def __init__(self, min_weight=1e-6, bad_threshold=3.0):
        super().__init__()
        self.head = DisparityHead()
        self.min_weight = min_weight
        self.bad_threshold = bad_threshold

    def forward(self, feats, target):
        disp, conf = self.head(feats)
        valid = (target > 0) & (target < self.head.max_disp)
        error = (disp - target).abs()
        weight = conf[valid].sum().clamp(min=self.min_weight)
        loss = (conf[valid] * error[valid]).sum() / weight
        bad = (error[valid] > self.bad_threshold).float().mean()
        return {"loss": loss, "bad3": bad}


def load():
    return torch.compile(StereoLoss())


def disparity():
    return rand(2, 4, 5) * 20 * (rand(2, 4, 5, seed=3) < 0.7)


def cases():
    yield from build(load, lambda: (randn(2, 3, 4, 5), disparity()), "base grad zero")
    yield from build(load, lambda: (randn(2, 3, 4, 5), torch.zeros(2, 4, 5)), "base grad", tag="nothing-")

EXPECT = {'topic': 'vision',
 'kind': 'mask',
 'rewrites': [],
 'breaks': {33: 2, 34: 2, 35: 2},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': ['close', 'grad-close'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
