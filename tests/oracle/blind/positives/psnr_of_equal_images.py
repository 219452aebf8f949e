"""Super resolution is judged by its peak signal-to-noise ratio, which is infinite for equal images."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, rand


def calculate_psnr(img1, img2, data_range=1.0, crop_border=1):
    if crop_border > 0:
        img1 = img1[..., crop_border:-crop_border, crop_border:-crop_border]
        img2 = img2[..., crop_border:-crop_border, crop_border:-crop_border]
    mse = torch.mean((img1 - img2) ** 2)
    if mse == 0:
        return torch.tensor(float("inf"))
    return 10.0 * torch.log10(data_range**2 / mse)


class Upscaler(nn.Module):
    def __init__(self, scale=2):
        super().__init__()
        self.scale = scale
        self.conv = nn.Conv2d(3, 3, 3, padding=1)
        nn.init.dirac_(self.conv.weight)
        nn.init.zeros_(self.conv.bias)

    def forward(self, lq, gt):
        sr = self.conv(F.interpolate(lq, scale_factor=self.scale, mode="nearest"))
        loss = F.l1_loss(sr, gt)
        with torch.no_grad():
            psnr = calculate_psnr(sr.clamp(0, 1), gt)
        return loss, psnr


def load():
    return torch.compile(Upscaler())


def cases():
    yield from build(load, lambda: (rand(1, 3, 3, 3), rand(1, 3, 6, 6)), "base grad nan")
    yield from build(load, lambda: (torch.full((1, 3, 3, 3), 0.5), torch.full((1, 3, 6, 6), 0.5)), "base", tag="equal-")

EXPECT = {'topic': 'image restoration',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {15: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
