"""Monocular depth is brought to the scale of sparse triangulated points by the median of the ratios."""

import torch
from torch import nn

from fxkit import build, rand, randn


def median_scale(pred, sparse, min_depth=0.1):
    valid = (sparse > min_depth) & (pred > min_depth)
    ratios = sparse[valid] / pred[valid]
    if ratios.numel() == 0:
        return pred.new_ones(())
    return ratios.median()


class ScaledDepth(nn.Module):
    def __init__(self, channels=4):
        super().__init__()
        self.encoder = nn.Conv2d(3, channels, 3, padding=1)
        self.decoder = nn.Conv2d(channels, 1, 3, padding=1)

    def disparity(self, image):
        return self.decoder(self.encoder(image).relu()).squeeze(1).sigmoid()

    def forward(self, image, sparse):
        depth = 1.0 / (0.05 + self.disparity(image))
        with torch.no_grad():
            scale = median_scale(depth, sparse)
        depth = depth * scale
        error = ((depth - sparse).abs() * (sparse > 0)).sum() / (sparse > 0).sum().clamp(min=1)
        return depth, error


def load():
    torch.manual_seed(5)
    return torch.compile(ScaledDepth())


def cases():
    points = rand(2, 4, 4) * 5 * (rand(2, 4, 4, seed=2) > 0.6)
    yield from build(load, lambda: (randn(2, 3, 4, 4), points.clone()), "base grad")
    yield from build(load, lambda: (randn(2, 3, 4, 4), torch.zeros(2, 4, 4)), "base", tag="nopoints-")
    yield from build(load, lambda: (randn(2, 3, 4, 4), torch.eye(4).expand(2, 4, 4) * 3), "base", tag="diag-")

EXPECT = {'topic': 'depth',
 'kind': 'selection',
 'rewrites': [],
 'breaks': {11: 4},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 5,
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
