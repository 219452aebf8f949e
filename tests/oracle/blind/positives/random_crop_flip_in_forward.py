"""Augmentation inside of the model: random crop after reflection padding, then a horizontal flip."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class RandomCrop(nn.Module):
    def __init__(self, size, padding=None, padding_mode="reflect"):
        super().__init__()
        self.size = (size, size) if isinstance(size, int) else tuple(size)
        self.padding = padding
        self.padding_mode = padding_mode

    @staticmethod
    def get_params(img, output_size):
        h, w = img.shape[-2:]
        th, tw = output_size
        if h < th or w < tw:
            raise ValueError(f"Required crop size {(th, tw)} is larger than input image size {(h, w)}")
        if w == tw and h == th:
            return 0, 0, h, w
        i = torch.randint(0, h - th + 1, size=(1,)).item()
        j = torch.randint(0, w - tw + 1, size=(1,)).item()
        return i, j, th, tw

    def forward(self, img):
        if self.padding is not None:
            img = F.pad(img, [self.padding] * 4, mode=self.padding_mode)
        i, j, h, w = self.get_params(img, self.size)
        return img[..., i : i + h, j : j + w]


class RandomHorizontalFlip(nn.Module):
    def __init__(self, p=0.5):
        super().__init__()
        self.p = p

    def forward(self, img):
        if torch.rand(1) < self.p:
            return img.flip(-1)
        return img


class AugmentedNet(nn.Module):
    def __init__(self, size=4, padding=2, p=0.5):
        super().__init__()
        self.augment = nn.Sequential(RandomCrop(size, padding), RandomHorizontalFlip(p))
        self.conv = nn.Conv2d(2, 3, 3, stride=2)
        self.head = nn.Linear(3, 2)

    def forward(self, x):
        if self.training:
            x = self.augment(x)
        return self.head(self.conv(x).relu().mean((-2, -1))), x


def load(training=True, **kw):
    return torch.compile(AugmentedNet(**kw).train(training))


def cases():
    yield from build(load, lambda: (randn(2, 2, 4, 4),), "base grad nan")
    yield from build(lambda: load(padding=None), lambda: (randn(2, 2, 4, 4),), "base", tag="exact-")
    yield from build(lambda: load(size=3, padding=None, p=1.0), lambda: (randn(1, 2, 5, 6),), "base grad", tag="flipped-")
    yield from build(lambda: load(False), lambda: (randn(2, 2, 4, 4),), "base", tag="eval-")


EXPECT = {'topic': 'vision',
 'rewrites': [],
 'breaks': {25: 4, 26: 2, 42: 2},
 'gb': ['GB0124', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 7,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad']}
