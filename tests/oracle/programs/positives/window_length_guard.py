"""A module validates its lengths before it builds a local mask."""

import torch
from torch import nn

from fxkit import build, ints, randn


class LocalMask(nn.Module):
    def __init__(self, window):
        super().__init__()
        self.window = window

    def forward(self, scores, lengths):
        if lengths.max() > self.window:
            raise ValueError(f"sequence longer than the window of {self.window}")
        steps = torch.arange(scores.shape[-1], device=scores.device)
        keep = steps[None, :] < lengths[:, None]
        return torch.where(keep, scores, torch.full_like(scores, -1e4))


def load():
    return torch.compile(LocalMask(5))


def cases():
    yield from build(load, lambda: (randn(3, 6), ints(1, 5, 3)), "base nan inf half f64 grad nan+grad")
    yield from build(load, lambda: (randn(3, 6), torch.tensor([2, 6, 1])), "base grad", tag="long-")

EXPECT = {'topic': 'attention',
 'rewrites': ['R18'],
 'breaks': {15: 1, 16: 1},
 'gb': ['GB0088', 'GB0170'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
