"""Detections above the threshold are packed to the front of a table of fixed size, as a deployed model wants it."""

import torch
from torch import nn

from fxkit import build, randn


class PostProcess(nn.Module):
    def __init__(self, threshold=0.5, max_det=4):
        super().__init__()
        self.threshold, self.max_det = threshold, max_det

    def forward(self, boxes, scores):
        """boxes: (N, 4), scores: (N,). Returns (max_det, 5), unused rows hold zeros."""
        keep = scores > self.threshold
        det = torch.cat([boxes, scores[:, None]], dim=1)[keep][: self.max_det]
        out = torch.zeros(self.max_det, 5, dtype=boxes.dtype)
        out[: det.shape[0]] = det
        return out


class Detector(nn.Module):
    def __init__(self, dim=6, max_det=4):
        super().__init__()
        self.box = nn.Linear(dim, 4)
        self.obj = nn.Linear(dim, 1)
        self.post = PostProcess(max_det=max_det)

    @torch.no_grad()
    def forward(self, queries):
        boxes = self.box(queries).sigmoid()
        scores = self.obj(queries).sigmoid().squeeze(-1)
        return self.post(boxes, scores)


def load():
    return torch.compile(Detector())


def load_strict():
    m = Detector()
    m.post.threshold = 1.0
    return torch.compile(m)


def cases():
    yield from build(load, lambda: (randn(7, 6),), "base nan zero big")
    yield from build(load, lambda: (3 * randn(12, 6),), "base", tag="many-")
    yield from build(load_strict, lambda: (randn(7, 6),), "base", tag="none-")

EXPECT = {'topic': 'detection',
 'kind': 'selection',
 'rewrites': [],
 'breaks': {17: 3},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad']}
