"""Anchors are rebuilt when the strides differ from those seen last; the number of levels may differ as well."""

import torch
from torch import nn

from fxkit import build


class DynamicAnchors(nn.Module):
    def __init__(self, strides=(8.0, 16.0)):
        super().__init__()
        self.scale = nn.Parameter(torch.tensor(2.0))
        self.register_buffer("strides", torch.tensor(strides))
        self.register_buffer("rebuilt", torch.zeros((), dtype=torch.long))

    def forward(self, strides, offsets):
        """strides [L], offsets [A]; sizes of the anchors of all levels."""
        if torch.equal(strides, self.strides):
            sizes = self.scale * strides[:, None]
        else:
            sizes = self.scale * strides[:, None] + 0.5
            self.rebuilt += 1
        return sizes * (1.0 + offsets), self.rebuilt.clone()


def load(strides=(8.0, 16.0)):
    return torch.compile(DynamicAnchors(strides))


def cases():
    offsets = torch.tensor([0.0, 0.25, 0.5])
    yield from build(load, lambda: (torch.tensor([8.0, 16.0]), offsets.clone()), "base")
    yield from build(load, lambda: (torch.tensor([8.0, 32.0]), offsets.clone()), "base nan", tag="other-")
    yield from build(load, lambda: (torch.tensor([8.0, 16.0, 32.0]), offsets.clone()), "base", tag="three-")
    yield from build(lambda: load((4.0,)), lambda: (torch.tensor([4.0, 4.0]), offsets.clone()), "base", tag="repeated-")

EXPECT = {'topic': 'vision',
 'kind': 'branch',
 'verdict': 'any correct rewrite',
 'obligations': ['torch.equal compares shapes'],
 'breaks': {18: 3},
 'gb': ['GB0033'],
 'naive_differs_in': ['None or not', 'exception', 'type', 'values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
