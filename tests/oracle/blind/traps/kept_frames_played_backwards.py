"""Augmentation: the frames with speech are reversed among themselves, pauses stay where they are."""

import torch
from torch import nn

from fxkit import bools, build, randn


class ReverseSpeech(nn.Module):
    def __init__(self, dim=3):
        super().__init__()
        self.proj = nn.Linear(dim, dim)

    def reverse(self, frames, speech):
        out = frames.clone()
        out[speech] = frames[speech].flip(0)
        return out

    def forward(self, frames, speech):
        frames = self.reverse(frames, speech)
        return torch.tanh(self.proj(frames)).cumsum(dim=0)


def load():
    return torch.compile(ReverseSpeech())


def cases():
    mask = torch.tensor([False, True, True, False, True, False, False, True])
    yield from build(load, lambda: (randn(8, 3), mask.clone()), "base grad true false")
    yield from build(load, lambda: (randn(6, 3), bools(6)), "base", tag="other-")

EXPECT = {'topic': 'audio',
 'kind': 'mask write',
 'verdict': 'any correct rewrite',
 'obligations': ['order of selected elements'],
 'breaks': {16: 3},
 'gb': ['GB0036'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
