"""Random horizontal flip of an image batch together with its boxes."""

import torch
import torch.nn as nn

from fxkit import build, rand, randn


def hflip_boxes(boxes, width):
    x1, y1, x2, y2 = boxes.unbind(-1)
    return torch.stack([width - x2, y1, width - x1, y2], -1)


class RandomHorizontalFlip(nn.Module):
    def __init__(self, p=0.5):
        super().__init__()
        self.p = p

    def forward(self, images, boxes):
        if torch.rand(1) < self.p:
            images = images.flip(-1)
            boxes = hflip_boxes(boxes, images.shape[-1])
        return images * 1.0, boxes * 1.0


class Compose(nn.Module):
    def __init__(self, ops):
        super().__init__()
        self.ops = nn.ModuleList(ops)

    def forward(self, images, boxes):
        for op in self.ops:
            images, boxes = op(images, boxes)
        return images, boxes


def make_transform():
    return torch.compile(Compose([RandomHorizontalFlip(0.5), RandomHorizontalFlip(0.3)]))


def cases():
    yield from build(make_transform, lambda: (randn(2, 3, 4), rand(2, 4)), "base half nan")
    yield from build(make_transform, lambda: (randn(2, 3, 4, seed=3), rand(2, 4, seed=3) * 4), "base", tag="other-")

EXPECT = {'topic': 'augmentation',
 'rewrites': [],
 'breaks': {20: 2},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['fresh-result']}
