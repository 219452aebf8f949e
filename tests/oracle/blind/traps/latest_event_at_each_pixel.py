"""Event camera: the surface of a pixel takes the time of its last event of the wanted polarity."""

import torch
from torch import nn

from fxkit import build, ints, rand


class TimeSurface(nn.Module):
    def __init__(self, height=3, width=3, tau=0.5):
        super().__init__()
        self.width = width
        self.tau = tau
        self.register_buffer("last", torch.full((height * width,), -10.0))

    def accumulate(self, x, y, t, polarity):
        wanted = polarity > 0
        pixel = y * self.width + x
        self.last[pixel[wanted]] = t[wanted]

    @torch.no_grad()
    def forward(self, x, y, t, polarity):
        self.accumulate(x, y, t, polarity)
        now = t.max()
        return torch.exp((self.last - now) / self.tau)


def load():
    return torch.compile(TimeSurface())


def cases():
    times = lambda: rand(6).sort().values
    polarity = torch.tensor([1, -1, 1, 1, -1, -1])
    same = torch.tensor([1, 1, 1, 2, 2, 2])
    yield from build(load, lambda: (same, same, times(), polarity), "base")
    yield from build(load, lambda: (ints(0, 3, 6), ints(0, 3, 6, seed=1), times(), -polarity), "base", tag="spread-")

EXPECT = {'topic': 'event cameras',
 'kind': 'mask write',
 'verdict': 'any correct rewrite',
 'obligations': ['repeated indices: later writes win, only masked ones write'],
 'breaks': {19: 2},
 'gb': ['GB0036'],
 'naive_differs_in': ['values', 'state'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
