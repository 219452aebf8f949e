"""Rotated boxes are brought to the long edge convention: the edges are exchanged and the angle is turned by a quarter."""

import math

import torch
from torch import nn

from fxkit import build, randn


def norm_angle(angle, angle_range="le90"):
    if angle_range == "le90":
        return (angle + math.pi / 2) % math.pi - math.pi / 2
    if angle_range == "le135":
        return (angle + math.pi / 4) % math.pi - math.pi / 4
    return angle


def regularize_boxes(rboxes, angle_range="le90"):
    x, y, w, h, t = rboxes.unbind(dim=-1)
    swap = w < h
    edges = torch.stack([w, h], dim=-1)
    edges[swap] = edges[swap].flip(-1)
    t = t.clone()
    t[swap] = t[swap] + math.pi / 2
    t = norm_angle(t, angle_range)
    return torch.cat([torch.stack([x, y], dim=-1), edges, t.unsqueeze(-1)], dim=-1)


class RotatedBBoxHead(nn.Module):
    def __init__(self, dim=6, angle_range="le90"):
        super().__init__()
        self.reg = nn.Linear(dim, 5)
        self.angle_range = angle_range

    def forward(self, feats, proposals):
        d = self.reg(feats)
        xy = proposals[:, :2] + d[:, :2] * proposals[:, 2:4]
        wh = proposals[:, 2:4] * d[:, 2:4].clamp(max=math.log(16)).exp()
        angle = proposals[:, 4:] + d[:, 4:]
        return regularize_boxes(torch.cat([xy, wh, angle], dim=-1), self.angle_range)


def load():
    return torch.compile(RotatedBBoxHead())


def load_le135():
    return torch.compile(RotatedBBoxHead(angle_range="le135"))


def cases():
    props = torch.cat([randn(5, 2), randn(5, 2, seed=1).abs() + 0.5, randn(5, 1)], dim=1)
    yield from build(load, lambda: (randn(5, 6), props.clone()), "base grad zero big empty")
    yield from build(load_le135, lambda: (randn(5, 6), props.clone()), "base", tag="le135-")

EXPECT = {'topic': 'detection',
 'kind': 'mask',
 'rewrites': [],
 'breaks': {23: 3, 25: 4},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 4,
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
