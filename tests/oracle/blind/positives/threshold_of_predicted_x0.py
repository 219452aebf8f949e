"""Dynamic thresholding of the predicted image by a quantile that is at least one."""

import torch
import torch.nn as nn

from fxkit import build, randn


class Denoise(nn.Module):
    def __init__(self, channels=3, ratio=0.9):
        super().__init__()
        self.unet = nn.Conv2d(channels, channels, 3, padding=1)
        self.ratio = ratio

    def threshold(self, x0):
        s = torch.quantile(x0.abs().flatten(), self.ratio)
        s = max(s.item(), 1.0)
        return x0.clamp(-s, s) / s

    @torch.no_grad()
    def forward(self, x, alpha_bar):
        eps = self.unet(x)
        x0 = (x - (1 - alpha_bar).sqrt() * eps) / alpha_bar.sqrt()
        x0 = self.threshold(x0)
        return alpha_bar.sqrt() * x0 + (1 - alpha_bar).sqrt() * eps


def load():
    return torch.compile(Denoise())


def cases():
    yield from build(load, lambda: (randn(1, 3, 4, 4), torch.tensor(0.5)), "base small big")

EXPECT = {'topic': 'diffusion',
 'kind': 'item',
 'rewrites': [],
 'breaks': {17: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 4,
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
