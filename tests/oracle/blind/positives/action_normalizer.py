"""Min-max action normaliser of a diffusion policy."""

import torch
import torch.nn as nn

from fxkit import build, rand, randn


class LinearNormalizer(nn.Module):
    """Maps the action range to [-1, 1]; constant dimensions keep scale one."""

    def __init__(self, range_eps=1e-4):
        super().__init__()
        self.range_eps = range_eps

    def fit(self, data_min, data_max):
        input_range = data_max - data_min
        ignore = input_range < self.range_eps
        if ignore.any():
            input_range = torch.where(ignore, torch.full_like(input_range, 2.0), input_range)
        scale = 2.0 / input_range
        offset = -1.0 - scale * data_min
        if ignore.any():
            offset = torch.where(ignore, -data_min, offset)
        return scale, offset

    def forward(self, actions, data_min, data_max):
        scale, offset = self.fit(data_min, data_max)
        return actions * scale + offset, scale


def make_normalizer():
    return torch.compile(LinearNormalizer())


def cases():
    yield from build(make_normalizer, lambda: (randn(3, 4), -rand(4), rand(4, seed=1)), "base grad half")
    yield from build(make_normalizer, lambda: (randn(3, 4), torch.tensor([0.0, -1.0, 2.0, 0.5]), torch.tensor([1.0, -1.0, 3.0, 0.5])), "base grad half", tag="const-")

EXPECT = {'topic': 'robotics policies',
 'rewrites': [],
 'breaks': {19: 3, 23: 6},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['fresh-result', 'requires-grad', 'finite-grad']}
