"""A perceptual metric refuses images outside of [-1, 1] and says what range it was given."""

import torch
from torch import nn

from fxkit import build, rand, randn


def _valid_img(img, normalize):
    """All values must lie in the range the network was trained on."""
    value_check = img.min() >= 0.0 if normalize else img.min() >= -1
    return img.ndim == 4 and img.max() <= 1.0 and value_check


class PerceptualDistance(nn.Module):
    def __init__(self, width=4, normalize=False):
        super().__init__()
        self.normalize = normalize
        self.net = nn.Sequential(nn.Conv2d(3, width, 3, padding=1), nn.ReLU())
        self.lin = nn.Conv2d(width, 1, 1, bias=False)

    def forward(self, img0, img1):
        if not (_valid_img(img0, self.normalize) and _valid_img(img1, self.normalize)):
            raise ValueError("Expected both input arguments to be normalized tensors of shape [N, 3, H, W].")
        if self.normalize:
            img0, img1 = 2 * img0 - 1, 2 * img1 - 1
        f0, f1 = self.net(img0), self.net(img1)
        return self.lin((f0 - f1).square()).mean(dim=(1, 2, 3))


def load(normalize=False):
    return torch.compile(PerceptualDistance(normalize=normalize))


def cases():
    yield from build(load, lambda: (rand(2, 3, 4, 4), -rand(2, 3, 4, 4, seed=1)), "base grad zero")
    yield from build(lambda: load(True), lambda: (rand(2, 3, 4, 4), rand(2, 3, 4, 4, seed=1)), "base", tag="unit-")
    yield from build(lambda: load(True), lambda: (rand(2, 3, 4, 4), -rand(2, 3, 4, 4, seed=1)), "base", tag="negative-")
    yield from build(load, lambda: (rand(2, 3, 4, 4), randn(2, 3, 4, 4)), "base", tag="outside-")

EXPECT = {'topic': 'metrics',
 'kind': 'check',
 'rewrites': [],
 'breaks': {12: 3, 23: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': ['compiled-exception-type'],
 'unsafe': ['compiled-exception-type',
            'finite-grad',
            'fresh-result',
            'grad-none-zero',
            'requires-grad']}
