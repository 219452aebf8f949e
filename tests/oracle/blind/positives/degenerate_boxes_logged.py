"""A detector logs boxes without extent in its targets and clamps them."""

import logging

import torch
from torch import nn

from fxkit import build, rand, randn

logger = logging.getLogger("detector.targets")


def box_xyxy_to_cxcywh(boxes):
    x0, y0, x1, y1 = boxes.unbind(-1)
    return torch.stack([(x0 + x1) / 2, (y0 + y1) / 2, x1 - x0, y1 - y0], dim=-1)


class BoxEncoder(nn.Module):
    """Turns corner boxes into log sizes relative to anchors."""

    def __init__(self, min_size=1e-3):
        super().__init__()
        self.min_size = min_size
        self.scale = nn.Parameter(torch.ones(4))

    def forward(self, boxes, anchors):
        target, anchor = box_xyxy_to_cxcywh(boxes), box_xyxy_to_cxcywh(anchors)
        if (target[:, 2:] < self.min_size).any():
            logger.warning("some target boxes are degenerate")
        size = target[:, 2:].clamp(min=self.min_size)
        anchor_size = anchor[:, 2:].clamp(min=self.min_size)
        shift = (target[:, :2] - anchor[:, :2]) / anchor_size
        return torch.cat([shift, torch.log(size / anchor_size)], dim=-1) * self.scale


def load():
    return torch.compile(BoxEncoder())


def boxes(seed, extent=1.0):
    corner = rand(4, 2, seed=seed)
    return torch.cat([corner, corner + extent * (0.2 + rand(4, 2, seed=seed + 1))], dim=-1)


def cases():
    yield from build(load, lambda: (boxes(1), boxes(5)), "base grad")
    yield from build(load, lambda: (boxes(1, extent=-1.0), boxes(5)), "base grad", tag="flipped-")
    yield from build(load, lambda: (boxes(1), boxes(5)), "nan")

EXPECT = {'rewrites': [],
 'topic': 'detection',
 'kind': 'branch',
 'breaks': {28: 2, 29: 1},
 'gb': ['GB0170', 'GB0291'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['compiled-silent'],
 'unsafe': ['compiled-silent', 'finite-grad', 'fresh-result', 'grad-none-zero', 'log-site', 'requires-grad']}
