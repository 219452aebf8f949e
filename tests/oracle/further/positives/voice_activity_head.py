"""A helper method of the head returns early, twice, for silence and for clipping."""

import torch
from torch import nn

from fxkit import build, rand, randn


class ActivityHead(nn.Module):
    def __init__(self, silence=0.01, loud=0.8):
        super().__init__()
        self.silence, self.loud = silence, loud
        self.bias = nn.Parameter(torch.zeros(1))

    def _level(self, frames):
        rms = frames.detach().pow(2).mean()
        base = frames.mean(-1) + self.bias
        if rms < self.silence:
            return frames.mean(-1) - 2.0
        if rms > self.loud:
            return base.clamp(max=0.5)
        return base * 2.0 + 0.25

    def forward(self, frames):
        level = self._level(frames)
        return {"logit": level, "pooled": level.max(dim=0).values}


def load():
    return torch.compile(ActivityHead())


def cases():
    yield from build(load, lambda: (rand(3, 8),), "base grad")
    yield from build(load, lambda: (randn(3, 8) * 0.02,), "base grad", tag="silent-")
    yield from build(load, lambda: (randn(3, 8) * 4,), "grad nan+grad inf+grad", tag="loud-")


EXPECT = {'topic': 'audio',
 'rewrites': ['R6'],
 'breaks': {18: 2, 20: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': ['grad-none-zero', 'requires-grad'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
