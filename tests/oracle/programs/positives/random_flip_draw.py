"""One draw per call decides whether the image is mirrored."""

import torch
from torch import nn

from fxkit import build, randn


class RandomFlip(nn.Module):
    def __init__(self, p=0.5):
        super().__init__()
        self.p = p

    def forward(self, img):
        img = img - 0.5
        if torch.rand(()) < self.p:
            img = img.flip(-1)
        return img


def load():
    return torch.compile(RandomFlip(0.6))


def cases():
    yield from build(load, lambda: (randn(2, 3, 4),), "base nan inf zero half f64 grad nan+grad inf+grad")

EXPECT = {'topic': 'vision',
 'rewrites': ['R40', 'R2'],
 'breaks': {16: 4},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
