"""The best grasp quality inside each object; an object without pixels has the quality -1."""

import torch
from torch import nn

from fxkit import build, randn


class GraspHead(nn.Module):
    def __init__(self, channels=3, missing=-1.0):
        super().__init__()
        self.quality = nn.Conv2d(channels, 1, 1)
        self.missing = missing

    def peak(self, quality, mask):
        return quality[mask].max() if mask.any() else quality.new_tensor(self.missing)

    def forward(self, image, instances, num_objects=2):
        quality = torch.sigmoid(self.quality(image)).squeeze(1)
        peaks = [self.peak(quality[0], instances == k + 1) for k in range(num_objects)]
        return {"quality": quality, "peaks": torch.stack(peaks)}


def load():
    return torch.compile(GraspHead())


def cases():
    both = torch.tensor([[0, 1, 1], [2, 2, 0], [2, 0, 0]])
    one = torch.tensor([[0, 1, 1], [0, 0, 0], [0, 0, 0]])
    yield from build(load, lambda: (randn(1, 3, 3, 3), both), "base grad nan zero")
    yield from build(load, lambda: (randn(1, 3, 3, 3), one), "base", tag="one-")
    yield from build(load, lambda: (randn(1, 3, 3, 3), torch.zeros(3, 3, dtype=torch.long)), "base", tag="none-")

EXPECT = {'topic': 'robotics',
 'kind': 'boolean masks, empty selection',
 'rewrites': [],
 'breaks': {-1: 1, 16: 4},
 'gb': ['GB0036', 'GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 8,
 'after': 0,
 'assume': ['requires-grad'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
