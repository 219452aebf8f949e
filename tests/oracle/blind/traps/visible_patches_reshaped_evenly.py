"""Masked video model: the visible tokens are reshaped to rows, which fails unless every row keeps as many."""

import torch
from torch import nn

from fxkit import build, randn


class PatchEncoder(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.embed = nn.Linear(3, dim)
        self.block = nn.Sequential(nn.LayerNorm(dim), nn.Linear(dim, dim), nn.GELU())

    def forward(self, patches, mask):
        x = self.embed(patches)
        B, _, C = x.shape
        x_vis = x[~mask].reshape(B, -1, C)
        return x_vis + self.block(x_vis)


class Pretraining:
    def __init__(self):
        self.encode = torch.compile(PatchEncoder())
        self.rejected = 0

    def step(self, patches, mask):
        try:
            h = self.encode(patches, mask)
        except RuntimeError:
            self.rejected += 1
            return None, self.rejected
        return h.mean(dim=1), self.rejected


def load():
    return Pretraining().step


def cases():
    even = torch.tensor([[1, 0, 1, 0, 0], [0, 0, 1, 1, 0]]).bool()
    uneven = torch.tensor([[1, 0, 1, 1, 0], [0, 0, 0, 1, 0]]).bool()
    odd = torch.tensor([[1, 0, 1, 1, 0], [0, 0, 1, 1, 0]]).bool()
    yield from build(load, lambda: (randn(2, 5, 3), even.clone()), "base grad")
    yield from build(load, lambda: (randn(2, 5, 3), uneven.clone()), "base", tag="uneven-")
    yield from build(load, lambda: (randn(2, 5, 3), odd.clone()), "base", tag="odd-")

EXPECT = {'topic': 'video',
 'kind': 'mask',
 'verdict': 'decline',
 'obligations': ['size of the selection', 'exception of reshape'],
 'breaks': {18: 2},
 'gb': ['GB0036'],
 'naive_differs_in': ['shape', 'exception', 'values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
