"""SSIM guesses the dynamic range of its images from their values."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, rand, randn


def gaussian(window_size, sigma):
    gauss = torch.exp(-((torch.arange(window_size) - window_size // 2) ** 2).float() / (2 * sigma**2))
    return gauss / gauss.sum()


def create_window(window_size, channel=1):
    _1D_window = gaussian(window_size, 1.5).unsqueeze(1)
    _2D_window = _1D_window.mm(_1D_window.t()).float().unsqueeze(0).unsqueeze(0)
    return _2D_window.expand(channel, 1, window_size, window_size).contiguous()


def ssim(img1, img2, window, val_range=None):
    # Value range can be different from 255. Other common ranges are 1 (sigmoid) and 2 (tanh).
    if val_range is None:
        if torch.max(img1) > 128:
            max_val = 255
        else:
            max_val = 1

        if torch.min(img1) < -0.5:
            min_val = -1
        else:
            min_val = 0
        L = max_val - min_val
    else:
        L = val_range

    channel = img1.size(1)
    mu1 = F.conv2d(img1, window, groups=channel)
    mu2 = F.conv2d(img2, window, groups=channel)
    mu1_sq, mu2_sq, mu1_mu2 = mu1.pow(2), mu2.pow(2), mu1 * mu2
    sigma1_sq = F.conv2d(img1 * img1, window, groups=channel) - mu1_sq
    sigma2_sq = F.conv2d(img2 * img2, window, groups=channel) - mu2_sq
    sigma12 = F.conv2d(img1 * img2, window, groups=channel) - mu1_mu2

    C1 = (0.01 * L) ** 2
    C2 = (0.03 * L) ** 2
    v1 = 2.0 * sigma12 + C2
    v2 = sigma1_sq + sigma2_sq + C2
    cs = torch.mean(v1 / v2)  # contrast sensitivity
    ssim_map = ((2 * mu1_mu2 + C1) * v1) / ((mu1_sq + mu2_sq + C1) * v2)
    return ssim_map.mean(), cs


class SSIM(nn.Module):
    def __init__(self, window_size=5, channel=2, val_range=None):
        super().__init__()
        self.val_range = val_range
        self.register_buffer("window", create_window(window_size, channel))

    def forward(self, img1, img2):
        return ssim(img1, img2, self.window, self.val_range)


def load(val_range=None):
    return torch.compile(SSIM(val_range=val_range))


def cases():
    yield from build(load, lambda: (rand(1, 2, 8, 8), rand(1, 2, 8, 8, seed=1)), "base grad big zero nan")
    yield from build(load, lambda: (randn(1, 2, 8, 8), randn(1, 2, 8, 8, seed=1)), "base grad", tag="signed-")
    yield from build(lambda: load(2.0), lambda: (rand(1, 2, 8, 8), rand(1, 2, 8, 8, seed=1)), "base", tag="given-")

EXPECT = {'topic': 'vision',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {24: 4, 29: 3},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad',
            'fresh-result',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
