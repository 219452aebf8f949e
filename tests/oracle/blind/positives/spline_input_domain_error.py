"""A monotone spline on the unit interval refuses inputs outside of its domain."""

import torch
from torch import nn
from torch.nn import functional as F

from fxkit import build, rand


class InputOutsideDomain(Exception):
    """Exception to be thrown when the input to a transform is not within its domain."""


def searchsorted(bin_locations, inputs, eps=1e-6):
    bin_locations = torch.cat([bin_locations[..., :-1], bin_locations[..., -1:] + eps], dim=-1)
    return torch.sum(inputs[..., None] >= bin_locations, dim=-1) - 1


class PiecewiseLinearCDF(nn.Module):
    def __init__(self, features=3, num_bins=4, left=0.0, right=1.0):
        super().__init__()
        self.left, self.right = left, right
        self.unnormalized_widths = nn.Parameter(torch.randn(features, num_bins))
        self.unnormalized_heights = nn.Parameter(torch.randn(features, num_bins))

    def knots(self, unnormalized):
        return F.pad(torch.cumsum(F.softmax(unnormalized, dim=-1), dim=-1), pad=(1, 0))

    def forward(self, inputs):
        if torch.min(inputs) < self.left or torch.max(inputs) > self.right:
            raise InputOutsideDomain()

        batch = inputs.shape[0]
        cumwidths = self.knots(self.unnormalized_widths).expand(batch, -1, -1)
        cumheights = self.knots(self.unnormalized_heights).expand(batch, -1, -1)
        bin_idx = searchsorted(cumwidths, inputs)[..., None].clamp(0, cumwidths.size(-1) - 2)
        x0 = cumwidths.gather(-1, bin_idx)[..., 0]
        x1 = cumwidths.gather(-1, bin_idx + 1)[..., 0]
        y0 = cumheights.gather(-1, bin_idx)[..., 0]
        y1 = cumheights.gather(-1, bin_idx + 1)[..., 0]
        slope = (y1 - y0) / (x1 - x0)
        return y0 + slope * (inputs - x0), torch.log(slope).sum(-1)


def load():
    return torch.compile(PiecewiseLinearCDF())


def cases():
    yield from build(load, lambda: (rand(5, 3),), "base grad ones neg big nan")

EXPECT = {'topic': 'flows',
 'kind': 'check',
 'rewrites': [],
 'breaks': {30: 4, 31: 1},
 'gb': ['GB0088', 'GB0170'],
 'skips': 1,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad',
            'fresh-result',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
