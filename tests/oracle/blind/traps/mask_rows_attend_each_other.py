"""Live objects attend to each other."""

import torch
from torch import nn

from fxkit import bools, build, randn


class Mixer(nn.Module):
    def __init__(self, width=4):
        super().__init__()
        self.qkv = nn.Linear(width, 3 * width)

    def attend(self, items):
        q, k, v = self.qkv(items).chunk(3, dim=-1)
        return torch.softmax(q @ k.transpose(-2, -1) / 2.0, dim=-1) @ v

    def forward(self, items, live):
        out = torch.zeros_like(items)
        out[live] = self.attend(items[live])
        return items + out


def cases():
    yield from build(lambda: torch.compile(Mixer()), lambda: (randn(5, 4), bools(5)), "base true")

EXPECT = {'topic': 'attention',
 'verdict': 'any correct rewrite',
 'obligations': ['R32'],
 'breaks': {20: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['values'],
 'unsafe': []}
