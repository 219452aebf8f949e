"""Occlusion of an image: the pixels under the mask become noise in the flattened image."""

import torch
from torch import nn

from fxkit import build, randn


class Occluder(nn.Module):
    def __init__(self, pixels=12, dim=4):
        super().__init__()
        self.embed = nn.Linear(pixels, dim)

    def occlude(self, image, mask, noise):
        flat = image.reshape(-1)
        hidden = mask.reshape(-1)
        flat[hidden] = noise[: int(hidden.sum())]
        return flat

    def forward(self, image, mask, noise):
        flat = self.occlude(image, mask, noise)
        return self.embed(flat), image.mean()


def load():
    return torch.compile(Occluder())


def cases():
    mask = lambda *shape: torch.arange(12).reshape(*shape) % 3 == 0
    yield from build(load, lambda: (randn(3, 4), mask(3, 4), randn(12)), "base", tag="plain-")
    yield from build(load, lambda: (randn(4, 3).T, mask(3, 4), randn(12)), "base", tag="turned-")

EXPECT = {'topic': 'vision, inpainting',
 'kind': 'in place, aliasing',
 'verdict': 'any correct rewrite',
 'obligations': ['aliasing', 'effects'],
 'breaks': {17: 2},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad',
            'shown-history']}
