"""Holes of a depth map are filled with a scaled prior, together with their confidence."""

import torch
from torch import nn

from fxkit import build, randn


class DepthCompletion(nn.Module):
    def __init__(self, max_depth=8.0):
        super().__init__()
        self.max_depth = max_depth
        self.log_scale = nn.Parameter(torch.tensor(0.2))

    def valid_depth(self, depth):
        return (depth > 0.05) & (depth < self.max_depth)

    def forward(self, depth, prior):
        holes = ~self.valid_depth(depth)
        filled = depth.clone()
        confidence = torch.ones_like(depth)
        spread = (prior - prior.mean()).abs()
        filled[holes] = prior[holes] * self.log_scale.exp()
        confidence[holes] = 0.5 - 0.1 * spread[holes]
        return {"depth": filled, "confidence": confidence.clamp(0.0, 1.0), "holes": holes}


def load():
    return torch.compile(DepthCompletion())


def cases():
    yield from build(load, lambda: (randn(2, 4, 4), randn(2, 4, 4, seed=8).abs()), "base grad pos zero nan")

EXPECT = {'topic': 'geometry',
 'rewrites': ['R31'],
 'breaks': {23: 2, 24: 4},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
