"""Anchor free head: the centres of the cells are made from the strides, which are a buffer of the head."""

import torch
from torch import nn

from fxkit import build, randn


class FreeHead(nn.Module):
    def __init__(self, channels=3, strides=(4, 8)):
        super().__init__()
        self.register_buffer("strides", torch.tensor(strides))
        self.reg = nn.ModuleList(nn.Conv2d(channels, 4, 1) for _ in strides)

    def centres(self, height, width, stride, like):
        y = (torch.arange(height // stride, device=like.device) + 0.5) * stride
        x = (torch.arange(width // stride, device=like.device) + 0.5) * stride
        gy, gx = torch.meshgrid(y, x, indexing="ij")
        return torch.stack([gx, gy], -1).view(-1, 2).to(like.dtype)

    def decode(self, distance, points):
        return torch.cat([points - distance[..., :2], points + distance[..., 2:]], -1)

    def forward(self, features, image_size=(16, 16)):
        boxes = []
        for stride, conv, feature in zip(self.strides.tolist(), self.reg, features):
            distance = torch.exp(conv(feature)).flatten(2).transpose(1, 2) * stride
            points = self.centres(*image_size, stride, feature)
            boxes.append(self.decode(distance, points))
        return torch.cat(boxes, dim=1)


def load():
    return torch.compile(FreeHead())


def cases():
    yield from build(load, lambda: ([randn(1, 3, 4, 4), randn(1, 3, 2, 2)],), "base grad nan")
    yield from build(load, lambda: ([randn(1, 3, 2, 3), randn(1, 3, 1, 1)],), "base", kwargs={"image_size": (8, 12)}, tag="wide-")

EXPECT = {'topic': 'detection',
 'kind': 'numbers of a buffer',
 'rewrites': [],
 'breaks': {26: 1},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 1,
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
