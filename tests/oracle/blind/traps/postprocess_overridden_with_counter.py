"""A detector rescales boxes that leave the image; the class that is deployed also counts how often it did."""

import torch
from torch import nn

from fxkit import build, randn


class BoxHead(nn.Module):
    def __init__(self, dim=4, size=8.0):
        super().__init__()
        self.reg = nn.Linear(dim, 4)
        self.size = size

    def shrink(self, boxes):
        return boxes * (self.size / boxes.abs().max())

    def forward(self, feats):
        boxes = self.reg(feats)
        if boxes.abs().max() > self.size:
            boxes = self.shrink(boxes)
        return boxes


class MonitoredBoxHead(BoxHead):
    """Deployed version: reports the number of batches that had to be rescaled."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.register_buffer("n_shrunk", torch.zeros((), dtype=torch.long))

    def shrink(self, boxes):
        self.n_shrunk.add_(1)
        return super().shrink(boxes)


def load(cls=MonitoredBoxHead):
    return torch.compile(cls())


def cases():
    yield from build(load, lambda: (randn(3, 4),), "base grad")
    yield from build(load, lambda: (60 * randn(3, 4),), "base grad", tag="outside-")
    yield from build(lambda: load(BoxHead), lambda: (60 * randn(3, 4),), "base", tag="plain-")

EXPECT = {'topic': 'detection',
 'kind': 'branch',
 'verdict': 'any correct rewrite',
 'obligations': ['overriding', 'effects of an arm'],
 'breaks': {20: 3},
 'gb': ['GB0170'],
 'naive_differs_in': ['state'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
