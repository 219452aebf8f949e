"""A feature pyramid logs the shapes of its levels for debugging."""

import logging

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn

logger = logging.getLogger(__name__)


class FPN(nn.Module):
    def __init__(self, in_channels=(3, 4, 5), out_channels=4):
        super().__init__()
        self.lateral_convs = nn.ModuleList(nn.Conv2d(c, out_channels, 1) for c in in_channels)
        self.fpn_convs = nn.ModuleList(nn.Conv2d(out_channels, out_channels, 3, padding=1) for _ in in_channels)

    def forward(self, inputs):
        assert len(inputs) == len(self.lateral_convs)
        laterals = [conv(x) for conv, x in zip(self.lateral_convs, inputs)]
        for i in range(len(laterals) - 1, 0, -1):
            laterals[i - 1] = laterals[i - 1] + F.interpolate(
                laterals[i], size=laterals[i - 1].shape[2:], mode="nearest")
        outs = [conv(x) for conv, x in zip(self.fpn_convs, laterals)]
        logger.debug("FPN: %d levels, shapes %s", len(outs), [tuple(o.shape) for o in outs])
        return tuple(outs)


class Detector(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.ModuleList(nn.Conv2d(3, c, 1) for c in (3, 4, 5))
        self.neck = FPN()
        self.head = nn.Conv2d(4, 2, 1)

    def forward(self, x):
        feats = [conv(F.avg_pool2d(x, 2 ** i)) for i, conv in enumerate(self.stem)]
        return [self.head(f).flatten(2) for f in self.neck(feats)]


def load():
    return torch.compile(Detector())


def cases():
    yield from build(load, lambda: (randn(1, 3, 8, 8),), "base grad nan zero")

EXPECT = {'topic': 'vision',
 'kind': 'logs',
 'rewrites': [],
 'breaks': {27: 3},
 'gb': ['GB0291'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
