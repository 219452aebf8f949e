"""One arm keeps a row per sample, the other a single row that broadcasting would hide."""

import torch
from torch import nn

from fxkit import build, randn


class Prototype(nn.Module):
    def pooled(self, feats):
        return feats.mean(dim=0, keepdim=True)

    def forward(self, feats):
        spread = feats.detach().std()
        if spread > 0.5:
            proto = feats - 1.0
        else:
            proto = self.pooled(feats)
        return proto * 2.0


def load():
    return torch.compile(Prototype())


def cases():
    yield from build(load, lambda: (randn(4, 3),), "base small small+grad")


EXPECT = {'topic': 'vision',
 'verdict': 'decline',
 'obligations': ['O8'],
 'breaks': {15: 2},
 'gb': ['GB0170'],
 'naive_differs_in': ['shape', 'values'],
 'unsafe': []}
