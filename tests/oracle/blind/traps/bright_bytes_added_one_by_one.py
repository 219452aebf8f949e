"""Exposure of a row of pixels: bright bytes are added one by one, in their own type."""

import torch
from torch import nn

from fxkit import build, ints


def bright_sum(row, threshold):
    total = torch.zeros((), dtype=row.dtype)
    for value in row:
        if value > threshold:
            total = total + value
    return total


class ExposureControl(nn.Module):
    """The checksum of the bright pixels is what the camera firmware computes, wrap-around included."""

    def __init__(self, threshold=100):
        super().__init__()
        self.threshold = threshold
        self.gain = nn.Linear(1, 1)

    def forward(self, image):
        sums = torch.stack([bright_sum(row, self.threshold) for row in image])
        level = sums.float().unsqueeze(-1) / 255.0
        return torch.sigmoid(self.gain(level)).squeeze(-1), sums


def load(threshold=100):
    return torch.compile(ExposureControl(threshold))


def cases():
    def image(low, high):
        return (ints(low, high, 3, 5).to(torch.uint8),)

    yield from build(load, lambda: image(0, 60), "base")
    yield from build(lambda: load(20), lambda: image(0, 45), "base", tag="dim-")
    yield from build(load, lambda: image(90, 256), "base", tag="bright-")

EXPECT = {'topic': 'vision',
 'kind': 'loops',
 'verdict': 'any correct rewrite',
 'obligations': ['integer overflow'],
 'breaks': {12: 2},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['dtype', 'values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
