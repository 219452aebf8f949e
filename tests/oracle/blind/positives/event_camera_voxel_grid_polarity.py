"""Event representation for a DVS network: positive and negative events in separate time bins."""

import torch
from torch import nn

from fxkit import build, ints, rand


class EventVoxelizer(nn.Module):
    def __init__(self, bins=3, height=2, width=3, normalise=True):
        super().__init__()
        self.bins, self.h, self.w = bins, height, width
        self.normalise = normalise

    def accumulate(self, x, y, t_idx, keep):
        grid = torch.zeros(self.bins * self.h * self.w)
        flat = t_idx * self.h * self.w + y * self.w + x
        grid.index_add_(0, flat[keep], torch.ones_like(flat[keep], dtype=grid.dtype))
        return grid.view(self.bins, self.h, self.w)

    def forward(self, x, y, t, p):
        """x, y integer pixel; t in seconds ascending; p in {-1, 0, 1}, 0 marks padding."""
        span = t[-1] - t[0]
        if span <= 0:
            t_norm = torch.zeros_like(t)
        else:
            t_norm = (t - t[0]) / span
        t_idx = (t_norm * self.bins).long().clamp(max=self.bins - 1)
        voxel = torch.stack([self.accumulate(x, y, t_idx, p > 0), self.accumulate(x, y, t_idx, p < 0)])
        if self.normalise:
            nonzero = voxel != 0
            if nonzero.any():
                mean = voxel[nonzero].mean()
                var = ((voxel - mean) ** 2)[nonzero].mean()
                voxel = torch.where(nonzero, (voxel - mean) / (var.sqrt() + 1e-5), voxel)
        return voxel


def events(p, t=None):
    n = len(p)
    return lambda: (ints(0, 3, n), ints(0, 2, n), rand(n).sort().values if t is None else torch.full((n,), t), torch.tensor(p))


def cases():
    make = lambda **kw: lambda: torch.compile(EventVoxelizer(**kw))
    yield from build(make(), events([1, 1, -1, 0, 1, -1]), "base", tag="mixed-")
    yield from build(make(), events([1, 1, 1, 1]), "base", tag="on-only-")
    yield from build(make(), events([0, 0, 0]), "base", tag="padding-")
    yield from build(make(), events([1, -1, 1], t=0.5), "base", tag="instant-")
    yield from build(make(normalise=False), events([1, -1, 1, -1]), "base", tag="raw-")


EXPECT = {'topic': 'vision',
 'rewrites': [],
 'breaks': {18: 6, 24: 2, 32: 1, 33: 1, 34: 2},
 'gb': ['GB0007', 'GB0036', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 13,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'close', 'grad-close']}
