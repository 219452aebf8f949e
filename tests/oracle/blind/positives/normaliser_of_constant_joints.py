"""Policies of robots: joints that do not move in the data are only centred when actions are normalised."""

import torch
from torch import nn

from fxkit import build, randn


def fit_limits(data, output_min=-1.0, output_max=1.0, range_eps=1e-4):
    input_min, input_max = data.min(dim=0).values, data.max(dim=0).values
    input_range = input_max - input_min
    ignore_dim = input_range < range_eps
    input_range[ignore_dim] = output_max - output_min
    scale = (output_max - output_min) / input_range
    offset = output_min - scale * input_min
    offset[ignore_dim] = (output_max + output_min) / 2 - input_min[ignore_dim]
    return {"scale": scale, "offset": offset}


class NormalisedPolicy(nn.Module):
    def __init__(self, obs_dim=4, action_dim=3):
        super().__init__()
        self.mlp = nn.Sequential(nn.Linear(obs_dim, 6), nn.Mish(), nn.Linear(6, action_dim))

    def forward(self, obs, actions):
        stats = fit_limits(actions)
        target = actions * stats["scale"] + stats["offset"]
        pred = self.mlp(obs)
        loss = (pred - target).square().mean()
        return loss, (pred.detach() - stats["offset"]) / stats["scale"]


def load():
    return torch.compile(NormalisedPolicy())


def cases():
    still = torch.tensor([1.0, 0.0, 1.0])
    yield from build(load, lambda: (randn(6, 4), randn(6, 3)), "base big")
    yield from build(load, lambda: (randn(6, 4), randn(6, 3) * still + 0.7), "base", tag="still-")
    yield from build(load, lambda: (randn(1, 4), randn(1, 3)), "base", tag="single-")

EXPECT = {'topic': 'robotics',
 'kind': 'mask write',
 'rewrites': [],
 'breaks': {16: 2},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
