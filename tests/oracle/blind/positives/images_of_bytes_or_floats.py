"""An image encoder guesses from the values whether the pixels are 0..255 or 0..1, and normalises them."""

import torch
import torch.nn as nn

from fxkit import build, rand


class ImageEncoder(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.register_buffer("mean", torch.tensor([0.485, 0.456, 0.406]).view(1, 3, 1, 1))
        self.register_buffer("std", torch.tensor([0.229, 0.224, 0.225]).view(1, 3, 1, 1))
        self.stem = nn.Conv2d(3, dim, 3, stride=2)

    def preprocess(self, images):
        images = images.float()
        if images.max() > 1.0:
            images = images / 255.0
        return (images - self.mean) / self.std

    def forward(self, images):
        x = self.preprocess(images)
        return self.stem(x).flatten(2).mean(dim=-1)


def load():
    return torch.compile(ImageEncoder())


def cases():
    yield from build(load, lambda: (rand(2, 3, 5, 5),), "base grad nan inf")
    yield from build(load, lambda: (rand(2, 3, 5, 5) * 255.0,), "base grad", tag="bytes-")

EXPECT = {'topic': 'vision',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {18: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
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
