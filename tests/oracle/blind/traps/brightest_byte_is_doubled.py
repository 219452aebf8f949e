"""The white level of an image of bytes is twice its brightest pixel, as a Python number."""

import torch
import torch.nn as nn

from fxkit import build, ints


class WhiteLevel(nn.Module):
    def __init__(self):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(3, 1, 1))

    def forward(self, image):
        level = 2 * image.max().item() + 1
        return image.float() * self.gain / level, level


def load():
    return torch.compile(WhiteLevel())


def cases():
    yield from build(load, lambda: (ints(0, 256, 3, 4, 4).to(torch.uint8),), "base")
    yield from build(load, lambda: (torch.full((3, 2, 2), 250, dtype=torch.uint8),), "base", tag="white-")

EXPECT = {'topic': 'vision',
 'kind': 'item',
 'verdict': 'any correct rewrite',
 'obligations': ['dtype'],
 'breaks': {15: 2},
 'gb': ['GB0124'],
 'naive_differs_in': ['gradient', 'result'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
