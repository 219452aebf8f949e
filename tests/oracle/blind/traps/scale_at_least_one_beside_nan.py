"""The scale of a sample is at least one; Python's max() keeps the one where the quantile is no number."""

import torch
import torch.nn as nn

from fxkit import build, randn


class Rescale(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.net = nn.Linear(dim, dim)

    @torch.no_grad()
    def forward(self, x):
        x0 = self.net(x)
        s = max(1.0, x0.abs().max().item())
        ratio = x0.nan_to_num() / s
        return ratio, s


def load():
    return torch.compile(Rescale())


def cases():
    yield from build(load, lambda: (randn(2, 4),), "base big nan")

EXPECT = {'topic': 'diffusion',
 'kind': 'item',
 'verdict': 'any correct rewrite',
 'obligations': ['NaN'],
 'breaks': {17: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['result'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
