"""The noise floor of a gate is raised to an estimate that exceeds it; one that is not a number leaves it where it is."""

import torch
from torch import nn

from fxkit import build, rand


class NoiseFloor(nn.Module):
    def __init__(self, minimum=0.05):
        super().__init__()
        self.minimum = nn.Parameter(torch.tensor(minimum))

    def forward(self, power):
        floor = self.minimum
        estimate = power.median() * 0.5
        if estimate > floor:
            floor = estimate
        return floor


class NoiseGate(nn.Module):
    def __init__(self):
        super().__init__()
        self.floor = NoiseFloor()
        self.ratio = nn.Parameter(torch.tensor(4.0))

    def forward(self, power):
        floor = self.floor(power)
        gain = torch.sigmoid(self.ratio * (power.nan_to_num() - floor))
        return gain, floor * 1.0


def load():
    return torch.compile(NoiseGate())


def cases():
    yield from build(load, lambda: (rand(5),), "base grad nan allnan")
    yield from build(load, lambda: (torch.full((5,), 0.1),), "base grad", tag="tie-")
    yield from build(load, lambda: (rand(5) * 0.01,), "base grad", tag="quiet-")

EXPECT = {'topic': 'audio',
 'kind': 'branch',
 'verdict': 'any correct rewrite',
 'obligations': ['NaN in a comparison', 'gradient of ties'],
 'breaks': {17: 2},
 'gb': ['GB0170'],
 'naive_differs_in': ['nan positions', 'gradient'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
