"""Features of regions: the mean of the feature map over the whole cells of every box."""

import torch
from torch import nn

from fxkit import build, randn


def roi_mean(feature, boxes, stride=4):
    height, width = feature.shape[-2:]
    pooled = []
    for box in boxes:
        x1, y1, x2, y2 = (box / stride).round().int().tolist()
        x1, y1 = min(max(x1, 0), width - 1), min(max(y1, 0), height - 1)
        x2, y2 = min(max(x2, x1 + 1), width), min(max(y2, y1 + 1), height)
        pooled.append(feature[:, y1:y2, x1:x2].mean(dim=(1, 2)))
    return torch.stack(pooled)


class RegionEmbedding(nn.Module):
    def __init__(self, channels=3, dim=4):
        super().__init__()
        self.conv = nn.Conv2d(1, channels, 3, padding=1)
        self.proj = nn.Linear(channels, dim)

    def forward(self, image, boxes):
        feature = torch.relu(self.conv(image))[0]
        return self.proj(roi_mean(feature, boxes))


def load():
    return torch.compile(RegionEmbedding())


def cases():
    inside = torch.tensor([[0.0, 0.0, 9.0, 5.0], [4.0, 8.0, 19.0, 20.0]])
    odd = torch.tensor([[-7.0, 3.0, 50.0, 4.0], [12.0, 12.0, 12.0, 12.0], [90.0, 90.0, 95.0, 95.0]])
    yield from build(load, lambda: (randn(1, 1, 5, 5), inside), "base grad")
    yield from build(load, lambda: (randn(1, 1, 5, 5), odd), "base grad", tag="outside-")

EXPECT = {'topic': 'vision',
 'kind': 'tolist, slices',
 'rewrites': [],
 'breaks': {13: 5},
 'gb': ['GB0033', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
