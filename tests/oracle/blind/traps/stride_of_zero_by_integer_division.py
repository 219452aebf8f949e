"""Frames of a clip are taken with an integer stride; a clip without frames to skip divides by zero in the other arm."""

import torch
from torch import nn

from fxkit import build, randn


class FrameSampler(nn.Module):
    def __init__(self, frames=3):
        super().__init__()
        self.frames = frames

    def indices(self, valid, wanted):
        """valid, wanted: 0-d integer tensors."""
        if wanted != 0:
            stride = valid // wanted
            rest = valid % wanted
        else:
            stride = torch.zeros_like(valid)
            rest = valid
        return torch.arange(self.frames) * stride + torch.clamp(rest, max=1)


class ClipEncoder(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.sampler = FrameSampler()
        self.proj = nn.Linear(dim, dim)

    def forward(self, clip, valid, wanted):
        index = self.sampler.indices(valid, wanted).clamp(0, clip.shape[0] - 1)
        return self.proj(clip.index_select(0, index)).mean(dim=0)


def load():
    return torch.compile(ClipEncoder())


def cases():
    yield from build(load, lambda: (randn(7, 4), torch.tensor(7), torch.tensor(3)), "base grad")
    yield from build(load, lambda: (randn(7, 4), torch.tensor(7), torch.tensor(0)), "base grad", tag="zero-")
    yield from build(load, lambda: (randn(7, 4), torch.tensor(-5), torch.tensor(3)), "base", tag="negative-")

EXPECT = {'topic': 'vision',
 'kind': 'branch',
 'verdict': 'any correct rewrite',
 'obligations': ['integer division by zero'],
 'breaks': {16: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['exception'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
